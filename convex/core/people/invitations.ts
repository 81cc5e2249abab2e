/**
 * Invitations: the row of whoever is to come, who let them in, and what the sign-in service is asked to mail. The link
 * itself is never known here: the sign-in makes it, mails it and knows its hash.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { wholeRoles, rolesToGive } from "../../access/rank";
import type { RoleName } from "../../access/roles";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { type By, SYSTEM } from "../audit/model";
import { configured } from "../config/model";
import { notify } from "../notifications/model";
import { placeOfPerson } from "../notifications/placeOfPerson";
import { createPerson, fullName, personByEmail, personByMailbox, updatePerson } from "./model";
import { isRestorable } from "./removals";
import { maySelfRenew, whyNotInviteKnown } from "./rules/inviting";
import { keptUntil } from "./rules/removing";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Orders the sign-in service is given at a time, and invitations turned by the clock in one run. */
const BATCH = 50;
/** An order that was taken and not reported is given again after this. */
const RETAKE_MS = 2 * MINUTE_MS;

/** Who is invited, and as what. */
export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly RoleName[];
  readonly businessAreaId?: Id<"businessAreas">;
}

/** What somebody who comes again does not bring along. */
const NOTHING_FROM_BEFORE = {
  businessAreaId: undefined,
  managerId: undefined,
  startsAt: undefined,
  endsAt: undefined,
  inactiveNoticedAt: undefined,
  removedAt: undefined,
};

/** The latest invitation of a person, or null. */
export async function invitationOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"invitations"> | null> {
  return await ctx.db
    .query("invitations")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .first();
}

/** The message where the address belongs to somebody who cannot be invited, or null. */
export async function whyNotInviteAddress(ctx: ReadCtx, email: string, now: number): Promise<string | null> {
  const known = await knownBehind(ctx, email);
  if (!known) return null;
  return whyNotInviteKnown(email, {
    name: fullName(known),
    email: known.email,
    status: known.status,
    isRestorable: await isRestorable(ctx, known.removedAt, now),
    keptUntil: keptUntil(known.removedAt, now),
    hasAccess: await hasAccess(ctx, known._id),
  });
}

/** Whom an address belongs to, however it is spelt, or null. */
export async function knownBehind(ctx: ReadCtx, email: string): Promise<Doc<"people"> | null> {
  return (await personByEmail(ctx, email)) ?? (await personByMailbox(ctx, email));
}

async function hasAccess(ctx: ReadCtx, personId: Id<"people">): Promise<boolean> {
  for (const state of ["Active", "Expiring"] as const) {
    const held = await ctx.db
      .query("grants")
      .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", personId).eq("state", state))
      .first();
    if (held) return true;
  }
  return false;
}

/**
 * Makes the person and their invitation. They are staff: what more they were invited as is theirs when a second person
 * said so. An address whose invitation was withdrawn keeps its row, and so does whoever was removed long ago: the same
 * person, with nothing of what they were.
 */
export async function invite(
  ctx: WriteCtx,
  { roles, ...invitee }: Invitee,
  { invitedById, requestId, ...by }: By & { invitedById: Id<"people">; requestId: Id<"requests"> },
): Promise<Id<"people">> {
  const known = await personByEmail(ctx, invitee.email);
  const fields = { ...invitee, roles: wholeRoles(), status: "invited" as const, invitedAt: by.at };
  const event = { actor: by.actor, impersonator: by.impersonator };
  if (known)
    await updatePerson(
      ctx,
      known,
      { ...NOTHING_FROM_BEFORE, ...fields, ...(known.status === "removed" && { onlyByInvitation: true as const }) },
      { ...event, action: "person.invited", at: by.at },
    );
  const personId =
    known?._id ?? (await createPerson(ctx, { ...fields, hasChangedInitialPassword: false }, event, by.at));
  const { works, reminds } = await daysNow(ctx);
  await ctx.db.insert("invitations", {
    personId,
    invitedById,
    roles: [...roles],
    requestId,
    state: "open",
    at: by.at,
    sentAt: by.at,
    expiresAt: by.at + works * DAY_MS,
    remindAt: by.at + reminds * DAY_MS,
  });
  await ctx.db.insert("sponsors", { personId, sponsorId: invitedById, why: "invited", at: by.at });
  return personId;
}

