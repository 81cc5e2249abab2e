/** What agents do with the whole of a filtered queue, and what they take back of it or of one ticket. */

import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { guardedMutation } from "../access/functions";
import { loadTicket } from "../core/tickets/model";
import { MAX_MATCHING } from "../core/tickets/rules/matching";
import { refusalIn, refuse } from "../lib/errors";
import { matchingTickets } from "../pages/tickets/matching";
import { queueFilter } from "../pages/tickets/ticketQueue";
import { given, type Given } from "../process/supporting/answers/giving";
import { matchingWish } from "../process/supporting/answers/matching";

/** Why one was left as it was, as the screens say it. */
const refusal = v.object({ code: v.string(), message: v.optional(v.string()), status: v.optional(v.string()) });

const refused = v.array(v.object({ id: v.id("tickets"), key: v.string(), refusal }));

/**
 * Does the same with every ticket that matches, each for itself. Refused where they are no longer as many as the caller
 * was shown; answers how many it was done with, what undoes that where it can be undone, and which refused and why.
 */
export const changeMatching = guardedMutation("tickets.answer", {
  args: { filter: queueFilter, expectedCount: v.number(), wish: matchingWish },
  returns: v.object({ done: v.number(), given: v.array(given), refused }),
  handler: async (ctx, { filter, expectedCount, wish }) => {
    const { person } = ctx.viewer;
    const tickets = await matchingTickets(ctx, person, filter);
    if (tickets.length !== expectedCount)
      refuse({
        code: "changed-meanwhile",
        message: `There are now ${tickets.length} tickets instead of ${expectedCount}. Look at them, then choose again.`,
      });
    const undone: Given[] = [];
    const left = await eachForItself(tickets, async ({ key }) => {
      const one = await ctx.runMutation(internal.ticketQueue.internal.changeOne, { personId: person._id, key, wish });
      if (one) undone.push(one);
    });
    return { done: tickets.length - left.length, given: undone, refused: left };
  },
});

/** Undoes what claiming or assigning answered, each for itself; answers how many, and which refused and why. */
export const undoAssign = guardedMutation("tickets.answer", {
  args: { given: v.array(given) },
  returns: v.object({ done: v.number(), refused }),
  handler: async (ctx, { given: all }) => {
    if (all.length > MAX_MATCHING) refuse({ code: "too-many", max: MAX_MATCHING });
    const { person } = ctx.viewer;
    const found = [];
    for (const was of all) {
      const { ticket } = await loadTicket(ctx, ctx.viewer, was.key);
      found.push({ _id: ticket._id, key: ticket.key, was });
    }
    const left = await eachForItself(found, async ({ was }) => {
      await ctx.runMutation(internal.ticketQueue.internal.undoOne, { personId: person._id, was });
    });
    return { done: found.length - left.length, refused: left };
  },
});

/** Does something with each ticket; answers which refused and why. */
async function eachForItself<Ticket extends { readonly _id: Id<"tickets">; readonly key: string }>(
  tickets: readonly Ticket[],
  does: (ticket: Ticket) => Promise<void>,
) {
  const left: { id: Id<"tickets">; key: string; refusal: Infer<typeof refusal> }[] = [];
  for (const ticket of tickets) {
    try {
      await does(ticket);
    } catch (error) {
      const why = refusalIn(error);
      if (!why) throw error;
      const { code, message, status } = why;
      const said = { ...(typeof message === "string" && { message }), ...(typeof status === "string" && { status }) };
      left.push({ id: ticket._id, key: ticket.key, refusal: { code, ...said } });
    }
  }
  return left;
}
