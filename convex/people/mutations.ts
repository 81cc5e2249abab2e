/** What a person does to their own row, and what those who look after people do to others'. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation, sessionMutation, type ViewerMutationCtx } from "../access/functions";
import { wholeRoles } from "../access/rank";
import { roleName } from "../access/validators";
import { attributionOf, recordEvent, timesDone } from "../core/audit/model";
import * as board from "../core/people/home";
import { updatePerson } from "../core/people/model";
import * as renaming from "../core/people/renaming";
import { whyNotBoard } from "../core/people/rules/home";
import { whyNotCorrectName, whyNotEndSessions } from "../core/people/rules/moves";
import { signIn } from "../core/people/signIn";
import { askForResetLink, askForUnlock } from "../core/people/signInHelp";
import { requireStepUp } from "../core/people/stepUp";
import { homeCard, themePreference } from "../core/people/table";
import { whyNotProposalReason } from "../core/proposals/rules";
import { refuse, refuseIf } from "../lib/errors";
import { problemText } from "../lib/pure/sheet";
import { whyNotPersonName } from "../lib/pure/text";
import { whyNotZone } from "../lib/pure/zones";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { ownData, ownDataOf } from "../pages/people/ownData";
import { stepUpTarget, type WishedChange } from "../process/confirming/door";
import { doPeopleFile, planPeopleFile } from "../process/confirming/peopleFile";
import { type Proposed, wish, wished } from "../process/confirming/proposing";
import { loadHelped, loadPerson, movedOf, moverOf, signOut } from "../process/confirming/steps/people";

/** Downloads of one person's own data in an hour. */
const MAX_OWN_EXPORTS = 6;

/** Takes up the holder of the token as a person; call it after every sign-in and password change. */
export const signedIn = sessionMutation("session.begin", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await signIn(ctx, ctx.claims, Date.now());
    return null;
  },
});

/** Keeps the caller's choice of theme. */
export const saveTheme = guardedMutation("self.write", {
  args: { themePreference },
  returns: v.null(),
  handler: async (ctx, changes) => {
    const event = { ...attributionOf(ctx.viewer), action: "person.themeSaved", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, changes, event);
    return null;
  },
});

/** Keeps the zone in which the caller reads deadlines; null follows their device, and UTC in mails. */
export const saveTimeZone = guardedMutation("self.write", {
  args: { timeZone: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { timeZone }) => {
    refuseIf(whyNotZone(timeZone));
    const event = { ...attributionOf(ctx.viewer), action: "person.timeZoneSaved", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, { timeZone: timeZone ?? undefined }, event);
    return null;
  },
});

/** Keeps the caller's front page: which cards, in which order. */
export const saveHomeCards = guardedMutation("self.write", {
  args: { homeCards: v.array(homeCard) },
  returns: v.null(),
  handler: async (ctx, { homeCards }) => {
    refuseIf(whyNotBoard(homeCards));
    const event = { ...attributionOf(ctx.viewer), action: "person.homeSaved", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, { homeCards }, event);
    return null;
  },
});

/**
 * Everything of the caller's own that the portal holds, to take along; the event says that it left.
 *
 * @throws `rate-limited` beyond MAX_OWN_EXPORTS an hour: each reads thousands of rows.
 */
export const exportOwn = guardedMutation("self.export", {
  args: {},
  returns: ownData,
  handler: async (ctx) => {
    const at = Date.now();
    const me = ctx.viewer.person;
    if ((await timesDone(ctx, me._id, ["person.dataExported"], at)) >= MAX_OWN_EXPORTS)
      refuse({ code: "rate-limited", message: "You have just downloaded your data several times. Try again later." });
    const data = await ownDataOf(ctx, me);
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: "person.dataExported",
      targets: [],
      occurredAt: at,
    });
    return data;
  },
});

/** Takes the first steps from the caller's front page, or brings them back. */
export const putFirstStepsAway = guardedMutation("self.write", {
  args: { hasPutFirstStepsAway: v.boolean() },
  returns: v.null(),
  handler: async (ctx, changes) => {
    const event = { ...attributionOf(ctx.viewer), action: "person.firstStepsPutAway", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, changes, event);
    return null;
  },
});

/** Puts cards on everybody's front page, instead of those that were pinned before. */
export const pinHomeCards = guardedMutation("home.pin", {
  args: { cards: v.array(homeCard) },
  returns: v.null(),
  handler: async (ctx, { cards }) => {
    refuseIf(whyNotBoard(cards));
    await board.pinHomeCards(ctx, cards, { ...attributionOf(ctx.viewer), byId: ctx.viewer.person._id, at: Date.now() });
    return null;
  },
});

