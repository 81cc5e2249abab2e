/** What people do with approvals. Every decision goes through process/approving/decide.ts and its one guard. */

import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { administers, isAdministrator } from "../core/approvals/administering";
import { loadCase } from "../core/approvals/case";
import type { Decider } from "../core/approvals/guardFacts";
import { COMMENT_MAX_LENGTH, MAX_BULK } from "../core/approvals/rules/limits";
import { approvalState, reassignReason } from "../core/approvals/table";
import { attributionOf, recordEvent } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { managesAll } from "../core/requests/rules/access";
import { refuse, refuseIf } from "../lib/errors";
import { nullableTimestamp, timestamp } from "../lib/validators";
import * as deciding from "../process/approving/decide";
import * as delegating from "../process/approving/delegating";
import * as moving from "../process/approving/moving";
import * as reviewing from "../process/approving/review";
import { approveTogether } from "../process/approving/together";
import { liveExecutor } from "../process/executing/executor";
import { approvalTargets } from "../process/seating/seating";
import { seenApproval } from "../process/steps/circle";
import type { Step } from "../process/steps/step";

const decided = v.object({ requestKey: v.string(), state: approvalState, holdUntil: nullableTimestamp });
/** The step and form the decider looked at: a decision about anything else is refused. */
const shown = { approvalId: v.string(), stepId: v.optional(v.id("approvalSteps")), formHash: v.optional(v.string()) };
const plainVerdict = v.union(v.literal("approve"), v.literal("reject"));

/**
 * Approve or reject. A rejection needs a comment and ends the request; an approval needs its dry runs, or the word that
 * it counts without, and may count for the steps ahead that ask the same person.
 */
export const decide = guardedMutation("approvals.decide", {
  args: {
    ...shown,
    verdict: plainVerdict,
    comment: v.string(),
    withoutPlan: v.optional(v.boolean()),
    aheadIds: v.optional(v.array(v.id("approvalSteps"))),
  },
  returns: v.object({
    ...decided.fields,
    ahead: v.array(v.object({ title: v.string(), isDecided: v.boolean() })),
  }),
  handler: async (ctx, { verdict, withoutPlan = false, aheadIds = [], ...given }) => {
    const input = { ...(await inputOf(ctx, given)), withoutPlan };
    const result =
      verdict === "approve"
        ? await approveTogether(stepOf(ctx), input, aheadIds)
        : { ...(await deciding.decide(stepOf(ctx), { ...input, verdict })), ahead: [] };
    return await announceHold(ctx, input.approvalId, result);
  },
});

/** The same decision about several requests of one type, each with its own result. What could do harm is left out. */
export const decideMany = guardedMutation("approvals.decide", {
  args: {
    typeKey: v.string(),
    items: v.array(v.object(shown)),
    verdict: plainVerdict,
    comment: v.string(),
    withoutPlan: v.optional(v.boolean()),
  },
  returns: v.array(
    v.object({ approvalId: v.string(), refusal: v.union(v.any(), v.null()), result: v.union(decided, v.null()) }),
  ),
  handler: async (ctx, { typeKey, items, verdict, comment, withoutPlan = false }) => {
    if (items.length > MAX_BULK) refuse({ code: "too-many", max: MAX_BULK });
    const step = stepOf(ctx);
    const results: { approvalId: string; refusal: unknown; result: Infer<typeof decided> | null }[] = [];
    for (const item of items) {
      const approval = await seenApproval(ctx, ctx.viewer.person, item.approvalId);
      if (!approval) {
        results.push({ approvalId: item.approvalId, refusal: { code: "not-found" }, result: null });
        continue;
      }
      const input = { ...item, approvalId: approval._id, comment, verdict, withoutPlan, decider: deciderOf(ctx) };
      const refusal = await deciding.whyNotInBulk(step, input, typeKey);
      const result = refusal ? null : await announceHold(ctx, approval._id, await deciding.decide(step, input));
      results.push({ approvalId: item.approvalId, refusal, result });
    }
    return results;
  },
});

