/** The one door of support to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { TicketTopic } from "../../../convex/core/tickets/table";
import type { FilePlace } from "../../components/files/use-files";
import { type Count, useAnswer, useCounted } from "../../components/listing/counting";
import { fetchFile, sendFile } from "../../lib/transfer";
import { useQuery } from "../../lib/use-query";
import { useAuth, useViewer } from "../../shell/session";

const { mine, countMine, queue, countQueue, get, draft, related, relatables, ownAlike, mergeTargets } =
  api.tickets.queries;
const { countViews, placeOf } = api.ticketReplies.queries;
const { redactable, uploads, waitableFor } = api.tickets.queries;
const { hold, undo, sendNow } = api.ticketReplies.mutations;

/** One ticket as it is listed. */
export type TicketRow = FunctionReturnType<typeof mine>["rows"][number];
/** One page of them. */
export type TicketPage = FunctionReturnType<typeof mine>;
/** What of the queue is shown. */
export type QueueFilter = FunctionArgs<typeof queue>["filter"];
/** What of it narrows every view alike. */
export type QueueNarrowing = FunctionArgs<typeof countViews>["filter"];
/** Which page, and how many rows it has. */
export type TicketPlace = Omit<FunctionArgs<typeof queue>, "filter">;
/** One ticket with its conversation. */
export type Ticket = NonNullable<FunctionReturnType<typeof get>>;

/** One page of the caller's own tickets, live. */
export function useMyTickets(args: FunctionArgs<typeof mine>): TicketPage | undefined {
  return useQuery(mine, args);
}

/** Which of the tickets somebody reads without answering them. */
export type OwnFilter = FunctionArgs<typeof countMine>;

/** How many there are, counted once per filter and again when `turn` changes. */
export function useMyCount(filter: OwnFilter, turn: number): Count | undefined {
  const client = useConvex();
  const ask = useCallback((wanted: OwnFilter) => client.query(countMine, wanted), [client]);
  return useCounted(ask, filter, turn);
}

/** One page of the queue of those who answer, live. */
export function useTicketQueue(filter: QueueFilter, place: TicketPlace): TicketPage | undefined {
  return useQuery(queue, { filter, ...place });
}

/** How many tickets of the queue match, counted once per filter and again when `turn` changes. */
export function useQueueCount(filter: QueueFilter, turn: number): Count | undefined {
  return useCounted(useQueueCountOnce(), filter, turn);
}

/** Counts how many tickets of the queue match, when asked. */
export function useQueueCountOnce() {
  const client = useConvex();
  return useCallback((filter: QueueFilter) => client.query(countQueue, { filter }), [client]);
}

/** How many each view of the queue has, narrowed as the list is; counted as `useQueueCount` is. */
export function useViewCounts(filter: QueueNarrowing, asOf: number, turn: number) {
  const client = useConvex();
  const ask = useCallback((wanted: FunctionArgs<typeof countViews>) => client.query(countViews, wanted), [client]);
  return useAnswer(ask, { filter, asOf }, turn)?.answer;
}

/** Reads pages of the queue one after the other, for a file. */
export function useQueuePages() {
  const client = useConvex();
  return useCallback(
    (filter: QueueFilter, after?: string) => client.query(queue, { filter, size: 200, after }),
    [client],
  );
}

/** One ticket, live; null where there is none. */
export function useTicket(key: string): Ticket | null | undefined {
  return useQuery(get, { key });
}

/** Where a message stands now, asked for by its id; null where the caller may not read it. */
export function useMessagePlace(id: string | null): FunctionReturnType<typeof placeOf> | undefined {
  return useQuery(placeOf, id === null ? "skip" : { id });
}

/** When support works, and how soon it answers. */
export type SupportHours = FunctionReturnType<typeof api.supportHours.queries.current>;

/** The same, live; undefined until the first answer. */
export function useSupportHours(): SupportHours | undefined {
  return useQuery(api.supportHours.queries.current, {});
}

/** What a ticket is about, with what the portal sees of that. */
export type RelatedTicketThing = NonNullable<FunctionReturnType<typeof related>>;
/** One thing the portal sees; with a link only while the ticket is written. */
export type Finding = RelatedTicketThing["findings"][number];

/** What a new ticket is about, live; null where that is nothing. */
export function useRelated(ref: string | null): RelatedTicketThing | null | undefined {
  return useQuery(related, ref === null ? "skip" : { ref });
}

/** What of one's own a ticket may be about. */
export function useRelatables() {
  return useQuery(relatables, {});
}

const NO_ARTICLES = [] as const;

/** Help articles that may answer a ticket with this title and topic; none before it has one of them. */
export function useSuggestedArticles(text: string, topic: TicketTopic | null) {
  const hasWords = text.trim() !== "" || topic !== null;
  const found = useQuery(api.articles.queries.suggest, hasWords ? { text, topic, typeKey: null } : "skip");
  return hasWords ? found : NO_ARTICLES;
}

/** The articles written from a ticket; null while none can be. */
export function useArticlesFrom(key: string) {
  return useQuery(api.articles.queries.fromTicket, { key });
}

