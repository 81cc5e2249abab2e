/** What the sign-in server and the crons call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { personByToken, runningImpersonation } from "../access/viewer";
import { SYSTEM } from "../core/audit/model";
import { configuredCompany } from "../core/catalog/types/company";
import { ensureSuperAdmin } from "../core/people/firstAdmin";
import { hasActiveSuperAdmin } from "../core/people/holders";
import { endOverdueImpersonations } from "../core/people/impersonating/ending";
import * as renaming from "../core/people/renaming";
import * as signIn from "../core/people/signIn";
import * as signInHelp from "../core/people/signInHelp";
import * as stepUps from "../core/people/stepUp";
import { demoWorld } from "../core/seedData/model";
import { normalizeEmail } from "../lib/pure/text";
import { MINUTE_MS } from "../lib/pure/time";
import { timestamp } from "../lib/validators";
import { dueDates, turnDatesOfPerson } from "../process/confirming/dates";
import { suspendInactive } from "../process/confirming/inactive";

/**
 * Makes this address a super admin if nobody administers the portal, creating the person if needed; says whether it is
 * one now, and the address they are known by: one mailbox is one person.
 */
export const bootstrapSuperAdmin = internalMutation({
  args: { email: v.string(), firstName: v.string(), lastName: v.string() },
  returns: v.object({ isSuperAdmin: v.boolean(), email: v.string() }),
  handler: async (ctx, { email, ...names }) =>
    await ensureSuperAdmin(
      ctx,
      { email: normalizeEmail(email), ...names },
      Date.now(),
      (await demoWorld(ctx))?.personIds,
    ),
});

/** Whether an active super admin exists. */
export const superAdminExists = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await hasActiveSuperAdmin(ctx),
});

/** Whether whoever has this account or address may sign in; asked before every session and every renewal of a token. */
export const accountStateOf = internalQuery({
  args: {
    tokenIdentifier: v.union(v.string(), v.null()),
    email: v.string(),
    sessionStartedAt: v.optional(timestamp),
  },
  returns: v.union(v.literal("open"), v.literal("closed"), v.literal("sessionOver")),
  handler: async (ctx, { email, ...account }) =>
    await signIn.accountStateOf(ctx, { ...account, email: normalizeEmail(email) }, Date.now()),
});

/** Whether the person of an account looks through somebody else's eyes; asked before they change that account. */
export const isImpersonating = internalQuery({
  args: { tokenIdentifier: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenIdentifier }) => {
    const person = await personByToken(ctx, tokenIdentifier);
    return person !== null && (await runningImpersonation(ctx, person)) !== null;
  },
});

/** The sign-in account of a person, as tokens name it; null for nobody. The host asks once somebody may know it. */
export const accountOf = internalQuery({
  args: { personId: v.id("people") },
  returns: v.union(v.null(), v.object({ tokenIdentifier: v.union(v.string(), v.null()) })),
  handler: async (ctx, { personId }) => {
    const person = await ctx.db.get(personId);
    return person && { tokenIdentifier: person.tokenIdentifier ?? null };
  },
});

/** Whose sessions and mailed links the sign-in store has to end, because they were shut out. */
export const shutOuts = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("shutOuts"),
      tokenIdentifier: v.union(v.string(), v.null()),
      email: v.string(),
      at: timestamp,
    }),
  ),
  handler: async (ctx) =>
    (await signIn.waitingShutOuts(ctx)).map(({ _id, tokenIdentifier = null, email, at }) => ({
      id: _id,
      tokenIdentifier,
      email,
      at,
    })),
});

/** Links to a new password that the sign-in service has to mail, because somebody asked for them. */
export const waitingResetLinks = internalQuery({
  args: {},
  returns: v.array(v.object({ id: v.id("resetLinks"), email: v.string() })),
  handler: async (ctx) => (await signInHelp.waitingResetLinks(ctx)).map(({ _id, email }) => ({ id: _id, email })),
});

