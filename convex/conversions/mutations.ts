/** Making a ticket what it should have been. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { REASON_FIELD } from "../core/shared/rules/cart";
import { loadTicket } from "../core/tickets/model";
import { saveDraft } from "../process/submitting/submit";
import { draftBegun, suggestionFor, suggestRequest } from "../process/supporting/converting";
import type { TicketStep } from "../process/supporting/step";

/** Suggests to its requester to ask for something, with a word they read. */
export const suggest = guardedMutation("tickets.answer", {
  args: { key: v.string(), typeKey: v.string(), body: v.string() },
  returns: v.null(),
  handler: async (ctx, { key, ...wish }) => {
    await suggestRequest(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), wish);
    return null;
  },
});

/** Begins the draft that is suggested, filled in from the ticket; answers its id, also when it was begun before. */
export const begin = guardedMutation("tickets.write", {
  args: { key: v.string() },
  returns: v.id("requests"),
  handler: async (ctx, { key }) => {
    const step = stepOf(ctx);
    const read = await loadTicket(ctx, ctx.viewer, key);
    const { typeKey, draftId } = suggestionFor(read);
    const begun = draftId && (await ctx.db.get(draftId));
    if (begun?.status === "Draft") return begun._id;
    const { title, description } = read.ticket;
    const { businessAreaId } = step.person;
    const form = {
      [REASON_FIELD]: `${key} ${title}\n\n${description}`,
      ...(businessAreaId && { businessArea: businessAreaId }),
    };
    const draft = await saveDraft(ctx, ctx.viewer, { typeKey, form }, step.at);
    await draftBegun(step, read.ticket, draft._id);
    return draft._id;
  },
});

function stepOf(ctx: ViewerMutationCtx): TicketStep {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
