/** Reading what a ticket could become, and what it became. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { ideaByKey } from "../core/feedback/model";
import { readOf, readTicket } from "../core/tickets/model";
import { ticketFile } from "../core/tickets/table";
import { nullableString } from "../lib/validators";
import { suggestable } from "../process/supporting/converting";
import { shownFiles, stillTakable, takable } from "../process/supporting/taking";

const namedType = v.object({ key: v.string(), name: v.string() });

/** What support suggests, without a type an idea, for everybody who reads the ticket; `mayFollow` for its requester. */
export const suggestion = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      type: v.union(v.null(), namedType),
      mayFollow: v.boolean(),
      isBegun: v.boolean(),
      /** Those that go along where the requester lets them. */
      files: v.array(ticketFile),
    }),
  ),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    const suggested = read?.ticket.suggested;
    if (!read || !suggested) return null;
    const { typeKey, draftId } = suggested;
    const type = typeKey ? (await suggestable(ctx, read.ticket)).find((one) => one.key === typeKey) : null;
    const mayFollow = read.isRequester && ctx.viewer.impersonation === null;
    if (type === undefined) return null;
    const files = shownFiles(await stillTakable(ctx, read.ticket, suggested.fileIds));
    return { type, mayFollow, isBegun: draftId !== undefined, files };
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

/** The files of a ticket that may go along with what it becomes, for its agents. */
export const files = guardedQuery("tickets.answer", {
  args: { key: v.string() },
  returns: v.array(ticketFile),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    return read?.isAgent ? shownFiles(await takable(ctx, read.ticket)) : [];
  },
});

/** The words of the caller's own ticket as an idea begins with them; null where no idea is suggested there. */
export const words = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(v.null(), v.object({ title: v.string(), description: v.string(), files: v.array(ticketFile) })),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    const isSuggested = read?.ticket.suggested && read.ticket.suggested.typeKey === undefined;
    if (!read?.isRequester || !isSuggested) return null;
    const { title, description, suggested } = read.ticket;
    return { title, description, files: shownFiles(await stillTakable(ctx, read.ticket, suggested?.fileIds)) };
  },
});

/** The idea a ticket became, by its key. */
export const idea = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: nullableString,
  handler: async (ctx, { key }) => {
    const ideaId = (await readTicket(ctx, ctx.viewer, key))?.ticket.ideaId;
    const found = ideaId && (await ctx.db.get(ideaId));
    return found ? found.key : null;
  },
});

/** The ticket an idea was, for those who read that ticket. */
export const ticket = guardedQuery("tickets.readOwn", {
  args: { idea: v.string() },
  returns: nullableString,
  handler: async (ctx, { idea: key }) => {
    const wanted = await ideaByKey(ctx, key);
    const found =
      wanted &&
      (await ctx.db
        .query("tickets")
        .withIndex("by_idea", (q) => q.eq("ideaId", wanted._id))
        .first());
    return found && (await readOf(ctx, ctx.viewer, found)) ? found.key : null;
  },
});
