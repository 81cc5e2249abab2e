/** Putting tags on tickets. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { loadTicket } from "../core/tickets/model";
import { tag } from "../process/supporting/tagging";

/** Puts tags on a ticket and takes others off. */
export const change = guardedMutation("tickets.answer", {
  args: { key: v.string(), add: v.array(v.string()), remove: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { key, ...wish }) => {
    const step = { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
    await tag(step, await loadTicket(ctx, ctx.viewer, key), wish);
    return null;
  },
});
