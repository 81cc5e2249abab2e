/** Why support was needed in tickets that are over. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { loadTicket } from "../core/tickets/model";
import { chosenCause } from "../core/tickets/table";
import { recause } from "../process/supporting/answering";

/** Says anew why support was needed in one. */
export const change = guardedMutation("tickets.answer", {
  args: { key: v.string(), cause: chosenCause },
  returns: v.null(),
  handler: async (ctx, { key, cause }) => {
    const step = { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
    await recause(step, await loadTicket(ctx, ctx.viewer, key), cause);
    return null;
  },
});