/** Own unfinished tickets with a title much like this one. */
export function useOwnAlike(title: string) {
  return useQuery(ownAlike, title.trim().length < 4 ? "skip" : { title });
}

/** A ticket that another can be merged into. */
export type MergeTarget = FunctionReturnType<typeof mergeTargets>[number];

/** Tickets that one can be merged into, by number or words. */
export function useMergeTargets(key: string, text: string): MergeTarget[] | undefined {
  return useQuery(mergeTargets, { key, text });
}

/** What a ticket can wait for by this name; null where that is nothing. */
export function useWaitable(name: string) {
  return useQuery(waitableFor, name.trim() === "" ? "skip" : { name });
}

/** In how many places words stand that may be redacted. */
export function useRedactable(key: string, words: string): number | undefined {
  return useQuery(redactable, words === "" ? "skip" : { key, words });
}

/** What the caller wrote and has not sent. */
export type KeptDraft = NonNullable<FunctionReturnType<typeof draft>>;

/** What the caller wrote in a ticket, or with null of a new one; null where nothing is kept. */
export function useKeptDraft(key: string | null): KeptDraft | null | undefined {
  return useQuery(draft, { key });
}

/** The tickets in which a reply of the caller's could not be sent, live; undefined until the first answer. */
export function useUnsentReplies(): FunctionReturnType<typeof api.ticketReplies.queries.unsent> | undefined {
  return useQuery(api.ticketReplies.queries.unsent, {});
}

/** Saves a draft on the server. */
export function useSaveTicketDraft() {
  return useMutation(api.tickets.mutations.saveDraft);
}

/** What the signed-in person may do here. */
export function useTicketRights() {
  const capabilities = useViewer()?.capabilities ?? [];
  return { mayWrite: capabilities.includes("tickets.write"), mayAnswer: capabilities.includes("tickets.answer") };
}

/** A file that was uploaded and not sent yet. */
export type UploadId = FunctionReturnType<typeof uploads>[number]["id"];

/** The caller's unsent files for a ticket, or with null for a new one, and how more get there. */
export function useFilePlace(key: string | null): FilePlace<UploadId> {
  const address = useMutation(generateUploadUrl);
  const takeUp = useMutation(takeUpFile);
  const drop = useMutation(dropFile);
  const { url: backendUrl } = useConvex();
  return {
    waiting: useQuery(uploads, { key }),
    upload: async (file, onProgress, signal) => {
      const { url, permitId } = await address({ key });
      const stored = await sendFile({ url, backendUrl }, file, onProgress, signal);
      const storageId = stored as FunctionArgs<typeof takeUpFile>["storageId"];
      return await takeUp({ key, permitId, storageId, name: file.name });
    },
    drop: (uploadId) => drop({ uploadId }),
  };
}

/** Fetches a file of a ticket with the viewer's token. */
export function useDownload() {
  const { fetchAccessToken } = useAuth();
  const { url: backendUrl } = useConvex();
  return useCallback(
    async (id: string): Promise<Blob> =>
      await fetchFile(backendUrl, { id, of: "ticket", token: await fetchAccessToken({ forceRefreshToken: false }) }),
    [fetchAccessToken, backendUrl],
  );
}

const { dropFile, generateUploadUrl, takeUpFile } = api.tickets.mutations;
const { addParticipant, removeParticipant } = api.tickets.mutations;
const { create, reply, solve, rate, say, claim, assign, setPriority, wait, resume, merge, unmerge, redact } =
  api.tickets.mutations;

/** Writes a ticket. */
export function useCreateTicket() {
  return useMutation(create);
}

/** Opens a ticket for somebody else. */
export function useOpenTicketFor() {
  return useMutation(api.ticketParties.mutations.openFor);
}

/** What requesters and participants do in a ticket. */
export function usePartyCommands() {
  return {
    reply: useMutation(reply),
    solve: useMutation(solve),
    rate: useMutation(rate),
    addParticipant: useMutation(addParticipant),
    removeParticipant: useMutation(removeParticipant),
    shareWithArea: useMutation(api.ticketParties.mutations.shareWithArea),
    unshareWithArea: useMutation(api.ticketParties.mutations.unshareWithArea),
  };
}

/** What agents do in a ticket. */
export function useAgentCommands() {
  return {
    say: useMutation(say),
    claim: useMutation(claim),
    assign: useMutation(assign),
    setPriority: useMutation(setPriority),
    wait: useMutation(wait),
    resume: useMutation(resume),
    merge: useMutation(merge),
    unmerge: useMutation(unmerge),
    redact: useMutation(redact),
  };
}

/** Finds the next ticket that waits for whoever answers, but for these; null after the last. */
export function useNextTicket(): (except: string[]) => Promise<string | null> {
  const client = useConvex();
  return useCallback((except) => client.query(api.ticketReplies.queries.next, { except }), [client]);
}

/** What an agent does with a reply that is sent in a minute. */
export function useHeldReplyCommands() {
  return { hold: useMutation(hold), undo: useMutation(undo), sendNow: useMutation(sendNow) };
}
