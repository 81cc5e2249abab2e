/** Files of one composer: on their way, being looked into, accepted or refused. */

import { useRef, useState } from "react";
import { FILE_ENDINGS, MAX_FILE_BYTES, MAX_FILES_PER_COMMENT } from "../../../../../convex/core/requests/rules/files";
import { explain } from "../../../../components/refusal-words";
import { randomKey } from "../../../../lib/random-key";
import { toast } from "../../../../ui/toast/toast";
import { type RequestDetail, type Upload, useRequestCommands, useUploadFile, useUploads } from "../api";

/** A file as the composer shows it. */
export interface ShownFile {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state: "sending" | "checking" | "accepted" | "refused";
  /** How much has been sent, from 0 to 1. */
  readonly share: number;
  readonly problem: string | null;
  readonly remove: () => void;
}

interface Sending {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly share: number;
  readonly problem: string | null;
  /** The row the portal made for it; from then on the live query tells how it stands. */
  readonly uploadId: Upload["id"] | null;
}

/** Why a file is not even sent, or null. The server judges again, by content. */
export function whyNotSend({ name, size }: Pick<File, "name" | "size">): string | null {
  if (size === 0) return "The file is empty.";
  if (size > MAX_FILE_BYTES) return "The file is larger than 20 MB.";
  return FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
    ? null
    : "This kind of file cannot be attached.";
}

/** The files of a composer, and what can be done with them. */
export function useFiles(requestId: RequestDetail["id"]) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const uploads = useUploads(requestId) ?? [];
  const upload = useUploadFile(requestId);
  const { dropFile } = useRequestCommands(requestId);
  const change = (key: string, changes: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const forget = (key: string) => setSending((all) => all.filter((one) => one.key !== key));

  async function sendOne(file: File): Promise<void> {
    const key = randomKey();
    const problem = whyNotSend(file);
    setSending((all) => [...all, { key, name: file.name, size: file.size, share: 0, problem, uploadId: null }]);
    if (problem !== null) return;
    const abort = new AbortController();
    aborts.current.set(key, abort);
    try {
      const uploadId = await upload(file, (share) => change(key, { share }), abort.signal);
      change(key, { uploadId, share: 1 });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { problem: `The upload did not work. ${explain(error)}` });
    } finally {
      aborts.current.delete(key);
    }
  }

  function remove(key: string, uploadId: Upload["id"] | null): void {
    aborts.current.get(key)?.abort();
    forget(key);
    if (uploadId)
      dropFile(uploadId).catch((error: unknown) =>
        toast.error("The file was not removed", { description: explain(error) }),
      );
  }

  const known = new Set(uploads.map(({ id }) => id));
  const shown: ShownFile[] = [
    ...uploads.map(({ id, name, size, state, problem }) => {
      const key = sending.find(({ uploadId }) => uploadId === id)?.key ?? id;
      return { key, name, size, state, share: 1, problem, remove: () => remove(key, id) };
    }),
    ...sending
      .filter(({ uploadId }) => uploadId === null)
      .map(({ key, name, size, share, problem }) => ({
        key,
        name,
        size,
        state: problem === null ? ("sending" as const) : ("refused" as const),
        share,
        problem,
        remove: () => remove(key, null),
      })),
  ];
  return {
    shown,
    isBusy:
      shown.some(({ state }) => state === "sending" || state === "checking") ||
      sending.some(
        ({ uploadId, problem }) =>
          problem === null && uploadId !== null && !known.has(uploadId) && uploads.length === 0,
      ),
    hasRefused: shown.some(({ state }) => state === "refused"),
    acceptedIds: uploads.filter(({ state }) => state === "accepted").map(({ id }) => id),
    add: (files: Iterable<File>) => {
      const room = MAX_FILES_PER_COMMENT - shown.length;
      const chosen = [...files];
      if (chosen.length > room) toast.error(`At most ${MAX_FILES_PER_COMMENT} files fit into one comment`);
      for (const file of chosen.slice(0, Math.max(0, room))) void sendOne(file);
    },
    /** The comment took them: nothing is kept here. */
    clear: () => setSending([]),
  };
}