/** Has the sign-in service mail a link that works until the invitation ends; the newest alone works. */
export async function orderMail(
  ctx: WriteCtx,
  personId: Id<"people">,
  {
    kind = "invite",
    at,
    ...task
  }: { kind?: "invite" | "remind"; at: number; taskId?: Id<"requestTasks">; attempt?: number },
): Promise<void> {
  const person = await ctx.db.get(personId);
  const invitation = await invitationOf(ctx, personId);
  if (!person || invitation?.state !== "open") return;
  const { email, firstName, lastName } = person;
  const { expiresAt } = invitation;
  await ctx.db.insert("accountOrders", { kind, personId, email, firstName, lastName, expiresAt, at, ...task });
}

/** Sends it again, for as many days as an invitation works now. */
export async function resend(
  ctx: WriteCtx,
  person: Doc<"people">,
  by: By & { sponsorId: Id<"people"> },
): Promise<void> {
  await prolong(ctx, person, by, "person.invitedAgain");
  const invitation = await invitationOf(ctx, person._id);
  const remindAt = by.at + (await daysNow(ctx)).reminds * DAY_MS;
  if (invitation) await ctx.db.patch(invitation._id, { sentAt: by.at, remindAt });
  await ctx.db.insert("sponsors", { personId: person._id, sponsorId: by.sponsorId, why: "invited", at: by.at });
}

/** Nobody comes by it any more: neither by its link, nor by signing up with what it promised. */
export async function withdraw(ctx: WriteCtx, person: Doc<"people">, by: By): Promise<void> {
  const event = { actor: by.actor, impersonator: by.impersonator, action: "person.invitationWithdrawn", at: by.at };
  await updatePerson(ctx, person, { status: "revoked", roles: wholeRoles() }, event);
  await end(ctx, person._id, "withdrawn", by.at);
  await ctx.db.insert("shutOuts", { personId: person._id, email: person.email, at: by.at });
}

/**
 * The invited person asks for another link, without the inviter; says whether one is on its way. One that stands keeps
 * its end; one that ran out begins again.
 */
export async function renewByInvited(ctx: WriteCtx, email: string, at: number): Promise<boolean> {
  const person = await personByEmail(ctx, email);
  const invitation = person && (await invitationOf(ctx, person._id));
  if (!person || !invitation) return false;
  const isStillGiven = (await rolesStillGiven(ctx, person)).length === person.roles.length;
  if (!maySelfRenew({ status: person.status, sentAt: invitation.sentAt, isStillGiven }, at)) return false;
  if (at >= invitation.expiresAt || invitation.state !== "open")
    await prolong(ctx, person, { ...SYSTEM, at }, "person.invitationRenewed");
  else await orderMail(ctx, person._id, { at });
  return true;
}

/** Whether an invitation of this address stands: not withdrawn, not over, nobody came by it. */
export async function isInvited(ctx: ReadCtx, email: string, at: number): Promise<boolean> {
  const person = await personByEmail(ctx, email);
  const invitation = person && (await invitationOf(ctx, person._id));
  return person?.status === "invited" && invitation?.state === "open" && at < invitation.expiresAt;
}

/**
 * What an invited person comes in with: the roles of their row, as far as whoever invited them may still give them. An
 * invitation nobody made here (an older one) keeps its roles.
 */
export async function rolesStillGiven(ctx: ReadCtx, person: Doc<"people">): Promise<RoleName[]> {
  const invitation = await invitationOf(ctx, person._id);
  const found = invitation && (await ctx.db.get(invitation.invitedById));
  if (!found) return [...person.roles];
  const inviter = personAsOf(found, Date.now());
  const given: readonly RoleName[] = inviter.status === "active" ? rolesToGive(inviter.roles) : wholeRoles();
  return person.roles.filter((role) => given.includes(role));
}

