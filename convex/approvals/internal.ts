/** What the clock and the scheduler call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { loadRequest } from "../core/requests/model";
import { messageOf } from "../lib/errors";
import { MINUTE_MS } from "../lib/pure/time";
import { timestamp } from "../lib/validators";
import { turnDelegations } from "../process/approving/delegating";
import * as firing from "../process/approving/firing";
import { turnDutyChanges } from "../process/approving/reseating";
import { remindOfReviews } from "../process/approving/review";
import { systemStep } from "../process/executing/executor";
import { settle } from "../process/settling/model";

/** How long a timer that failed is left alone. */
const POSTPONE_MS = 5 * MINUTE_MS;

/** Cron: reminders, escalations and expiries that are due; delegations that begin or end; seats of people who left. */
export const runTimers = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const step = systemStep(ctx, now);
    const isLeftOver = (await firing.handleDepartures(step)) || (await turnDutyChanges(step));
    await turnDelegations(step);
    await remindOfReviews(step);
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
