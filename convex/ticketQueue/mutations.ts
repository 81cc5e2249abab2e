/** What agents do with the whole of a filtered queue. */

import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { guardedMutation } from "../access/functions";
import { refusalIn, refuse } from "../lib/errors";
import { matchingTickets } from "../pages/tickets/matching";
import { queueFilter } from "../pages/tickets/ticketQueue";
import { matchingWish } from "../process/supporting/answers/matching";

/** Why one was left as it was, as the screens say it. */
const refusal = v.object({ code: v.string(), message: v.optional(v.string()), status: v.optional(v.string()) });

/**
 * Does the same with every ticket that matches, each for itself. Refused where they are no longer as many as the caller
 * was shown; answers how many it was done with, and which refused and why.
 */
export const changeMatching = guardedMutation("tickets.answer", {
  args: { filter: queueFilter, expectedCount: v.number(), wish: matchingWish },
  returns: v.object({
    done: v.number(),
    refused: v.array(v.object({ id: v.id("tickets"), key: v.string(), refusal })),
  }),
  handler: async (ctx, { filter, expectedCount, wish }) => {
    const { person } = ctx.viewer;
    const tickets = await matchingTickets(ctx, person, filter);
    if (tickets.length !== expectedCount)
      refuse({
        code: "changed-meanwhile",
        message: `There are now ${tickets.length} tickets instead of ${expectedCount}. Look at them, then choose again.`,
      });
    const refused: { id: Id<"tickets">; key: string; refusal: Infer<typeof refusal> }[] = [];
    for (const { _id: id, key } of tickets) {
      try {
        await ctx.runMutation(internal.ticketQueue.internal.changeOne, { personId: person._id, key, wish });
      } catch (error) {
        const why = refusalIn(error);
        if (!why) throw error;
        const { code, message, status } = why;
        const said = { ...(typeof message === "string" && { message }), ...(typeof status === "string" && { status }) };
        refused.push({ id, key, refusal: { code, ...said } });
      }
    }
    return { done: tickets.length - refused.length, refused };
  },
});