/** The sign-in service takes one over; false when it was taken already. */
export const takeResetLink = internalMutation({
  args: { id: v.id("resetLinks") },
  returns: v.boolean(),
  handler: async (ctx, { id }) => await signInHelp.takeResetLink(ctx, id, Date.now()),
});

/** Accounts whose wrong passwords no longer count, because somebody else asked for it. */
export const waitingUnlocks = internalQuery({
  args: {},
  returns: v.array(v.object({ id: v.id("unlocks"), email: v.string() })),
  handler: async (ctx) => (await signInHelp.waitingUnlocks(ctx)).map(({ _id, email }) => ({ id: _id, email })),
});

/** The sign-in service forgot those of one. */
export const unlockDone = internalMutation({
  args: { id: v.id("unlocks") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await signInHelp.noteUnlocked(ctx, id, Date.now());
    return null;
  },
});

/** The sign-in store ended them. */
export const shutOutDone = internalMutation({
  args: { id: v.id("shutOuts") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    if (await ctx.db.get(id)) await ctx.db.delete(id);
    return null;
  },
});

/** Why the person of a sign-in account cannot have this address; null where they can. */
export const whyNotEmail = internalQuery({
  args: { tokenIdentifier: v.string(), email: v.string() },
  returns: renaming.refusedEmail,
  handler: async (ctx, { tokenIdentifier, email }) =>
    await renaming.whyNotEmail(ctx, await personByToken(ctx, tokenIdentifier), normalizeEmail(email), wished()),
});

/** The person of a sign-in account proved that this address is theirs: it is from now on, unless it cannot be. */
export const changeEmail = internalMutation({
  args: { tokenIdentifier: v.string(), email: v.string() },
  returns: renaming.refusedEmail,
  handler: async (ctx, { tokenIdentifier, email }) =>
    await renaming.changeEmail(ctx, await personByToken(ctx, tokenIdentifier), normalizeEmail(email), wished()),
});

function wished() {
  return { now: Date.now(), companyDomain: configuredCompany(process.env).domain };
}

/** A session was revoked or signed out: its tokens are refused from now on, on every open page too. */
export const endSession = internalMutation({
  args: { sessionId: v.string(), expiresAt: timestamp },
  returns: v.null(),
  handler: async (ctx, session) => {
    await signIn.endSession(ctx, session);
    return null;
  },
});

/** The sign-in service checked the password of this session's person again, just now, for what it names. */
export const recordStepUp = internalMutation({
  args: { tokenIdentifier: v.string(), sessionId: v.string(), for: v.string() },
  returns: v.null(),
  handler: async (ctx, session) => {
    await stepUps.recordStepUp(ctx, session, Date.now());
    return null;
  },
});

/** Cron: forgets ended sessions whose tokens have expired and proofs that count no longer, one batch per run. */
export const pruneSessions = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await signIn.pruneEndedSessions(ctx, Date.now());
    await stepUps.pruneStepUps(ctx, Date.now());
    return null;
  },
});

/** Cron: looks a minute ahead for dates of people, each turned in a transaction of its own in the second it comes. */
export const turnDates = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const at = Date.now();
    for (const { _id, dueAt } of await dueDates(ctx, at + MINUTE_MS))
      await ctx.scheduler.runAfter(Math.max(0, (dueAt ?? at) - at), internal.people.internal.turnDatesOf, {
        personId: _id,
      });
    return null;
  },
});

/** A date of one person has come. */
export const turnDatesOf = internalMutation({
  args: { personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    await turnDatesOfPerson({ ctx, at: Date.now(), by: SYSTEM }, personId);
    await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
    return null;
  },
});

/** Cron: warns and suspends people who have not been here for long, where the settings ask for it. */
export const turnInactive = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await suspendInactive({ ctx, at: Date.now(), by: SYSTEM });
    await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
    return null;
  },
});

/** Cron: writes the end of impersonations that are over, because of their time or of who the two people are now. */
export const endImpersonations = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endOverdueImpersonations(ctx, Date.now());
    return null;
  },
});
