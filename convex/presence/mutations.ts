/** What a page says about itself while somebody has it open. Nobody is shown who acts as somebody else. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { leavePage, stayOn } from "../core/presence/model";
import { MAX_TAB_LENGTH } from "../core/presence/rules";
import { presencePage } from "../core/presence/table";
import { loadTicket } from "../core/tickets/model";
import { refuse } from "../lib/errors";
import { loadVisible } from "../process/steps/circle";

/** The caller has a page about a request open; said again every SIGN_OF_LIFE_MS. */
export const stay = guardedMutation("presence.show", {
  args: { request: v.string(), page: presencePage, tab: v.string() },
  returns: v.null(),
  handler: async (ctx, { request: name, page, tab }) => {
    checkTab(tab);
    const { request } = await loadVisible(ctx, ctx.viewer, name);
    await stayOn(ctx, { requestId: request._id, personId: ctx.viewer.person._id, page, tab }, Date.now());
    return null;
  },
});

/** The caller, who answers a ticket, has it open and perhaps writes a reply; said again as often (S37). */
export const stayOnTicket = guardedMutation("tickets.answer", {
  args: { key: v.string(), isWriting: v.boolean(), tab: v.string() },
  returns: v.null(),
  handler: async (ctx, { key, isWriting, tab }) => {
    checkTab(tab);
    const { ticket, isAgent } = await loadTicket(ctx, ctx.viewer, key);
    if (!isAgent) refuse({ code: "not-eligible" });
    const page = { ticketId: ticket._id, personId: ctx.viewer.person._id, tab };
    await stayOn(ctx, isWriting ? { ...page, isWriting } : page, Date.now());
    return null;
  },
});

/** The caller closed the page, or looks at something else. */
export const leave = guardedMutation("presence.leave", {
  args: { tab: v.string() },
  returns: v.null(),
  handler: async (ctx, { tab }) => {
    await leavePage(ctx, ctx.viewer.person._id, tab);
    return null;
  },
});

function checkTab(tab: string): void {
  if (tab === "" || tab.length > MAX_TAB_LENGTH) refuse({ code: "invalid-input" });
}
