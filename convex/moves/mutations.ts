/** Deciding about what somebody looks after, once they were moved. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { DONE, wishFor } from "../process/confirming/door";
import { lookAt } from "../process/confirming/proposing";
import { liveExecutor } from "../process/executing/executor";
import { dutyToDecide, handOnSeat, keepDuty } from "../process/moving/deciding";

/**
 * Leaves something with whoever was moved, or hands it on: a seat at once, a domain once a second person confirms it.
 * What was shown has to be so still: the review, and the domain.
 */
export const decide = guardedMutation("reviews.decide", {
  args: {
    personId: v.id("people"),
    reviewAt: timestamp,
    duty: v.union(
      v.object({
        kind: v.literal("domain"),
        id: v.id("dataDomains"),
        shownAt: timestamp,
        /** What was shown to hang on it, where it is handed on. */
        shownHash: v.optional(v.string()),
      }),
      v.object({ kind: v.literal("seat"), id: v.id("approvalSeats") }),
    ),
    /** Nobody: it stays. */
    toId: v.union(v.id("people"), v.null()),
    reason: v.string(),
  },
  returns: v.object({ state: v.union(v.literal("done"), v.literal("proposed")), appliesAt: nullableTimestamp }),
  handler: async (ctx, { personId, reviewAt, duty: wished, toId, reason }) => {
    const at = Date.now();
    const step = { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
    const viewer = ctx.viewer.person;
    const person = (await ctx.db.get(personId)) ?? refuse({ code: "not-found" });
    const duty = await dutyToDecide(step, viewer, person, { ...wished, reviewAt });
    if (wished.kind === "domain" && (await ctx.db.get(wished.id))?.updatedAt !== wished.shownAt)
      refuse({ code: "changed-meanwhile" });
    if (toId === null) await keepDuty(step, viewer, person, duty);
    else if (wished.kind === "seat") await handOnSeat(step, viewer, person, { duty, toId, reason });
    else {
      const { id: domainId, shownAt } = wished;
      const handOn = { kind: "domain.handOn" as const, domainId, personId, toId, byId: viewer._id, shownAt };
      if ((await lookAt(ctx, handOn, viewer)).shownHash !== wished.shownHash) refuse({ code: "changed-meanwhile" });
      return await wishFor(ctx, handOn, reason);
    }
    return DONE;
  },
});
