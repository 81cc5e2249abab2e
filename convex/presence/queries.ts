/** Who else is here. */

import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { fullName, nameOf } from "../core/people/model";
import { othersOn, othersOnTicket } from "../core/presence/model";
import { MAX_TICKETS } from "../core/presence/rules";
import { presencePage } from "../core/presence/table";
import { answersTickets, isOwnOf, readOf } from "../core/tickets/model";
import { refuse } from "../lib/errors";
import { loadVisible } from "../process/steps/circle";

/** The others who have a page about a request open right now, for whoever may see the request. */
export const others = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: v.array(v.object({ id: v.id("people"), name: v.string(), page: presencePage })),
  handler: async (ctx, { request: name }) => {
    const { person, realPerson } = ctx.viewer;
    const { request } = await loadVisible(ctx, ctx.viewer, name);
    const here = await othersOn(ctx, request._id, new Set([person._id, realPerson._id]));
    return await Promise.all(
      here.map(async ({ personId, page }) => ({ id: personId, name: await nameOf(ctx, personId), page })),
    );
  },
});

const agentHere = v.object({ id: v.id("people"), name: v.string(), isWriting: v.boolean() });

/**
 * The other agents who have these tickets open right now, and who of them writes a reply: for those who answer the ticket
 * alone. Tickets nobody else has open are left out (S37).
 */
export const onTickets = guardedQuery("tickets.answer", {
  args: { tickets: v.array(v.id("tickets")) },
  returns: v.array(v.object({ ticket: v.id("tickets"), agents: v.array(agentHere) })),
  handler: async (ctx, { tickets }) => {
    if (tickets.length > MAX_TICKETS) refuse({ code: "too-many", max: MAX_TICKETS });
    const { person } = ctx.viewer;
    const found: { ticket: Id<"tickets">; agents: Infer<typeof agentHere>[] }[] = [];
    for (const id of tickets) {
      const here = await othersOnTicket(ctx, id, person._id);
      const ticket = here.length > 0 ? await ctx.db.get(id) : null;
      const read = ticket && (await readOf(ctx, ctx.viewer, ticket));
      if (!read?.isAgent) continue;
      const agents: Infer<typeof agentHere>[] = [];
      for (const { personId, isWriting } of here) {
        const other = await ctx.db.get(personId);
        // Who answers no longer, or takes part by now, is no agent of it.
        if (other && answersTickets({ person: other, impersonation: null }) && !(await isOwnOf(ctx, read, other)))
          agents.push({ id: personId, name: fullName(other), isWriting });
      }
      if (agents.length > 0) found.push({ ticket: id, agents });
    }
    return found;
  },
});
