/** What the clock and the sign-in service do about removals. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { signInErrand, signInFound, waitingSignInOrders } from "../core/people/signInOrders";
import { nullableString } from "../lib/validators";
import { systemStep } from "../process/executing/executor";
import * as signIn from "../process/executing/signIn";
import { beginDue, sendDue } from "../process/leaving/sending";

/** Cron, and after each removal or restoral: the requests that carry them out are sent, each by itself. */
export const send = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await beginDue(systemStep(ctx, Date.now()), (removalId) =>
      ctx.scheduler.runAfter(0, internal.removals.internal.sendOne, { removalId }),
    );
    if (hasMore) await ctx.scheduler.runAfter(0, internal.removals.internal.send, {});
    return null;
  },
});

/** Sends the request that carries one removal or restoral out. */
export const sendOne = internalMutation({
  args: { removalId: v.id("removals") },
  returns: v.null(),
  handler: async (ctx, { removalId }) => {
    await sendDue(systemStep(ctx, Date.now()), removalId);
    return null;
  },
});

/** What the sign-in service is to do to accounts, or to read of them, for tasks. */
export const signInOrders = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("signInOrders"),
      errand: signInErrand,
      tokenIdentifier: nullableString,
      email: v.string(),
    }),
  ),
  handler: async (ctx) =>
    (await waitingSignInOrders(ctx, Date.now())).map(({ _id, errand, tokenIdentifier = null, email }) => ({
      id: _id,
      errand,
      tokenIdentifier,
      email,
    })),
});

/** The sign-in service takes an order over; false when it does not stand any more. */
export const takeSignInOrder = internalMutation({
  args: { id: v.id("signInOrders") },
  returns: v.boolean(),
  handler: async (ctx, { id }) => await signIn.takeSignInOrder(systemStep(ctx, Date.now()), id),
});

/** What the sign-in service read after it did an order: a task is done by this alone. */
export const signInOrderDone = internalMutation({
  args: { id: v.id("signInOrders"), found: signInFound },
  returns: v.null(),
  handler: async (ctx, { id, found }) => {
    await signIn.finishSignInOrder({ ...systemStep(ctx, Date.now()), ctx }, id, found);
    return null;
  },
});
