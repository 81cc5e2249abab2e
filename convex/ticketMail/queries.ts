/** Mails that wait for the agents of a ticket. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { readTicket } from "../core/tickets/model";
import { heldFor, heldMail, ticketsWithHeld } from "../process/supporting/mail/heldMails";

/** Those of one ticket, oldest first. */
export const held = guardedQuery("tickets.answer", {
  args: { key: v.string() },
  returns: v.array(heldMail),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    return read === null ? [] : await heldFor(ctx, ctx.viewer, read, Date.now());
  },
});

/** The tickets the caller answers in which such mails wait. */
export const tickets = guardedQuery("tickets.answer", {
  args: {},
  returns: v.array(v.object({ key: v.string(), title: v.string() })),
  handler: async (ctx) => await ticketsWithHeld(ctx, ctx.viewer, Date.now()),
});
