/** Who a ticket is for, and who reads it beside them. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { dropDraft } from "../core/tickets/drafts";
import { loadTicket } from "../core/tickets/model";
import { ticketTopic } from "../core/tickets/table";
import { nullableString } from "../lib/validators";
import { evidenceOf } from "../pages/tickets/findings";
import * as sharing from "../process/supporting/areaSharing";
import * as opening from "../process/supporting/opening";
import type { TicketStep } from "../process/supporting/steps/step";

/** Opens a ticket for somebody else, who is told of it where that is said; answers its key. */
export const openFor = guardedMutation("tickets.answer", {
  args: {
    personId: v.id("people"),
    tells: v.boolean(),
    title: v.string(),
    description: v.string(),
    topic: ticketTopic,
    related: nullableString,
    uploadIds: v.optional(v.array(v.id("ticketUploads"))),
  },
  returns: v.string(),
  handler: async (ctx, wish) => {
    const step = stepOf(ctx);
    const key = await opening.openFor(step, wish, async (related, person) => {
      return await evidenceOf({ ctx, person, now: step.at }, related);
    });
    await dropDraft(ctx, { personId: step.person._id, ticketId: undefined });
    return key;
  },
});

/** Lets the business area of its requester read a ticket; they say so themselves. */
export const shareWithArea = guardedMutation("tickets.write", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await sharing.shareWithArea(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

/** Ends that; its requester and agents may. */
export const unshareWithArea = guardedMutation("tickets.write", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await sharing.unshareWithArea(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx): TicketStep {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
