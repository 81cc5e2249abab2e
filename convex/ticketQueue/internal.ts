/** One ticket of many. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { personActor } from "../core/audit/model";
import { readTicket } from "../core/tickets/model";
import { refuse } from "../lib/errors";
import { changeAs, matchingWish } from "../process/supporting/answers/matching";

/** Does what was wished with one ticket, all of it or nothing, as somebody who may answer it now. */
export const changeOne = internalMutation({
  args: { personId: v.id("people"), key: v.string(), wish: matchingWish },
  returns: v.null(),
  handler: async (ctx, { personId, key, wish }) => {
    const person = (await ctx.db.get(personId)) ?? refuse({ code: "not-found" });
    const read = (await readTicket(ctx, { person, impersonation: null }, key)) ?? refuse({ code: "not-found" });
    await changeAs({ ctx, at: Date.now(), by: { actor: personActor(person) }, person }, read, wish);
    return null;
  },
});
