/** Files of something that is being written: on their way, being looked into, accepted or refused. */

import { useRef, useState } from "react";
import { FILE_ENDINGS, MAX_FILE_BYTES, MAX_FILES } from "../../../convex/core/files/rules";
import { randomKey } from "../../lib/random-key";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";

/** A file that the portal has and that was not sent yet. */
interface Upload<Id extends string> {
  readonly id: Id;
  readonly name: string;
  readonly size: number;
  readonly state: "checking" | "accepted" | "refused";
  readonly problem: string | null;
}

/** Where the files of something go that is being written. */
export interface FilePlace<Id extends string> {
  /** Those that wait there, live; undefined until the first answer. */
  readonly waiting: readonly Upload<Id>[] | undefined;
  readonly upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Id>;
  readonly drop: (id: Id) => Promise<unknown>;
}

/** A file as the form shows it. */
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

interface Sending<Id> {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly share: number;
  readonly problem: string | null;
  /** The row the portal made for it; from then on the live query tells how it stands. */
  readonly uploadId: Id | null;
}

/** Why a file is not even sent, or null. The server judges again, by content. */
function whyNotSend({ name, size }: Pick<File, "name" | "size">): string | null {
  if (size === 0) return "The file is empty.";
  if (size > MAX_FILE_BYTES) return "The file is larger than 20 MB.";
  return FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
    ? null
    : "This kind of file cannot be attached.";
}

/** The files of a form, and what can be done with them: those that are shown are those that are sent. */
export function useFiles<Id extends string>({ waiting, upload, drop }: FilePlace<Id>) {
  const [sending, setSending] = useState<readonly Sending<Id>[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  /** Files whose removal was asked for: they are listed until the answer comes, and not removed twice. */
  const removed = useRef(new Set<Id>());
  const uploads = waiting ?? [];
  const change = (key: string, changes: Partial<Sending<Id>>) =>
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

  function remove(key: string, uploadId: Id | null): void {
    aborts.current.get(key)?.abort();
    forget(key);
    if (uploadId === null || removed.current.has(uploadId)) return;
    removed.current.add(uploadId);
    drop(uploadId).catch((error: unknown) => {
      removed.current.delete(uploadId);
      toast.error("The file was not removed", { description: explain(error) });
    });
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
      const room = MAX_FILES - shown.length;
      const chosen = [...files];
      if (chosen.length > room) toast.error(`At most ${MAX_FILES} files go together`);
      for (const file of chosen.slice(0, Math.max(0, room))) void sendOne(file);
    },
    /** They were sent: nothing is kept here, nor what was refused. */
    clear: () => {
      setSending([]);
      for (const { id, state } of uploads) if (state === "refused") remove(id, id);
    },
  };
}