/** A question to the requester. The request waits, and its clocks stand still, until it is answered. */
export const askInfo = guardedMutation("approvals.decide", {
  args: { ...shown, comment: v.string() },
  returns: decided,
  handler: async (ctx, given) => await deciding.askInfo(stepOf(ctx), await inputOf(ctx, given)),
});

/** Takes an approval back as long as nothing after it has begun; the request ends as Rejected. */
export const takeBack = guardedMutation("approvals.decide", {
  args: { approvalId: v.string(), reason: v.string() },
  returns: decided,
  handler: async (ctx, { approvalId, reason }) =>
    await deciding.takeBack(stepOf(ctx), await inputOf(ctx, { approvalId, comment: reason })),
});

/** A super admin approves alone, and has given their password again for it. */
export const breakGlass = guardedMutation("approvals.breakGlass", {
  args: { approvalId: v.string(), reason: v.string() },
  returns: decided,
  handler: async (ctx, { approvalId, reason }) => {
    const input = await inputOf(ctx, { approvalId, comment: reason });
    await requireStepUp(ctx, Date.now(), "approvals.breakGlass", input.approvalId);
    return await deciding.breakGlass(stepOf(ctx), input);
  },
});

/** Says whether a break-glass approval was justified. */
export const review = guardedMutation("approvals.administer", {
  args: { approvalId: v.string(), isJustified: v.boolean(), comment: v.string() },
  returns: v.null(),
  handler: async (ctx, { approvalId, isJustified, comment }) => {
    const step = stepOf(ctx);
    const open = await loadCase(ctx, await idOf(ctx, approvalId), step.at);
    refuseLong(comment);
    await reviewing.review(step, { open, reviewer: ctx.viewer.person, isJustified, comment });
    return null;
  },
});

/**
 * Hands a seat over: its holder their own, who looks after the request any, or without a seat names one more approver.
 */
export const reassign = guardedMutation("approvals.reassign", {
  args: {
    approvalId: v.string(),
    seatId: v.optional(v.id("approvalSeats")),
    toId: v.id("people"),
    reason: reassignReason,
    comment: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { approvalId, seatId, toId, reason, comment }) => {
    const step = stepOf(ctx);
    const open = await loadCase(ctx, await idOf(ctx, approvalId), step.at);
    const seat = open.seats.find(({ _id }) => _id === seatId);
    if (seatId !== undefined && !seat) refuse({ code: "not-found" });
    refuseLong(comment);
    const isOwn = seat?.personId === ctx.viewer.person._id;
    if (!isOwn && !administers(ctx.viewer.person, open))
      refuse({ code: "not-allowed", capability: "approvals.administer" });
    // Whoever is party to the request has no say in who decides about it (A1).
    const conflict = open.conflicts.get(ctx.viewer.person._id);
    if (conflict !== undefined)
      refuse({
        code: "not-eligible",
        reason: conflict,
        message: "You are a party to this request, so others name its approvers.",
      });
    const to = await ctx.db.get(toId);
    if (!to) refuse({ code: "not-found" });
    await moving.reassign(step, { open, seat, to, byId: ctx.viewer.person._id, reason, comment });
    return null;
  },
});

/**
 * Somebody stands in for me in a window; an administrator may say so for somebody who is absent, which counts for the
 * requests they look after.
 */
export const delegate = guardedMutation("approvals.delegate", {
  args: {
    fromId: v.optional(v.id("people")),
    toId: v.id("people"),
    typeKeys: v.optional(v.array(v.string())),
    startsAt: timestamp,
    endsAt: timestamp,
    reason: v.string(),
  },
  returns: v.id("delegations"),
  handler: async (ctx, { fromId, toId, typeKeys, ...window }): Promise<Id<"delegations">> => {
    const { person } = ctx.viewer;
    if (fromId !== undefined && fromId !== person._id && !isAdministrator(person))
      refuse({ code: "not-allowed", capability: "approvals.administer" });
    const from = fromId === undefined ? person : await ctx.db.get(fromId);
    const to = await ctx.db.get(toId);
    if (!from || !to) refuse({ code: "not-found" });
    if ((typeKeys?.length ?? 0) > MAX_BULK) refuse({ code: "too-many", max: MAX_BULK });
    const types = typeKeys && typeKeys.length > 0 ? typeKeys : undefined;
    return await delegating.delegate(stepOf(ctx), { from, to, typeKeys: types, ...window, createdById: person._id });
  },
});

