/** One ticket of many. */

import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../access/functions";
import { personActor } from "../core/audit/model";
import { readTicket } from "../core/tickets/model";
import { refuse } from "../lib/errors";
import { given, undoAssign } from "../process/supporting/answers/giving";
import { changeAs, matchingWish } from "../process/supporting/answers/matching";

/** Does what was wished with one ticket, all of it or nothing, as somebody who may answer it now. */
export const changeOne = internalMutation({
  args: { personId: v.id("people"), key: v.string(), wish: matchingWish },
  returns: v.union(v.null(), given),
  handler: async (ctx, { personId, key, wish }) => {
    const { step, read } = await asAnswering(ctx, personId, key);
    return await changeAs(step, read, wish);
  },
});

/** Undoes one assignment, in the same way. */
export const undoOne = internalMutation({
  args: { personId: v.id("people"), was: given },
  returns: v.null(),
  handler: async (ctx, { personId, was }) => {
    const { step, read } = await asAnswering(ctx, personId, was.key);
    await undoAssign(step, read, was);
    return null;
  },
});

async function asAnswering(ctx: MutationCtx, personId: Id<"people">, key: string) {
  const person = (await ctx.db.get(personId)) ?? refuse({ code: "not-found" });
  const read = (await readTicket(ctx, { person, impersonation: null }, key)) ?? refuse({ code: "not-found" });
  return { step: { ctx, at: Date.now(), by: { actor: personActor(person) }, person }, read };
}
