/** What is done with invitations that are out. Inviting is a request of its own type. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { configuredCompany } from "../core/catalog/types/company";
import * as invitations from "../core/people/invitations";
import { whyNotResend, whyNotWithdraw } from "../core/people/rules/inviting";
import { skippedRow } from "../core/proposals/inviteFiles";
import { inviteTarget } from "../core/proposals/table";
import { refuse, refuseIf } from "../lib/errors";
import { problemText } from "../lib/pure/sheet";
import { DONE, wishFor } from "../process/confirming/door";
import { planInviteFile } from "../process/inviting/readFile";

const named = { personId: v.id("people") };

/** What became of a wish, and when it takes effect where nobody is there to confirm it. */
const wished = {
  state: v.union(v.literal("done"), v.literal("proposed")),
  appliesAt: v.union(v.null(), v.number()),
};

/** Sends an invitation again, for as many days as one works now; links sent before work no more. */
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

/**
 * Proposes to invite whom a CSV file names, if it still means what `hash` of its preview stood for: a second person
 * confirms all of them at once. Whoever is here already is left out. Needs the password again.
 */
export const inviteFile = guardedMutation("people.invite", {
  args: { text: v.string(), hash: v.string(), target: v.optional(inviteTarget) },
  returns: v.object({ ...wished, proposed: v.number(), skipped: v.array(skippedRow) }),
  handler: async (ctx, { text, hash, target = "portal" }) => {
    const by = ctx.viewer.person;
    const company = configuredCompany(process.env);
    const plan = await planInviteFile(ctx, text, { target, by, company, now: Date.now() });
    const [problem] = plan.problems;
    if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
    if (plan.hash !== hash)
      refuse({
        code: "changed-meanwhile",
        message: "People have changed since you opened this file. Check it again.",
      });
    const skipped = plan.planned.flatMap(({ row, name, whyNot }) =>
      whyNot === null ? [] : [{ row, name, reason: whyNot }],
    );
    const people = plan.planned.flatMap(({ row, email, firstName, lastName, businessAreaId, whyNot }) =>
      whyNot === null ? [{ row, email, firstName, lastName, businessAreaId }] : [],
    );
    if (people.length === 0) return { ...DONE, proposed: 0, skipped };
    const change = { kind: "people.invite" as const, people, target };
    return { ...(await wishFor(ctx, change, BY_FILE)), proposed: people.length, skipped };
  },
});

/** The reason that stands with what a file proposes. */
const BY_FILE = "By a file of invitations";
