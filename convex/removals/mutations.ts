/** Removing somebody from the portal, which a request of its own carries out. Their user in Snowflake is deleted by a request of its own. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { personByEmail } from "../core/people/model";
import { requireStepUp } from "../core/people/stepUp";
import { domainSuccessors, successorsByKind } from "../core/people/table";
import { refuse } from "../lib/errors";
import { normalizeEmail } from "../lib/pure/text";
import { nullableTimestamp } from "../lib/validators";
import { stepUpTarget } from "../process/confirming/door";
import { lookAt, wish } from "../process/confirming/proposing";
import { ownedBy } from "../process/confirming/succeeding/owned";
import { handingOf } from "../process/confirming/succeeding/successors";

/**
 * Removes somebody exactly as it was shown: by its hash, with their address typed. Needs the password again; whoever
 * holds more than staff is removed by two people.
 */
export const remove = guardedMutation("people.remove", {
  args: {
    userEmail: v.string(),
    successorId: v.id("people"),
    /** Who takes a kind over instead of the successor. */
    successors: v.optional(successorsByKind),
    /** Who takes one data domain over instead of whoever takes the others. */
    domainSuccessors: v.optional(domainSuccessors),
    reason: v.string(),
    typed: v.string(),
    shownHash: v.string(),
  },
  returns: v.union(
    v.object({ state: v.literal("done") }),
    v.object({ state: v.literal("proposed"), proposalId: v.id("proposals"), appliesAt: nullableTimestamp }),
  ),
  handler: async (ctx, { userEmail, successorId, reason, typed, shownHash: seenHash, ...named }) => {
    const at = Date.now();
    const by = ctx.viewer.person;
    if (userEmail.trim() === "")
      refuse({ code: "invalid-form", fields: { user_email: "Please select a user to remove" } });
    const person = await personByEmail(ctx, normalizeEmail(userEmail));
    if (!person) refuse({ code: "invalid-form", fields: { user_email: "Please select a valid user" } });
    if (normalizeEmail(typed) !== person.email)
      refuse({ code: "confirmation-required", message: `Type ${person.email} to confirm.` });
    const handing = handingOf(await ownedBy(ctx, person._id), { personId: person._id, successorId }, named);
    const change = { kind: "person.remove" as const, ...handing };
    if ((await lookAt(ctx, change, by)).shownHash !== seenHash)
      refuse({
        code: "changed-meanwhile",
        message: "What depends on them has changed since you looked. Check it again.",
      });
    await requireStepUp(ctx, at, change.kind, stepUpTarget(change));
    const outcome = await wish({ ctx, at, by: attributionOf(ctx.viewer) }, by, change, reason);
    // What they held is handed on now, not with the next minute.
    if (outcome.state === "done") {
      await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
      await ctx.scheduler.runAfter(0, internal.removals.internal.send, {});
    }
    return outcome;
  },
});
