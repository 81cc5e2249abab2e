/** The one door of feedback to the backend. */

import { useConvex, useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { ListedStatus } from "../../../convex/core/feedback/rules/listed";
import type { FilePlace } from "../../components/files/use-files";
import { fetchFile, sendFile } from "../../lib/transfer";
import { useQuery, useQueryIfPossible } from "../../lib/use-query";
import { useAuth, useMustChangePassword, useViewer } from "../../shell/session";

const { mine, list, roadmap, similar, get, team, toMerge, news, weight, abouts, aboutName } = api.feedback.queries;

/** An idea in a list; whether the reader commented is said in their own. */
export type IdeaRow = FunctionReturnType<typeof similar>[number] & { readonly hasCommented?: boolean };
/** One idea on its page. */
export type Idea = NonNullable<FunctionReturnType<typeof get>>;

/** What the thing an idea is about costs people. */
export type Weight = NonNullable<FunctionReturnType<typeof weight>>;

/** Something the portal counts. */
export type About = FunctionArgs<typeof aboutName>["about"];

const PAGE = 50;

/** What somebody wrote, voted for or commented on, live. */
export function useMine(): IdeaRow[] | undefined {
  return useQuery(mine, {});
}

/** Every idea of a status, or of all, page by page; with words those that have them. */
export function useIdeas(status: ListedStatus | null, text = "") {
  return usePaginatedQuery(list, { status, ...(text !== "" && { text }) }, { initialNumItems: PAGE });
}

/** Reads pages of them one after the other, for a file. */
export function useIdeaPages() {
  const client = useConvex();
  return useCallback(
    async (status: ListedStatus | null, text: string, cursor: string | undefined) => {
      const paginationOpts = { numItems: PAGE, cursor: cursor ?? null };
      const { page, isDone, continueCursor, isWhole } = await client.query(list, {
        status,
        ...(text !== "" && { text }),
        paginationOpts,
      });
      return { rows: page, next: isDone ? null : continueCursor, isWhole };
    },
    [client],
  );
}

/** Whether the viewer takes them out. */
export function useMayExport(): boolean {
  return useViewer()?.capabilities.includes("audit.export") === true;
}

/** One column of the roadmap. */
export type RoadmapColumnData = FunctionReturnType<typeof roadmap>[number];

/** The columns of the roadmap, live. */
export function useRoadmap() {
  return useQuery(roadmap, {});
}

/** How much was shipped since the viewer looked last, live; undefined until it is known, and when it cannot be. */
export function useNews(): FunctionReturnType<typeof news> | undefined {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const isAsking = !mustChangePassword && viewer?.capabilities.includes("feedback.read") === true;
  return useQueryIfPossible(news, isAsking ? {} : "skip");
}

/** Keeps that the viewer has looked at the changelog. */
export function useLook() {
  return useMutation(api.feedback.mutations.look);
}

/** Ideas like what is being typed; none while it says too little. */
export function useSimilar(text: string): IdeaRow[] | undefined {
  return useQuery(similar, text.trim().length < 3 ? "skip" : { text });
}

/** Ideas one may be merged into, found by words or number; undefined while they are looked for. */
export function useToMerge(ideaId: Idea["id"], text: string) {
  return useQuery(toMerge, { ideaId, text });
}

/** One idea, live; null where there is none. */
export function useIdea(key: string): Idea | null | undefined {
  return useQuery(get, { key });
}

/** What only admins read of an idea. */
export function useTeam(ideaId: Idea["id"]) {
  return useQuery(team, { ideaId });
}

/** Asks once what the thing an idea is about costs people: live it would follow every request. */
export function useWeightQuestion() {
  const client = useConvex();
  return useCallback(
    ({ ideaId }: { readonly ideaId: Idea["id"]; readonly status: Idea["status"]; readonly about: string }) =>
      client.query(weight, { ideaId }),
    [client],
  );
}

/** What an idea may be about, and what it is; undefined until it is known. */
export function useAbouts(ideaId: Idea["id"]) {
  return useQuery(abouts, { ideaId });
}

/** What the thing is called that a new idea is about; null without, undefined until it is known. */
export function useAboutName(about: About | null): string | null | undefined {
  const name = useQuery(aboutName, about ? { about } : "skip");
  return about ? name : null;
}

/** What is done with ideas. */
export function useIdeaCommands() {
  const { create, edit, withdraw, vote, comment, answer, move, merge, unmerge, prioritise, link, note, remove } =
    api.feedback.mutations;
  return {
    create: useMutation(create),
    edit: useMutation(edit),
    withdraw: useMutation(withdraw),
    vote: useMutation(vote),
    comment: useMutation(comment),
    answer: useMutation(answer),
    move: useMutation(move),
    merge: useMutation(merge),
    unmerge: useMutation(unmerge),
    prioritise: useMutation(prioritise),
    link: useMutation(link),
    note: useMutation(note),
    remove: useMutation(remove),
  };
}

/** What an idea begins with that was a ticket. */
export type TicketWords = NonNullable<FunctionReturnType<typeof api.conversions.queries.words>>;

/** The words of the caller's ticket as an idea begins with them; null where no idea is suggested there. */
export function useTicketWords(key: string | null) {
  const words = useQuery(api.conversions.queries.words, key === null ? "skip" : { key });
  return key === null ? null : words;
}

/** Writes the idea that is suggested in a ticket. */
export function useIdeaOfTicket() {
  return useMutation(api.conversions.mutations.writeIdea);
}

/** The ticket an idea was, for those who read that. */
export function useTicketOf(idea: string): string | null | undefined {
  return useQuery(api.conversions.queries.ticket, { idea });
}

/** What a draft is of: a comment on an idea, the idea a ticket becomes, or without either a new one. */
export type IdeaDraftOf = FunctionArgs<typeof api.feedback.queries.draft>;
/** What the caller wrote of it and has not sent. */
export type KeptIdeaDraft = NonNullable<FunctionReturnType<typeof api.feedback.queries.draft>>;

/** The same, live; null where nothing is kept, undefined until it is known. */
export function useKeptIdeaDraft(of: IdeaDraftOf): KeptIdeaDraft | null | undefined {
  return useQuery(api.feedback.queries.draft, of);
}

/** Saves a draft on the server. */
export function useSaveIdeaDraft() {
  return useMutation(api.feedback.mutations.saveDraft);
}

type IdeaUploadId = FunctionReturnType<typeof api.feedback.queries.uploads>[number]["id"];

/** What a file is uploaded for: an idea, with null a new one, or a comment. */
type UploadPlace = FunctionArgs<typeof api.feedback.queries.uploads>;

/** The caller's unsent files for an idea of theirs or for a comment on one, and how more get there. */
export function useIdeaFilePlace(place: UploadPlace): FilePlace<IdeaUploadId> {
  const address = useMutation(api.feedback.mutations.generateUploadUrl);
  const takeUp = useMutation(api.feedback.mutations.takeUpFile);
  const drop = useMutation(api.feedback.mutations.dropFile);
  const { url: backendUrl } = useConvex();
  return {
    waiting: useQuery(api.feedback.queries.uploads, place),
    upload: async (file, onProgress, signal) => {
      const { url, permitId } = await address(place);
      const stored = await sendFile({ url, backendUrl }, file, onProgress, signal);
      const storageId = stored as FunctionArgs<typeof api.feedback.mutations.takeUpFile>["storageId"];
      return await takeUp({ ...place, permitId, storageId, name: file.name });
    },
    drop: (uploadId) => drop({ uploadId }),
  };
}

/** Fetches a file of an idea with the viewer's token. */
export function useIdeaDownload() {
  const { fetchAccessToken } = useAuth();
  const { url: backendUrl } = useConvex();
  return useCallback(
    async (id: string): Promise<Blob> =>
      await fetchFile(backendUrl, { id, of: "idea", token: await fetchAccessToken({ forceRefreshToken: false }) }),
    [fetchAccessToken, backendUrl],
  );
}