/** They came. Whoever invited them hears of it. */
export async function noteAccepted(ctx: WriteCtx, person: Doc<"people">, at: number): Promise<void> {
  const invitation = await end(ctx, person._id, "accepted", at);
  if (!invitation) return;
  await notify(ctx, {
    recipientId: invitation.invitedById,
    kind: "person.accepted",
    subject: { type: "person", id: person._id, label: person.email },
    title: `${fullName(person)} accepted your invitation`,
    body: "They can sign in and make requests.",
    to: await placeOfPerson(ctx, { recipientId: invitation.invitedById, personId: person._id }),
    at,
  });
}

/** Cron: what ran out is written as such, and who has not come after the days set for it is reminded. */
export async function turnInvitations(ctx: WriteCtx, at: number): Promise<void> {
  const over = await ctx.db
    .query("invitations")
    .withIndex("by_expiry", (q) => q.eq("state", "open").lte("expiresAt", at))
    .take(BATCH);
  for (const { personId } of over) {
    const person = await ctx.db.get(personId);
    if (person?.status === "invited")
      await updatePerson(ctx, person, { status: "expired" }, { ...SYSTEM, action: "person.invitationExpired", at });
    await end(ctx, personId, "expired", at);
  }
  const due = await ctx.db
    .query("invitations")
    .withIndex("by_reminder", (q) => q.eq("state", "open").gt("remindAt", 0).lte("remindAt", at))
    .take(BATCH);
  for (const { _id, personId } of due) {
    await ctx.db.patch(_id, { remindAt: undefined });
    await orderMail(ctx, personId, { kind: "remind", at });
  }
}

/** What the sign-in service is to do now: new orders first, then those that got stuck. */
export async function waitingOrders(ctx: ReadCtx, now: number): Promise<Doc<"accountOrders">[]> {
  const fresh = await ctx.db
    .query("accountOrders")
    .withIndex("by_taken", (q) => q.eq("takenAt", undefined))
    .take(BATCH);
  const stuck = await ctx.db
    .query("accountOrders")
    .withIndex("by_taken", (q) => q.gt("takenAt", 0).lte("takenAt", now - RETAKE_MS))
    .take(BATCH);
  return [...fresh, ...stuck];
}

/** The sign-in service takes one over; false when another did, or when what it asks for does not stand any more. */
export async function takeOrder(ctx: WriteCtx, id: Id<"accountOrders">, at: number): Promise<boolean> {
  const order = await ctx.db.get(id);
  if (!order || (order.takenAt !== undefined && at - order.takenAt < RETAKE_MS)) return false;
  if (!(await isInvited(ctx, order.email, at))) {
    await ctx.db.delete(id);
    return false;
  }
  await ctx.db.patch(id, { takenAt: at });
  return true;
}

/** The sign-in service mailed a link. */
export async function noteMailed(ctx: WriteCtx, order: Doc<"accountOrders">, at: number): Promise<void> {
  const invitation = await invitationOf(ctx, order.personId);
  if (invitation) await ctx.db.patch(invitation._id, { mailedAt: at });
}

/** For how many days an invitation works that is sent now, and after how many the link is sent again. */
export const daysNow = async (ctx: ReadCtx) => ({
  works: await configured(ctx, "invitations.days"),
  reminds: await configured(ctx, "invitations.reminderDays"),
});

async function prolong(ctx: WriteCtx, person: Doc<"people">, by: By, action: string): Promise<void> {
  const invitation = await invitationOf(ctx, person._id);
  if (!invitation) return;
  await updatePerson(
    ctx,
    person,
    { status: "invited", invitedAt: by.at },
    { actor: by.actor, impersonator: by.impersonator, action, at: by.at },
  );
  const expiresAt = by.at + (await daysNow(ctx)).works * DAY_MS;
  await ctx.db.patch(invitation._id, { state: "open", expiresAt, endedAt: undefined });
  await orderMail(ctx, person._id, { at: by.at });
}

async function end(
  ctx: WriteCtx,
  personId: Id<"people">,
  state: Exclude<Doc<"invitations">["state"], "open">,
  at: number,
): Promise<Doc<"invitations"> | null> {
  const invitation = await invitationOf(ctx, personId);
  if (!invitation || (invitation.state !== "open" && invitation.state !== "expired")) return null;
  await ctx.db.patch(invitation._id, { state, endedAt: at, remindAt: undefined });
  return invitation;
}
