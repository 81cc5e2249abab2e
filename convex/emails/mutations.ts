/** Correcting the address of somebody else, and stopping that. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { normalizeEmail } from "../lib/pure/text";
import { nullableTimestamp } from "../lib/validators";
import { wishFor } from "../process/confirming/door";
import { stopCorrection } from "../process/confirming/emails/emails";
import { loadPerson } from "../process/confirming/steps/people";

/**
 * Corrects somebody else's address: it can be stopped, and the new mailbox confirms it. One's own is changed in the
 * profile.
 */
export const correct = guardedMutation("people.help", {
  args: { personId: v.id("people"), email: v.string(), reason: v.string() },
  returns: v.object({ state: v.union(v.literal("done"), v.literal("proposed")), appliesAt: nullableTimestamp }),
  handler: async (ctx, { personId, email, reason }) =>
    await wishFor(ctx, { kind: "person.email", personId, email: normalizeEmail(email) }, reason),
});

/** Stops the correction of somebody's address, for those who look after people. */
export const stop = guardedMutation("people.help", {
  args: { personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    await stopCorrection(deedOf(ctx), await loadPerson(ctx, personId), ctx.viewer.person);
    return null;
  },
});

/** Keeps the caller's own address, which somebody is correcting. */
export const keep = guardedMutation("self.write", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await stopCorrection(deedOf(ctx), ctx.viewer.person, ctx.viewer.person);
    return null;
  },
});

function deedOf(ctx: ViewerMutationCtx) {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer) };
}
