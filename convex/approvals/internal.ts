/** What the clock and the scheduler call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { loadRequest } from "../core/requests/model";
import { messageOf } from "../lib/errors";
import { timestamp } from "../lib/validators";
import * as delegating from "../process/approving/delegating";
import * as firing from "../process/approving/firing";
import { turnDutyChanges } from "../process/approving/reseating";
import { remindOfReviews } from "../process/approving/review";
import * as sittingIn from "../process/approving/sittingIn";
import { systemStep } from "../process/executing/executor";
import { settle } from "../process/settling/model";
import { apart, POSTPONE_MS } from "../process/steps/apart";

/** Cron: reminders, escalations and expiries that are due; delegations that begin or end; seats of people who left. */
export const runTimers = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const step = systemStep(ctx, now);
    let isLeftOver = false;
    for (const part of PARTS) {
      const turn = () => ctx.runMutation(internal.approvals.internal.turnPart, { part, now });
      isLeftOver = (await apart(step, { name: part }, turn)) === true || isLeftOver;
    }
    for (const departureId of await firing.dueDepartures(step)) {
      const one = () => ctx.runMutation(internal.approvals.internal.handleDeparture, { departureId, now });
      const later = () => ctx.db.patch(departureId, { at: now + POSTPONE_MS });
      const targets = [{ type: "departure", id: departureId }];
      isLeftOver = (await apart(step, { name: "departures", targets }, one, later)) === true || isLeftOver;
    }
    for (const delegationId of await delegating.dueDelegations(step)) {
      const one = () => ctx.runMutation(internal.approvals.internal.turnDelegation, { delegationId, now });
      await apart(step, { name: "delegations", targets: [{ type: "delegation", id: delegationId }] }, one);
    }
    const { ids, hasMore } = await firing.dueSteps(step);
    for (const stepId of ids) {
      try {
        await ctx.runMutation(internal.approvals.internal.fireTimer, { stepId, now });
      } catch (error) {
        await firing.postponeTimer(step, stepId, POSTPONE_MS, messageOf(error));
      }
    }
    if (hasMore || isLeftOver) await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
    return null;
  },
});

const PARTS = ["duty changes", "overdue reviews"] as const;

/** One part of what the clock does, in a transaction of its own; says whether more of it is waiting. */
export const turnPart = internalMutation({
  args: { part: v.union(v.literal("duty changes"), v.literal("overdue reviews")), now: timestamp },
  returns: v.boolean(),
  handler: async (ctx, { part, now }): Promise<boolean> => {
    const step = systemStep(ctx, now);
    if (part === "duty changes") return await turnDutyChanges(step);
    await remindOfReviews(step);
    return false;
  },
});

/** Relieves one person who left; says whether more of theirs is left. */
export const handleDeparture = internalMutation({
  args: { departureId: v.id("departures"), now: timestamp },
  returns: v.boolean(),
  handler: async (ctx, { departureId, now }): Promise<boolean> =>
    await firing.handleDeparture(systemStep(ctx, now), departureId),
});

/** Begins or ends one delegation whose time has come. */
export const turnDelegation = internalMutation({
  args: { delegationId: v.id("delegations"), now: timestamp },
  returns: v.null(),
  handler: async (ctx, { delegationId, now }): Promise<null> => {
    await delegating.turnDelegation(systemStep(ctx, now), delegationId);
    return null;
  },
});

/** The seats of a delegation that did not fit into one transaction. */
export const moveDelegated = internalMutation({
  args: { delegationId: v.id("delegations"), after: sittingIn.seatPlace },
  returns: v.null(),
  handler: async (ctx, { delegationId, after }) => {
    await sittingIn.moveDelegated(systemStep(ctx, Date.now()), delegationId, after);
    return null;
  },
});

/** The timers of one step, in a transaction of their own so that an error undoes them whole. */
export const fireTimer = internalMutation({
  args: { stepId: v.id("approvalSteps"), now: timestamp },
  returns: v.null(),
  handler: async (ctx, { stepId, now }): Promise<null> => {
    await firing.fireTimer(systemStep(ctx, now), stepId);
    return null;
  },
});

/** An approval can no longer be taken back: what waited for that may start. */
export const endHold = internalMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await settle(systemStep(ctx, Date.now()), await loadRequest(ctx, requestId));
    return null;
  },
});
