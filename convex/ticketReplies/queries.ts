/** What an agent answers next, and whom a note of theirs can mention. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { readTicket } from "../core/tickets/model";
import { nextTicket } from "../pages/tickets/ticketQueue";
import { namesFor } from "../process/supporting/mentioning";

/** The next ticket that waits for the caller's answer, but for these; null after the last. */
export const next = guardedQuery("tickets.answer", {
  args: { except: v.array(v.string()) },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { except }) => await nextTicket(ctx, ctx.viewer.person, except),
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