/** Keeps the caller's names; the admins are told the old and the new one. */
export const saveProfile = guardedMutation("self.write", {
  args: { firstName: v.string(), lastName: v.string() },
  returns: v.null(),
  handler: async (ctx, { firstName, lastName }) => {
    const names = checkedNames(firstName, lastName);
    await renaming.rename(ctx, ctx.viewer.person, names, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

/**
 * Suspends somebody: their sessions end, their seats and tasks are handed on. Whoever holds more than staff is suspended
 * by two people.
 */
export const suspend = guardedMutation("people.suspend", {
  args: { personId: v.id("people"), reason: v.string() },
  returns: wished,
  handler: async (ctx, { personId, reason }) => await wishFor(ctx, { kind: "person.suspend", personId }, reason),
});

/** Lets somebody who was suspended in again, as staff. */
export const restore = guardedMutation("people.suspend", {
  args: { personId: v.id("people"), reason: v.string() },
  returns: wished,
  handler: async (ctx, { personId, reason }) => {
    const wished = await wishFor(ctx, { kind: "person.restore", personId }, reason);
    if (wished.state === "done") await ctx.scheduler.runAfter(0, internal.removals.internal.send, {});
    return wished;
  },
});

/** Proposes other roles for somebody; a second person confirms. */
export const changeRoles = guardedMutation("people.changeRoles", {
  args: {
    personId: v.id("people"),
    roles: v.array(roleName),
    /** Until when those are held that are held for a time; the others stay. */
    ends: v.optional(v.array(v.object({ role: roleName, endsAt: timestamp }))),
    reason: v.string(),
  },
  returns: wished,
  handler: async (ctx, { personId, roles, ends = [], reason }) =>
    await wishFor(
      ctx,
      { kind: "person.roles", personId, roles: wholeRoles(roles), ...(ends.length > 0 && { ends }) },
      reason,
    ),
});

/**
 * Moves somebody to another business area or manager; a second person confirms another manager. What they hold is
 * reviewed.
 */
export const move = guardedMutation("people.suspend", {
  args: {
    personId: v.id("people"),
    areaId: v.union(v.id("businessAreas"), v.null()),
    managerId: v.union(v.id("people"), v.null()),
    reason: v.string(),
  },
  returns: wished,
  handler: async (ctx, { reason, ...place }) => await wishFor(ctx, { kind: "person.move", ...place }, reason),
});

/**
 * Sets the day somebody begins and the one after their last; null for none. What is set here happens by the clock, so
 * it takes as many people as suspending does.
 */
export const setDates = guardedMutation("people.suspend", {
  args: { personId: v.id("people"), startsAt: nullableTimestamp, endsAt: nullableTimestamp, reason: v.string() },
  returns: wished,
  handler: async (ctx, { reason, ...dates }) => await wishFor(ctx, { kind: "person.dates", ...dates }, reason),
});

/** Corrects somebody else's name; they are told. One's own is changed in the profile. */
export const correctName = guardedMutation("people.help", {
  args: { personId: v.id("people"), firstName: v.string(), lastName: v.string() },
  returns: v.null(),
  handler: async (ctx, { personId, firstName, lastName }) => {
    const person = await loadPerson(ctx, personId);
    const corrector = ctx.viewer.person;
    refuseIf(whyNotCorrectName(moverOf(corrector), movedOf(person)));
    const names = checkedNames(firstName, lastName);
    await renaming.correctName(ctx, person, names, { ...attributionOf(ctx.viewer), at: Date.now(), corrector });
    return null;
  },
});

/** Has wrong passwords of somebody forgotten, so that they can try again at once. They are told. */
export const unlock = guardedMutation("people.help", {
  args: { personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    const by = { ...attributionOf(ctx.viewer), at: Date.now(), helper: ctx.viewer.person };
    await askForUnlock(ctx, await loadHelped(ctx, by.helper, personId), by);
    return null;
  },
});

/** Has a link to a new password mailed to somebody's own address. It opens where wrong ones lock them out, too. */
export const sendResetLink = guardedMutation("people.help", {
  args: { personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { personId }) => {
    const by = { ...attributionOf(ctx.viewer), at: Date.now() };
    await askForResetLink(ctx, await loadHelped(ctx, ctx.viewer.person, personId), by);
    return null;
  },
});

/** Signs somebody out everywhere, within a second; they can sign in again. */
export const endSessions = guardedMutation("people.help", {
  args: { personId: v.id("people"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { personId, reason }) => {
    const person = await loadPerson(ctx, personId);
    refuseIf(whyNotEndSessions(moverOf(ctx.viewer.person), movedOf(person)) ?? whyNotProposalReason(reason));
    await signOut({ ctx, at: Date.now(), by: attributionOf(ctx.viewer) }, person, ctx.viewer.person, reason.trim());
    return null;
  },
});

/** Does what a file of people says, row by row, exactly as it was shown. */
export const importFile = guardedMutation("people.suspend", {
  args: { text: v.string(), hash: v.string() },
  returns: v.object({
    changed: v.number(),
    proposed: v.number(),
    /** Rows that say what is there already. */
    untouched: v.number(),
    skipped: v.array(v.object({ row: v.number(), name: v.string(), refusal: v.any() })),
  }),
  handler: async (ctx, { text, hash }) => {
    const by = ctx.viewer.person;
    const { problems, planned, hash: found } = await planPeopleFile(ctx, text, by);
    const [problem] = problems;
    if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
    if (found !== hash)
      refuse({ code: "changed-meanwhile", message: "People have changed since you opened this file. Check it again." });
    const deed = { ctx, at: Date.now(), by: attributionOf(ctx.viewer) };
    if (planned.some(({ takesTwo }) => takesTwo)) await requireStepUp(ctx, deed.at, "people.file", hash);
    const outcome = await doPeopleFile(deed, by, planned);
    await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
    return { ...outcome, untouched: planned.filter(({ changes }) => changes.length === 0).length };
  },
});

/** What one person may not do alone needs their password again, too. */
async function wishFor(ctx: ViewerMutationCtx, change: WishedChange, reason: string): Promise<Proposed> {
  const deed = { ctx, at: Date.now(), by: attributionOf(ctx.viewer) };
  const outcome = await wish(deed, ctx.viewer.person, change, reason);
  if (outcome.state === "proposed") await requireStepUp(ctx, deed.at, change.kind, stepUpTarget(change));
  // What they held is handed on now, not with the next minute.
  else await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
  return outcome;
}

function checkedNames(firstName: string, lastName: string): { firstName: string; lastName: string } {
  const [first, last] = [whyNotPersonName("First name", firstName), whyNotPersonName("Last name", lastName)];
  if (first) refuse({ code: "invalid-name", field: "firstName", message: first });
  if (last) refuse({ code: "invalid-name", field: "lastName", message: last });
  return { firstName: firstName.trim(), lastName: lastName.trim() };
}
