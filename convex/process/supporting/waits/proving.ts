/** How what a ticket waited for ended, as somebody reads it who reads the ticket: by name only what they read themselves. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { ReadTicket } from "../../../core/tickets/model";
import { proofWords, type ShownProof, type ShownWait } from "../../../core/tickets/rules/waits";
import type { TicketProof } from "../../../core/tickets/table";
import { dateUtc } from "../../../lib/pure/time";
import { accessTo, involvedIn } from "../../steps/circle";
import { addressByName } from "../../steps/named";
import type { Step } from "../../steps/step";
import { tellAnswering } from "../steps/telling";

type Ctx = Pick<QueryCtx, "db">;

/** Tells those who answer a ticket how what it waited for ended. */
export async function tellProof(
  step: Pick<Step, "ctx" | "at">,
  ticket: Doc<"tickets">,
  proof: TicketProof,
  asks: string,
): Promise<void> {
  const seenBy = await viewOf(step.ctx, proof);
  const wordsFor = (agent: Doc<"people">) =>
    `${ticket.key}: ${proofWords(seenBy([agent]), dateUtc(proof.endedAt))}${asks}`;
  await tellAnswering(step, ticket, { kind: "ticket.proven", wordsFor });
}

/** The request or task a ticket waits for. */
export async function waitOf(
  ctx: Ctx,
  { ticket, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<ShownWait | null> {
  const { waitsForId, waitsForTaskId, state } = ticket;
  if (waitsForId === undefined || (!isAgent && state !== "waitingOnThirdParty")) return null;
  const request = await keyFor(ctx, waitsForId, [person]);
  const task = request !== null && waitsForTaskId ? await ctx.db.get(waitsForTaskId) : null;
  return { request, task: task?.title ?? null };
}

/** How what a ticket waited for ended, for its agents; and whether everybody who reads an answer reads that too. */
export async function proofOf(
  ctx: Ctx,
  { ticket, participants, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<ShownProof | null> {
  if (!isAgent || !ticket.proof) return null;
  const seenBy = await viewOf(ctx, ticket.proof);
  const proof = seenBy([person]);
  if (!proof) return null;
  const parties: Doc<"people">[] = [];
  for (const id of [ticket.requesterId, ...participants.map(({ personId }) => personId)]) {
    const party = await ctx.db.get(id);
    if (party) parties.push(party);
  }
  return { ...proof, isForAll: seenBy(parties) !== null };
}

type View = (people: readonly Doc<"people">[]) => ShownProof | null;

/** A proof as people read it who all read what it is about; null for others. Incidents are for everybody. */
async function viewOf(ctx: Ctx, proof: TicketProof): Promise<View> {
  if ("incidentId" in proof) {
    const { incidentId, endedAt } = proof;
    const incident = await ctx.db.get(incidentId);
    return () => incident && { kind: "incident", key: incident.key, endedAt, isForAll: true };
  }
  const { requestId, ...rest } = proof;
  const involved = await involvedIn(ctx, requestId);
  const address = "taskId" in rest ? ((await addressByName(ctx, "task", rest.taskId)) ?? rest.taskId) : "";
  return (people) => {
    if (!involved || people.some((one) => accessTo(involved, one) === null)) return null;
    const seen = { key: involved.request.key, isForAll: true };
    return "taskId" in rest ? { kind: "task", ...seen, ...rest, address } : { kind: "request", ...seen, ...rest };
  };
}

async function keyFor(ctx: Ctx, requestId: Id<"requests">, people: readonly Doc<"people">[]): Promise<string | null> {
  const involved = await involvedIn(ctx, requestId);
  return involved && people.every((one) => accessTo(involved, one) !== null) ? involved.request.key : null;
}
