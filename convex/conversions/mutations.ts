/** Making a ticket what it should have been. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { dropIdeaDraft } from "../core/feedback/drafts";
import { ideaByKey } from "../core/feedback/model";
import { shareFiles } from "../core/feedback/uploads";
import { REASON_FIELD } from "../core/shared/rules/cart";
import { loadTicket } from "../core/tickets/model";
import { ticketTopic } from "../core/tickets/table";
import { refuse } from "../lib/errors";
import { nullableString } from "../lib/validators";
import { saveDraft } from "../process/submitting/submit";
import * as writing from "../process/suggesting/writing";
import * as converting from "../process/supporting/converting";
import * as splitting from "../process/supporting/splitting";
import { stillTakable } from "../process/supporting/taking";

/** Files of the ticket that go along. */
const fileIds = v.optional(v.array(v.id("ticketUploads")));

/** Suggests to its requester to ask for something, or with null to write an idea, with a word they read. */
export const suggest = guardedMutation("tickets.answer", {
  args: { key: v.string(), typeKey: nullableString, body: v.string(), fileIds },
  returns: v.null(),
  handler: async (ctx, { key, ...wish }) => {
    await converting.suggest(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), wish);
    return null;
  },
});

/** Begins the draft that is suggested, filled in from the ticket; answers its id, also when it was begun before. */
export const begin = guardedMutation("tickets.write", {
  args: { key: v.string(), fileIds },
  returns: v.id("requests"),
  handler: async (ctx, { key, fileIds: along }) => {
    const step = stepOf(ctx);
    const read = await loadTicket(ctx, ctx.viewer, key);
    const suggestion = converting.suggestionFor(read);
    const { typeKey, draftId } = suggestion;
    if (typeKey === undefined) refuse({ code: "not-found" });
    converting.refuseUnsuggested(suggestion, along);
    const begun = draftId && (await ctx.db.get(draftId));
    if (begun?.status === "Draft") {
      await converting.draftBegun(step, read.ticket, begun._id, along);
      return begun._id;
    }
    const { title, description } = read.ticket;
    const { businessAreaId } = step.person;
    const form = {
      [REASON_FIELD]: `${key} ${title}\n\n${description}`,
      ...(businessAreaId && { businessArea: businessAreaId }),
    };
    const draft = await saveDraft(ctx, ctx.viewer, { typeKey, form }, step.at);
    await converting.draftBegun(step, read.ticket, draft._id, along);
    return draft._id;
  },
});

/** Writes the idea that is suggested, in the requester's own words; answers its key. The ticket is solved with it. */
export const writeIdea = guardedMutation("tickets.write", {
  args: {
    key: v.string(),
    title: v.string(),
    description: v.string(),
    priority: v.string(),
    fileIds,
    uploadIds: v.optional(v.array(v.id("ideaUploads"))),
  },
  returns: v.string(),
  handler: async (ctx, { key, fileIds: along = [], uploadIds, ...form }) => {
    const step = stepOf(ctx);
    const read = await loadTicket(ctx, ctx.viewer, key);
    const suggestion = converting.suggestionFor(read);
    if (suggestion.typeKey !== undefined) refuse({ code: "not-found" });
    converting.refuseUnsuggested(suggestion, along);
    const ideaKey = await writing.writeIdea(step, form, { uploadIds });
    const idea = (await ideaByKey(ctx, ideaKey)) ?? refuse({ code: "not-found" });
    await shareFiles(ctx, idea._id, await stillTakable(ctx, read.ticket, along), step.at);
    await converting.ideaWritten(step, read, idea._id);
    await dropIdeaDraft(ctx, { personId: step.person._id, ticketId: read.ticket._id });
    return ideaKey;
  },
});

/** Makes a message of a ticket a ticket of its own, of whoever wrote it; answers its key. */
export const split = guardedMutation("tickets.answer", {
  args: { key: v.string(), messageId: v.id("ticketMessages"), title: v.string(), topic: ticketTopic },
  returns: v.string(),
  handler: async (ctx, { key, ...wish }) =>
    (await splitting.split(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), wish)).key,
});

function stepOf(ctx: ViewerMutationCtx) {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
