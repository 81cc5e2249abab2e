/** What is done with invitations that are out. Inviting is a request of its own type. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import * as invitations from "../core/people/invitations";
import { whyNotResend, whyNotWithdraw } from "../core/people/rules/inviting";
import { refuse, refuseIf } from "../lib/errors";

const named = { personId: v.id("people") };

/** Sends an invitation again, for another seven days; links sent before work no more. */
export const resend = guardedMutation("people.invite", {
  args: named,
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    const at = Date.now();
    const { person, invitation } = await pending(ctx, personId);
    const { status, roles } = person;
    refuseIf(whyNotResend(ctx.viewer.roles, { status, roles, sentAt: invitation.sentAt }, at));
    await invitations.resend(ctx, person, { ...attributionOf(ctx.viewer), at, sponsorId: ctx.viewer.person._id });
    return null;
  },
});

/** Withdraws an invitation: its link works no more. */
export const withdraw = guardedMutation("people.invite", {
  args: named,
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    const { person, invitation } = await pending(ctx, personId);
    const { status, roles } = person;
    refuseIf(whyNotWithdraw(ctx.viewer.roles, { status, roles, sentAt: invitation.sentAt }));
    await invitations.withdraw(ctx, person, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

async function pending(
  ctx: ViewerMutationCtx,
  personId: Doc<"people">["_id"],
): Promise<{ person: Doc<"people">; invitation: Doc<"invitations"> }> {
  const person = await ctx.db.get(personId);
  const invitation = person && (await invitations.invitationOf(ctx, personId));
  return person && invitation ? { person, invitation } : refuse({ code: "not-found" });
}
