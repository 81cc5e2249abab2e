/** Whoever of the demo world is expected was invited: an invitation of theirs is out. */

import type { MutationCtx } from "../../convex/_generated/server";
import { SYSTEM } from "../../convex/core/audit/model";
import { invitationOf } from "../../convex/core/people/invitations";
import { updatePerson } from "../../convex/core/people/model";
import { DAY_MS } from "../../convex/lib/pure/time";
import { type Cast, castIds } from "./cast";

/** How long ago they were invited, and how long their links work. */
const SENT_MS = DAY_MS;
const LASTS_MS = 7 * DAY_MS;

/** Gives everybody who stands as invited their invitation. The sign-in service mails nothing to people who are invented. */
export async function haveInvitations(ctx: MutationCtx, { admin }: Cast, now: number): Promise<void> {
  const at = now - SENT_MS;
  for (const personId of await castIds(ctx)) {
    if ((await ctx.db.get(personId))?.status !== "invited") continue;
    if (await invitationOf(ctx, personId)) continue;
    const times = { at, sentAt: at, mailedAt: at, expiresAt: at + LASTS_MS };
    await ctx.db.insert("invitations", { personId, invitedById: admin._id, roles: ["staff"], state: "open", ...times });
  }
}

/** A demo is older than its invitations: with every start they work a week more, also those that ran out meanwhile. */
export async function renewInvitations(ctx: MutationCtx, now: number): Promise<void> {
  const at = now - SENT_MS;
  for (const personId of await castIds(ctx)) {
    const person = await ctx.db.get(personId);
    const invitation = await invitationOf(ctx, personId);
    // Whose invitation was withdrawn, and whoever came, is invited no more.
    if (!person || !invitation || (invitation.state !== "open" && invitation.state !== "expired")) continue;
    if (invitation.expiresAt >= at + LASTS_MS) continue;
    const times = { sentAt: at, mailedAt: at, expiresAt: at + LASTS_MS };
    await ctx.db.patch(invitation._id, { state: "open", endedAt: undefined, ...times });
    if (person.status === "expired")
      await updatePerson(ctx, person, { status: "invited" }, { ...SYSTEM, action: "person.invitedAgain", at: now });
  }
}
