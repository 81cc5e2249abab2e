/** What is asked about single words and turns: how much there is, what is next, whom a note mentions, where a message is. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { readTicket } from "../core/tickets/model";
import { placeOfSaid } from "../core/tickets/together";
import { viewCounts, viewCountsOf } from "../pages/tickets/ticketCounts";
import { nextTicket, queueNarrowing } from "../pages/tickets/ticketQueue";
import { unsentFor } from "../process/supporting/answers/holding";
import { namesFor } from "../process/supporting/mentioning";

/** How many tickets each view of the queue has, narrowed as the list is. */
export const countViews = guardedQuery("tickets.answer", {
  args: { filter: queueNarrowing, asOf: v.number() },
  returns: viewCounts,
  handler: async (ctx, wish) => await viewCountsOf(ctx, ctx.viewer.person, wish),
});

/** The next ticket that waits for the caller's answer, but for these; null after the last. */
export const next = guardedQuery("tickets.answer", {
  args: { except: v.array(v.string()) },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { except }) => await nextTicket(ctx, ctx.viewer.person, except),
});

/** The tickets in which a reply of the caller's could not be sent and is a draft again, with the reason. */
export const unsent = guardedQuery("tickets.answer", {
  args: {},
  returns: v.array(v.object({ key: v.string(), title: v.string(), because: v.string() })),
  handler: async (ctx) => await unsentFor(ctx, ctx.viewer),
});

/** The names an internal note of a ticket can mention, for what was typed after an "@"; none for whoever reads no notes. */
export const mentionable = guardedQuery("tickets.answer", {
  args: { key: v.string(), text: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, { key, text }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    return read?.isAgent ? await namesFor(ctx, read, ctx.viewer.person, text) : [];
  },
});

/** The ticket a message stands in, or one's description, and its id there; null where the caller may not read it. */
export const placeOf = guardedQuery("tickets.readOwn", {
  args: { id: v.string() },
  returns: v.union(v.null(), v.object({ key: v.string(), messageId: v.union(v.null(), v.id("ticketMessages")) })),
  handler: async (ctx, { id }) => await placeOfSaid(ctx, ctx.viewer, id),
});
