/** Addresses that are being corrected, as those concerned see it. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { timestamp } from "../lib/validators";
import { shownCorrection } from "../process/confirming/emails/emails";

const correction = v.union(
  v.null(),
  v.object({
    email: v.string(),
    by: v.string(),
    reason: v.string(),
    /** From when on the new mailbox can confirm it, and until when. */
    confirmableAt: timestamp,
    endsAt: timestamp,
  }),
);

/** The correction of the caller's own address; null where none runs. */
export const own = guardedQuery("self.read", {
  args: {},
  returns: correction,
  handler: async (ctx) => await shownCorrection(ctx, ctx.viewer.person, Date.now()),
});

/** The correction of somebody's address; null where none runs. */
export const ofPerson = guardedQuery("people.readAll", {
  args: { personId: v.string() },
  returns: correction,
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    return person && (await shownCorrection(ctx, person, Date.now()));
  },
});
