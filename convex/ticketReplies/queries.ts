/** What an agent answers next. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { nextTicket } from "../pages/tickets/ticketQueue";

/** The next ticket that waits for the caller's answer, but for these; null after the last. */
export const next = guardedQuery("tickets.answer", {
  args: { except: v.array(v.string()) },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { except }) => await nextTicket(ctx, ctx.viewer.person, except),
});
