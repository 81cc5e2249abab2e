/**
 * A ticket waits for a request of the portal: an agent names it by its key, and its end, in the transaction that ends it,
 * brings the ticket back to support with the proof (S6).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { SYSTEM } from "../../core/audit/model";
import { incidentOf } from "../../core/incidents/model";
import { isTerminal } from "../../core/requests/rules";
import { currentHours } from "../../core/supportHours/model";
import { tasksOf } from "../../core/tasks/model";
import { isApproval } from "../../core/tasks/rules";
import { clockAfter } from "../../core/tickets/clock";
import type { ReadTicket } from "../../core/tickets/model";
import { MAX_WAITING, PROOF_SILENCE_MS, proofWords, UNFINISHED, whyNotWaitFor } from "../../core/tickets/rules";
import type { TicketProof } from "../../core/tickets/table";
import { refuse, refuseIf } from "../../lib/errors";
import { dateUtc } from "../../lib/pure/time";
import { accessTo, involvedIn } from "../steps/circle";
import type { Step } from "../steps/step";
import { record, type TicketStep } from "./step";
import { tellAnswering } from "./telling";

type Telling = Pick<Step, "ctx" | "at">;

/** The longest key that is looked up. */
const MAX_KEY = 100;

/** The request an agent names for a ticket to wait for. One they do not read is answered as one that does not exist. */
export async function requestToWaitFor(
  { ctx, person }: TicketStep,
  ticket: Doc<"tickets">,
  name: string,
): Promise<Id<"requests">> {
  const involved = name.length > MAX_KEY ? null : await involvedIn(ctx, name.trim());
  if (!involved || accessTo(involved, person) === null) refuse({ code: "not-found" });
  const { _id: requestId, key, status } = involved.request;
  const waiting = await waitingFor(ctx, requestId);
  refuseIf(whyNotWaitFor(key, status, waiting.filter(({ _id }) => _id !== ticket._id).length));
  return requestId;
}

/** The tickets that wait for a request. */
export async function waitingFor(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">): Promise<Doc<"tickets">[]> {
  // Undone merges bring back a few more than can be named.
  return await ctx.db
    .query("tickets")
    .withIndex("by_waits_for", (q) => q.eq("waitsForId", requestId))
    .take(2 * MAX_WAITING);
}

/** A request has ended: the tickets that wait for it are support's again, each once. */
export async function endWaits(step: Telling, request: Doc<"requests">): Promise<void> {
  for (const ticket of await waitingFor(step.ctx, request._id)) await endWait(step, ticket, request);
}

/** What a ticket waits for may have ended while it was merged, or waited for its incident. */
export async function endWaitMeanwhile(step: Telling, ticketId: Id<"tickets">): Promise<void> {
  const ticket = await step.ctx.db.get(ticketId);
  const incident = ticket && (await incidentOf(step.ctx, ticket));
  if (incident?.state === "ended") await endIncidentWait(step, ticketId);
  const request = ticket?.waitsForId && (await step.ctx.db.get(ticket.waitsForId));
  if (ticket && request) await endWait(step, ticket, request);
}

/** The incident has ended that a ticket waits for: it is support's again, once. One that is merged hears of it when it is not. */
export async function endIncidentWait({ ctx, at }: Telling, ticketId: Id<"tickets">): Promise<void> {
  const ticket = await ctx.db.get(ticketId);
  if (ticket?.waitsForIncident !== true || !UNFINISHED.includes(ticket.state)) return;
  await ctx.db.patch(ticketId, {
    waitsForIncident: undefined,
    state: "open",
    ...clockAfter(await currentHours(ctx), ticket, "open", at),
    turnAt: undefined,
    updatedAt: at,
  });
  await record({ ctx, at, by: SYSTEM }, ticket, "ticket.proven");
  const title = `${ticket.key}: The incident it waited for has ended. Is it solved?`;
  await tellAnswering({ ctx, at }, ticket, { kind: "ticket.proven", wordsFor: () => title });
}

async function endWait({ ctx, at }: Telling, ticket: Doc<"tickets">, request: Doc<"requests">): Promise<void> {
  const { status, endedAt = at } = request;
  if (!isTerminal(status)) return;
  const work = (await tasksOf(ctx, request._id)).filter((task) => !isApproval(task) && task.outcome !== "skipped");
  const proven = work.filter(({ proof }) => proof?.["isProven"] === true).length;
  const proof = { requestId: request._id, status, endedAt, tasks: work.length, proven };
  await ctx.db.patch(ticket._id, {
    waitsForId: undefined,
    proof,
    state: "open",
    ...clockAfter(await currentHours(ctx), ticket, "open", at),
    turnAt: status === "Completed" ? at + PROOF_SILENCE_MS : undefined,
    updatedAt: at,
  });
  await record({ ctx, at, by: SYSTEM }, ticket, "ticket.proven");
  await tellProof({ ctx, at }, ticket, proof, "");
}

/** Nobody said anything since the proof: whoever has the ticket is asked once more. */
export async function askAboutProof(step: Telling, ticket: Doc<"tickets">): Promise<void> {
  await step.ctx.db.patch(ticket._id, { turnAt: undefined });
  if (ticket.proof) await tellProof(step, ticket, ticket.proof, " Is it solved?");
}

async function tellProof(step: Telling, ticket: Doc<"tickets">, proof: TicketProof, asks: string): Promise<void> {
  const involved = await involvedIn(step.ctx, proof.requestId);
  const wordsFor = (agent: Doc<"people">) => {
    const key = involved && accessTo(involved, agent) !== null ? involved.request.key : null;
    return `${ticket.key}: ${proofWords(proof, key, dateUtc(proof.endedAt))}${asks}`;
  };
  await tellAnswering(step, ticket, { kind: "ticket.proven", wordsFor });
}

/** What a ticket waits for as somebody sees it who reads the ticket: by its key only where they read that request too. */
export async function waitOf(
  ctx: Pick<QueryCtx, "db">,
  { ticket, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<{ readonly request: string | null } | null> {
  if (ticket.waitsForId === undefined || (!isAgent && ticket.state !== "waitingOnThirdParty")) return null;
  return { request: await keyFor(ctx, ticket.waitsForId, [person]) };
}

/** How what a ticket waited for ended, for its agents; and whether everybody who reads an answer reads that request. */
export async function proofOf(
  ctx: Pick<QueryCtx, "db">,
  { ticket, participants, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<(Omit<TicketProof, "requestId"> & { readonly request: string; readonly isForAll: boolean }) | null> {
  if (!isAgent || !ticket.proof) return null;
  const { requestId, ...proof } = ticket.proof;
  const request = await keyFor(ctx, requestId, [person]);
  if (request === null) return null;
  const parties: Doc<"people">[] = [];
  for (const id of [ticket.requesterId, ...participants.map(({ personId }) => personId)]) {
    const party = await ctx.db.get(id);
    if (party) parties.push(party);
  }
  return { ...proof, request, isForAll: (await keyFor(ctx, requestId, parties)) !== null };
}

async function keyFor(
  ctx: Pick<QueryCtx, "db">,
  requestId: Id<"requests">,
  people: readonly Doc<"people">[],
): Promise<string | null> {
  const involved = await involvedIn(ctx, requestId);
  return involved && people.every((one) => accessTo(involved, one) !== null) ? involved.request.key : null;
}