/** Ends a delegation before its time: by whoever has a part in it, or an admin. */
export const endDelegation = guardedMutation("approvals.delegate", {
  args: { delegationId: v.id("delegations") },
  returns: v.null(),
  handler: async (ctx, { delegationId }) => {
    const delegation = await ctx.db.get(delegationId);
    const { person } = ctx.viewer;
    const isOwn =
      delegation !== null && [delegation.fromId, delegation.toId, delegation.createdById].includes(person._id);
    if (!delegation || !(isOwn || managesAll(person.roles))) refuse({ code: "not-found" });
    await delegating.endDelegation(stepOf(ctx), delegation);
    return null;
  },
});

/** Puts a waiting approval out of one's own sight until a time; null brings it back. Its deadline stays. */
export const snooze = guardedMutation("approvals.decide", {
  args: { approvalId: v.string(), until: nullableTimestamp },
  returns: v.null(),
  handler: async (ctx, { approvalId, until }) => {
    const step = stepOf(ctx);
    const open = await loadCase(ctx, await idOf(ctx, approvalId), step.at);
    const own = open.seats.filter(({ personId, isPending }) => isPending && personId === ctx.viewer.person._id);
    refuseIf(own.length === 0 ? { code: "not-found" } : null);
    if (until !== null && (!Number.isFinite(until) || until <= step.at))
      refuse({ code: "invalid-input", message: "Choose a time in the future." });
    for (const seat of own) await ctx.db.patch(seat._id, { snoozedUntil: until ?? undefined });
    await recordEvent(ctx, {
      ...step.by,
      action: until === null ? "approval.unsnoozed" : "approval.snoozed",
      targets: approvalTargets(moving.benchOf(open)),
      context: { until },
      occurredAt: step.at,
    });
    return null;
  },
});

/** The caller's own step, now. */
function stepOf(ctx: ViewerMutationCtx): Step {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}

async function inputOf(
  ctx: ViewerMutationCtx,
  {
    approvalId,
    ...given
  }: { readonly approvalId: string; readonly comment: string } & Partial<
    Pick<deciding.DecideInput, "stepId" | "formHash">
  >,
): Promise<deciding.DecideInput> {
  return { ...given, approvalId: await idOf(ctx, approvalId), decider: deciderOf(ctx) };
}

function deciderOf({ viewer: { person, impersonation } }: ViewerMutationCtx): Decider {
  return { person, isImpersonating: impersonation !== null };
}

/** The approval of this name; to somebody who does not see its request it does not exist. */
async function idOf(ctx: ViewerMutationCtx, name: string): Promise<Id<"approvals">> {
  const approval = await seenApproval(ctx, ctx.viewer.person, name);
  if (!approval) refuse({ code: "not-found" });
  return approval._id;
}

/** What waits for the end of the hold is woken then, not by the next run of the monitor. */
async function announceHold<Result extends deciding.Decided>(
  ctx: ViewerMutationCtx,
  approvalId: Id<"approvals">,
  result: Result,
): Promise<Result> {
  if (result.holdUntil !== null) {
    const { requestId } = (await ctx.db.get(approvalId)) as Doc<"approvals">;
    await ctx.scheduler.runAt(result.holdUntil, internal.approvals.internal.endHold, { requestId });
  }
  return result;
}

function refuseLong(text: string): void {
  if (text.length > COMMENT_MAX_LENGTH) refuse({ code: "too-long", maxLength: COMMENT_MAX_LENGTH });
}
