/** The one door of support to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useViewer } from "../../shell/session";
import type { QueueView } from "./search";

const { mine, queue, get, related, mergeTargets } = api.tickets.queries;

/** One ticket as it is listed. */
export type TicketRow = FunctionReturnType<typeof mine>[number];
/** One ticket with its conversation. */
export type Ticket = NonNullable<FunctionReturnType<typeof get>>;

/** The caller's own tickets, live. */
export function useMyTickets(): TicketRow[] | undefined {
  return useQuery(mine, {});
}

/** The queue of those who answer, live. */
export function useTicketQueue(show: QueueView): TicketRow[] | undefined {
  return useQuery(queue, { show });
}

/** One ticket, live; null where there is none. */
export function useTicket(key: string): Ticket | null | undefined {
  return useQuery(get, { key });
}

/** What a new ticket is about; null where that is nothing. */
export function useRelated(ref: string | undefined) {
  return useQuery(related, ref === undefined ? "skip" : { ref });
}

/** A ticket that another can be merged into. */
export type MergeTarget = FunctionReturnType<typeof mergeTargets>[number];

/** Tickets that one can be merged into, by number or words. */
export function useMergeTargets(key: string, text: string): MergeTarget[] | undefined {
  return useQuery(mergeTargets, { key, text });
}

/** What the signed-in person may do here. */
export function useTicketRights() {
  const capabilities = useViewer()?.capabilities ?? [];
  return { mayWrite: capabilities.includes("tickets.write"), mayAnswer: capabilities.includes("tickets.answer") };
}

const { addParticipant, removeParticipant } = api.tickets.mutations;
const { create, reply, solve, rate, say, claim, assign, setPriority, wait, resume, resolve, merge, unmerge } =
  api.tickets.mutations;

/** Writes a ticket. */
export function useCreateTicket() {
  return useMutation(create);
}

/** What requesters and participants do in a ticket. */
export function usePartyCommands() {
  return {
    reply: useMutation(reply),
    solve: useMutation(solve),
    rate: useMutation(rate),
    addParticipant: useMutation(addParticipant),
    removeParticipant: useMutation(removeParticipant),
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
    resolve: useMutation(resolve),
    merge: useMutation(merge),
    unmerge: useMutation(unmerge),
  };
}
