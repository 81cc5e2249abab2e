/** Lists of approvals: what waits for somebody, what they decided, what they have to review. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { hadPart, loadCase } from "../../core/approvals/case";
import type { Decider } from "../../core/approvals/guardFacts";
import { isHeld } from "../../core/approvals/rules/guard";
import { approvalState, verdict } from "../../core/approvals/table";
import { askerOf, nameOf, namesOf } from "../../core/people/model";
import { requestStatus } from "../../core/requests/table";
import { loadTask } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import { nullableString, timestamp } from "../../lib/validators";
import { typeNameByKey } from "../../lists/listing";
import { type WaitingRow, waitingRowOf } from "./waitingRow";

type ReadCtx = Pick<QueryCtx, "db">;

/** Seats of one person that are read; somebody with more has a problem no list solves, and is told. */
export const WAITING_LIMIT = 100;
const REVIEWS_SHOWN = 50;

/** What waits for this person, what they stand in for included; what expires first comes first. */
export async function waitingFor(
  ctx: ReadCtx,
  { person, isImpersonating }: Decider,
  { now, saysAhead = false }: { now: number; saysAhead?: boolean },
): Promise<{ rows: WaitingRow[]; isCut: boolean }> {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", person._id).eq("isPending", true))
    .take(WAITING_LIMIT);
  const byApproval = new Map<Id<"approvals">, Doc<"approvalSeats">>();
  for (const seat of seats) {
    // Somebody's own seat says more than one held for another.
    if (isHeld(seat, now) && (!byApproval.has(seat.approvalId) || seat.source !== "delegation"))
      byApproval.set(seat.approvalId, seat);
  }
  const rows = await Promise.all(
    [...byApproval.values()].map((seat) => waitingRowOf(ctx, seat, { person, isImpersonating }, { now, saysAhead })),
  );
  const inOrder = rows.toSorted(
    (a, b) =>
      (a.expireAt ?? Number.MAX_SAFE_INTEGER) - (b.expireAt ?? Number.MAX_SAFE_INTEGER) || a.activeFrom - b.activeFrom,
  );
  return { rows: inOrder, isCut: seats.length === WAITING_LIMIT };
}

export const decidedRow = v.object({
  id: v.id("approvalDecisions"),
  approvalId: v.id("approvals"),
  /** How its page is named in addresses. */
  address: v.string(),
  requestKey: v.string(),
  title: v.string(),
  /** What it is about as its system spells it. */
  target: nullableString,
  requestStatus,
  state: approvalState,
  requester: v.string(),
  onBehalfOf: nullableString,
  verdict,
  comment: v.string(),
  at: timestamp,
});

/** A decision with what became of it. */
export async function decidedRowOf(
  ctx: ReadCtx,
  decision: Doc<"approvalDecisions">,
): Promise<Infer<typeof decidedRow> | null> {
  const approval = await ctx.db.get(decision.approvalId);
  const request = await ctx.db.get(decision.requestId);
  if (!approval || !request) return null;
  return {
    id: decision._id,
    approvalId: approval._id,
    address: taskAddress(request.key, await loadTask(ctx, approval.taskId)),
    requestKey: request.key,
    title: request.title,
    target: request.target ?? null,
    requestStatus: request.status,
    state: approval.state,
    requester: await askerOf(ctx, request),
    onBehalfOf: decision.onBehalfOfId ? await nameOf(ctx, decision.onBehalfOfId) : null,
    verdict: decision.verdict,
    comment: decision.comment,
    at: decision.at,
  };
}

export const reviewRow = v.object({
  approvalId: v.id("approvals"),
  /** How its page is named in addresses. */
  address: v.string(),
  requestKey: v.string(),
  typeKey: v.string(),
  title: v.string(),
  by: v.string(),
  reason: v.string(),
  at: timestamp,
  dueAt: timestamp,
});

/** Break-glass approvals nobody reviewed yet, without this person's own, most urgent first. */
export async function reviewsFor(ctx: ReadCtx, person: Doc<"people">): Promise<Infer<typeof reviewRow>[]> {
  const found: Infer<typeof reviewRow>[] = [];
  const open = await ctx.db
    .query("approvals")
    .withIndex("by_review", (q) => q.eq("reviewedAt", undefined).eq("reviewRemindedAt", undefined).gt("reviewDueAt", 0))
    .take(REVIEWS_SHOWN);
  const overdue = await ctx.db
    .query("approvals")
    .withIndex("by_review", (q) => q.eq("reviewedAt", undefined).gt("reviewRemindedAt", 0))
    .take(REVIEWS_SHOWN);
  for (const { _id, taskId, reviewDueAt = 0 } of [...overdue, ...open]) {
    const about = await loadCase(ctx, _id, reviewDueAt);
    const { request, decisions, names } = about;
    const broke = decisions.find(({ verdict: given }) => given === "breakGlass");
    if (!broke?.decidedById || hadPart(about, person)) continue;
    found.push({
      approvalId: _id,
      address: taskAddress(request.key, await loadTask(ctx, taskId)),
      requestKey: request.key,
      typeKey: request.typeId,
      title: request.title,
      by: names.get(broke.decidedById) ?? "",
      reason: broke.comment,
      at: broke.at,
      dueAt: reviewDueAt,
    });
  }
  return found;
}

export const delegationRow = v.object({
  id: v.id("delegations"),
  from: v.string(),
  to: v.string(),
  isOwn: v.boolean(),
  /** An administrator arranged it for somebody who is away. */
  isArranged: v.boolean(),
  startsAt: timestamp,
  endsAt: timestamp,
  reason: v.string(),
  /** The request types it is for, by name; null: all of them. */
  types: v.union(v.array(v.string()), v.null()),
});

/** Who stands in for this person, for whom they sit in, and what they arranged for others, now and to come. */
export async function delegationsOf(
  ctx: ReadCtx,
  person: Doc<"people">,
  now: number,
): Promise<Infer<typeof delegationRow>[]> {
  const given = await ctx.db
    .query("delegations")
    .withIndex("by_from", (q) => q.eq("fromId", person._id).gt("endsAt", now))
    .take(REVIEWS_SHOWN);
  const received = await ctx.db
    .query("delegations")
    .withIndex("by_to", (q) => q.eq("toId", person._id).gt("endsAt", now))
    .take(REVIEWS_SHOWN);
  const created = await ctx.db
    .query("delegations")
    .withIndex("by_creator", (q) => q.eq("createdById", person._id).gt("endsAt", now))
    .take(REVIEWS_SHOWN);
  const arranged = created.filter(({ fromId, toId }) => fromId !== person._id && toId !== person._id);
  const rows = [...given, ...received, ...arranged].filter(({ phase }) => phase !== "over");
  const names = await namesOf(
    ctx,
    rows.flatMap(({ fromId, toId }) => [fromId, toId]),
  );
  return await Promise.all(
    rows.map(async ({ _id, fromId, toId, startsAt, endsAt, reason, typeKeys }) => ({
      id: _id,
      from: names.get(fromId) ?? "",
      to: names.get(toId) ?? "",
      isOwn: fromId === person._id,
      isArranged: fromId !== person._id && toId !== person._id,
      startsAt,
      endsAt,
      reason,
      types: typeKeys === undefined ? null : await Promise.all(typeKeys.map((key) => typeNameByKey(ctx, key))),
    })),
  );
}
