/** The one door of a request's page to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import type { FilePlace } from "../../../components/files/use-files";
import type { PersonId } from "../../../components/pickers/api";
import { useQuery } from "../../../lib/use-query";
import { useAuth } from "../../../shell/session";

/** Its code comes with the first file. */
const transfer = () => import("../../../lib/transfer");

/** Everything the page shows about a request. */
export type RequestDetail = FunctionReturnType<typeof api.requests.queries.get>;
/** A task as the page shows it. */
export type DetailTask = RequestDetail["tasks"][number];
/** A step of an approval. */
export type ApprovalStep = NonNullable<DetailTask["approval"]>["steps"][number];
/** Something somebody said. */
export type Comment = FunctionReturnType<typeof api.requests.queries.comments>["comments"][number];
/** A file on its way into a comment. */
export type UploadId = FunctionReturnType<typeof api.requests.queries.uploads>[number]["id"];
/** One entry of what happened. */
export type TimelineEntry = FunctionReturnType<typeof api.requests.queries.timeline>["entries"][number];
/** One page of the audit trail about a request. */
export type HistoryPage = FunctionReturnType<typeof api.requests.queries.history>;

type RequestId = RequestDetail["id"];

/** The request behind an id or a key, live; undefined until the first answer. */
export function useRequest(name: string): RequestDetail | undefined {
  return useQuery(api.requests.queries.get, { request: name });
}

/** What was said, oldest first; the newest 200 before a time. */
export function useComments(name: string, before?: number) {
  return useQuery(api.requests.queries.comments, before === undefined ? { request: name } : { request: name, before });
}

/** What the requester was asked and answered, oldest first. */
export function useQuestions(name: string) {
  return useQuery(api.requests.queries.questions, { request: name });
}

/** One page of what happened, newest first. */
export function useTimeline(name: string, before: string | null) {
  return useQuery(api.requests.queries.timeline, { request: name, before });
}

/** One page of the audit trail. */
export function useHistory(name: string, after: HistoryPage["next"]): HistoryPage | undefined {
  return useQuery(api.requests.queries.history, after === null ? { request: name } : { request: name, after });
}

/** The newest event of the audit trail about it; null where nothing is hashed. */
export function useLastEvent(name: string) {
  return useQuery(api.requests.queries.lastEvent, { request: name });
}

/** Whose word a removal was that a request carries out; null where it carries none out. */
export function useRemovalBehind(name: string | null) {
  return useQuery(api.removals.queries.behind, name === null ? "skip" : { request: name });
}

/** A removal from the portal as its story tells it. */
export type Removal = NonNullable<FunctionReturnType<typeof api.removals.queries.behind>>;

/** What can be done on the page. */
export function useRequestCommands(requestId: RequestId) {
  const say = useMutation(api.requests.mutations.comment);
  const take = useMutation(api.requests.mutations.deleteComment);
  const reply = useMutation(api.requests.mutations.answer);
  const end = useMutation(api.requests.mutations.cancel);
  const nudge = useMutation(api.requests.mutations.remind);
  const stop = useMutation(api.requests.mutations.hold);
  const release = useMutation(api.requests.mutations.liftHold);
  const plan = useMutation(api.tasks.mutations.planAgain);
  const copy = useMutation(api.requests.mutations.submitAgain);
  return {
    comment: useCallback(
      (said: Omit<Parameters<typeof say>[0], "requestId">) => say({ requestId, ...said }),
      [say, requestId],
    ),
    answer: useCallback(
      (body: string, mentionIds: PersonId[], uploadIds: UploadId[]) =>
        reply({ requestId, body, mentionIds, uploadIds }),
      [reply, requestId],
    ),
    deleteComment: useCallback((commentId: Comment["id"]) => take({ commentId }), [take]),
    cancel: useCallback((reason: string) => end({ requestId, reason }), [end, requestId]),
    hold: useCallback(
      (reason: string, until: number | undefined) =>
        stop(until === undefined ? { requestId, reason } : { requestId, reason, until }),
      [stop, requestId],
    ),
    liftHold: useCallback(() => release({ requestId }), [release, requestId]),
    planAgain: useCallback(() => plan({ requestId }), [plan, requestId]),
    remind: useCallback(() => nudge({ requestId }), [nudge, requestId]),
    /** Begins a draft with the same answers; its id. */
    copy: useCallback(async () => (await copy({ requestId })).id, [copy, requestId]),
  };
}

/** The viewer's files that no comment has taken yet, and how more get there. */
export function useFilePlace(requestId: RequestId): FilePlace<UploadId> {
  const address = useMutation(api.requests.mutations.generateUploadUrl);
  const takeUp = useMutation(api.requests.mutations.takeUpFile);
  const drop = useMutation(api.requests.mutations.dropFile);
  const { url: backendUrl } = useConvex();
  return {
    waiting: useQuery(api.requests.queries.uploads, { requestId }),
    upload: async (file, onProgress, signal) => {
      const { url, ticketId } = await address({ requestId });
      const { sendFile } = await transfer();
      const stored = await sendFile({ url, backendUrl }, file, onProgress, signal);
      const storageId = stored as Parameters<typeof takeUp>[0]["storageId"];
      return await takeUp({ requestId, ticketId, storageId, name: file.name });
    },
    drop: (uploadId) => drop({ uploadId }),
  };
}

/** Fetches an attached file with the viewer's token. */
export function useDownload() {
  const { fetchAccessToken } = useAuth();
  const { url: backendUrl } = useConvex();
  return useCallback(
    async (id: string): Promise<Blob> =>
      await (
        await transfer()
      ).fetchFile(backendUrl, { id, token: await fetchAccessToken({ forceRefreshToken: false }) }),
    [fetchAccessToken, backendUrl],
  );
}
