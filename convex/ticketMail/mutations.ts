/** What agents do with a mail that waits for them. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { messageVisibility } from "../core/tickets/table";
import { addHeld, dropHeld } from "../process/supporting/mail/heldMails";

/** Adds it to its ticket, for everybody there or for agents alone. */
export const add = guardedMutation("tickets.answer", {
  args: { id: v.id("ticketHeldMails"), visibility: messageVisibility },
  returns: v.null(),
  handler: async (ctx, wish) => {
    const step = { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
    await addHeld(step, ctx.viewer, wish);
    return null;
  },
});

/** Drops it for good. */
export const drop = guardedMutation("tickets.answer", {
  args: { id: v.id("ticketHeldMails") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const step = { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
    await dropHeld(step, ctx.viewer, id);
    return null;
  },
});
