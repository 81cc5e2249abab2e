/**
 * A ticket waits for a request of the portal, for one task of it or for its incident: the end of that, in the transaction
 * that ends it, brings the ticket back to support with the proof, and two days of silence ask whether it is solved (S6).
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { SYSTEM } from "../../../core/audit/model";
import { incidentOf } from "../../../core/incidents/model";
import { isTerminal } from "../../../core/requests/rules";
import { currentHours } from "../../../core/supportHours/model";
import { tasksOf } from "../../../core/tasks/model";
import { isApproval } from "../../../core/tasks/rules";
import { clockAfter } from "../../../core/tickets/clock";
import { UNFINISHED } from "../../../core/tickets/rules";
import { isOver, MAX_WAITING, PROOF_SILENCE_MS } from "../../../core/tickets/rules/waits";
import type { TicketProof } from "../../../core/tickets/table";
import { NO_WAIT } from "../../../core/tickets/waits";
import type { Step } from "../../steps/step";
import { record } from "../steps/step";
import { tellProof } from "./proving";

type Telling = Pick<Step, "ctx" | "at">;

/** The tickets that wait for a request or one of its tasks. */
export async function waitingFor(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">): Promise<Doc<"tickets">[]> {
  // Undone merges bring back a few more than can be named.
  return await ctx.db
    .query("tickets")
    .withIndex("by_waits_for", (q) => q.eq("waitsForId", requestId))
    .take(2 * MAX_WAITING);
}

/** A request has moved or ended: the tickets that wait for what is over are support's again, each once. */
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
export async function endIncidentWait(step: Telling, ticketId: Id<"tickets">): Promise<void> {
  const ticket = await step.ctx.db.get(ticketId);
  if (ticket?.waitsForIncident !== true || !UNFINISHED.includes(ticket.state)) return;
  const incident = await incidentOf(step.ctx, ticket);
  if (incident) await back(step, ticket, { incidentId: incident._id, endedAt: incident.endedAt ?? step.at }, true);
}

async function endWait(step: Telling, ticket: Doc<"tickets">, request: Doc<"requests">): Promise<void> {
  const task = ticket.waitsForTaskId && (await step.ctx.db.get(ticket.waitsForTaskId));
  if (task && isOver(task)) {
    const { title, finishedAt: endedAt = step.at, outcome } = task;
    const isSkipped = outcome === "skipped";
    const ended = { title, isSkipped, isProven: isProven(task), endedAt };
    await back(step, ticket, { requestId: request._id, taskId: task._id, ...ended }, !isSkipped);
    return;
  }
  const { status, endedAt = step.at } = request;
  if (!isTerminal(status)) return;
  const work = (await tasksOf(step.ctx, request._id)).filter((one) => !isApproval(one) && one.outcome !== "skipped");
  const ended = { status, endedAt, tasks: work.length, proven: work.filter(isProven).length };
  await back(step, ticket, { requestId: request._id, ...ended }, status === "Completed");
}

function isProven({ proof }: Doc<"requestTasks">): boolean {
  return proof?.["isProven"] === true;
}

/** The ticket is support's again, with the proof; where that speaks for its being solved, silence asks (S6). */
async function back({ ctx, at }: Telling, ticket: Doc<"tickets">, proof: TicketProof, asks: boolean): Promise<void> {
  await ctx.db.patch(ticket._id, {
    ...NO_WAIT,
    proof,
    state: "open",
    ...clockAfter(await currentHours(ctx), ticket, "open", at),
    turnAt: asks ? at + PROOF_SILENCE_MS : undefined,
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
