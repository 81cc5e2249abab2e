/** Reading what a ticket could become. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { readTicket } from "../core/tickets/model";
import { suggestable } from "../process/supporting/converting";

const namedType = v.object({ key: v.string(), name: v.string() });

/** What support suggests to ask for, for everybody who reads the ticket; `mayFollow` for its requester. */
export const suggestion = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(v.null(), v.object({ type: namedType, mayFollow: v.boolean(), isBegun: v.boolean() })),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    const suggested = read?.ticket.suggested;
    if (!read || !suggested) return null;
    const type = (await suggestable(ctx, read.ticket)).find((one) => one.key === suggested.typeKey);
    const mayFollow = read.isRequester && ctx.viewer.impersonation === null;
    return type ? { type, mayFollow, isBegun: suggested.draftId !== undefined } : null;
  },
});

/** The types the requester of a ticket may ask for, for its agents. */
export const types = guardedQuery("tickets.answer", {
  args: { key: v.string() },
  returns: v.array(namedType),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    return read?.isAgent ? await suggestable(ctx, read.ticket) : [];
  },
});
