/**
 * The dates of a person: set like a suspension, carried out by the clock. A job writes every end as a row, so that open
 * pages hear of it; until it has, whoever asks is judged by the dates themselves.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isSuperAdmin, isElevated } from "../../access/rank";
import { ROLES, type RoleName } from "../../access/roles";
import { PORTAL_DUTY } from "../../access/rules";
import { type Deed, recordEvent } from "../../core/audit/model";
import { actionWords } from "../../core/audit/rules/eventWords";
import { configured } from "../../core/config/model";
import { notify } from "../../core/notifications/model";
import { placeOfPerson } from "../../core/notifications/placeOfPerson";
import { holdersOf } from "../../core/people/holders";
import { fullName, updatePerson } from "../../core/people/model";
import { isNoticeDue, lastDay, notedOf, postponedEnd, whyNotDates } from "../../core/people/rules/dates";
import { whyNotSetDates } from "../../core/people/rules/moves";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, dateUtc } from "../../lib/pure/time";
import { PAGES } from "../../site/pages";
import { type ChangeKind, shown } from "./steps/change";
import {
  change,
  decidesAbout,
  decidesBeside,
  loadPerson,
  movedOf,
  moverOf,
  otherSuperAdmins,
  suspendedLately,
  tellOthers,
  tellPerson,
} from "./steps/people";

type ReadCtx = Pick<QueryCtx, "db">;
type Dates = Extract<ProposedChange, { kind: "person.dates" }>;

/** People whose dates are turned in one run. */
const BATCH = 100;
/** Latest events of one person, and as many of theirs as somebody else, that are read when a role of theirs ends. */
const LOOKED_BACK = 2_000;
/** More admins than a portal has. */
const ADMINS_READ = 200;

/** A last day is a suspension that is known before: it needs two people where that does. */
export const changeOfDates: ChangeKind<Dates> = {
  look: async (ctx, { personId, startsAt, endsAt }, by) => {
    const person = await loadPerson(ctx, personId);
    const line = (field: string, before: string | null, after: string | null): ProposedLine[] =>
      before === after ? [] : [{ field, before: before ?? "None", after: after ?? "None" }];
    const day = (at: number | null | undefined) => (at ? dateUtc(at) : null);
    const last = (at: number | null | undefined) => (at ? lastDay(at) : null);
    const lines = [
      ...line("First day", day(person.startsAt), day(startsAt)),
      ...line("Last day", last(person.endsAt), last(endsAt)),
    ];
    const needsSecond = isElevated(person.roles) || (await decidesBeside(ctx, person, by));
    return shown(person, `Set the dates of ${fullName(person)}`, lines, needsSecond);
  },
  whyNot: async (ctx, { personId, startsAt, endsAt }, by) => {
    const person = await loadPerson(ctx, personId);
    return (
      (await whyNotMaySet(ctx, person, by, endsAt !== null)) ?? whyNotDates({ startsAt, endsAt }, person, Date.now())
    );
  },
  apply: async (deed, { personId, startsAt, endsAt }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    const dates = { startsAt: startsAt ?? undefined, endsAt: endsAt ?? undefined };
    await change(deed, person, dates, word, "person.datesSet");
    const words = endsAt === null ? "have no last day" : `last day is ${lastDay(endsAt)}`;
    const kind = "person.endsSoon";
    await tellPerson(deed, person, word, { kind, title: endsAt === null ? "You have no last day" : `Your ${words}` });
    await tellOthers(deed, person, word, {
      kind,
      title: endsAt === null ? `${fullName(person)} has no last day` : `The ${words} for ${fullName(person)}`,
    });
  },
};

/** Why this one may not touch the dates of this person, whatever dates, or null. */
export async function whyNotTouchDates(
  ctx: ReadCtx,
  person: Doc<"people">,
  by: Doc<"people">,
): Promise<Refusal | null> {
  if (person.status !== "active" && person.status !== "invited") return { code: "wrong-state", status: person.status };
  return await whyNotMaySet(ctx, person, by, true);
}

async function whyNotMaySet(
  ctx: ReadCtx,
  person: Doc<"people">,
  by: Doc<"people">,
  isEndSet: boolean,
): Promise<Refusal | null> {
  return whyNotSetDates({
    by: moverOf(by),
    person: movedOf(person),
    isEndSet,
    otherSuperAdmins: await otherSuperAdmins(ctx, person),
    decidesAboutMover: await decidesAbout(ctx, person, by),
    suspendedLately: await suspendedLately(ctx, by),
    maySuspend: await configured(ctx, "people.suspensionsPerHour"),
  });
}

/** People of whom a date comes before this time. */
export async function dueDates(ctx: ReadCtx, before: number): Promise<Doc<"people">[]> {
  return await ctx.db
    .query("people")
    .withIndex("by_due", (q) => q.gt("dueAt", 0).lte("dueAt", before))
    .take(BATCH);
}

/** Does what the dates of a person say by now: notices, ended roles, their last day. */
export async function turnDatesOfPerson(deed: Deed, personId: Id<"people">): Promise<void> {
  const { ctx, at } = deed;
  const person = await ctx.db.get(personId);
  if (!person || person.dueAt === undefined || person.dueAt > at) return;
  const noticeMs = (await configured(ctx, "people.noticeDays")) * DAY_MS;
  await announce(deed, person, noticeMs);
  const { endsAt } = person;
  if (person.status === "active" && endsAt !== undefined && endsAt <= at) {
    if (await isLastSuperAdmin(ctx, person)) await postpone(deed, person, { endsAt: postponedEnd(at) });
    else return await leave(deed, person);
  }
  await endRoles(deed, await loadPerson(ctx, personId));
  const after = await loadPerson(ctx, personId);
  await ctx.db.patch(personId, notedOf(after, at, noticeMs));
}

/** Whether nobody else would administer the portal. */
export async function isLastSuperAdmin(ctx: ReadCtx, person: Doc<"people">): Promise<boolean> {
  return isSuperAdmin(person.roles) && (await otherSuperAdmins(ctx, person)) < 1;
}

async function leave(deed: Deed, person: Doc<"people">): Promise<void> {
  await updatePerson(deed.ctx, person, { status: "suspended" }, { ...deed.by, action: "person.ended", at: deed.at });
  await tellByClock(deed, person, {
    kind: "person.suspended",
    own: "Your account was suspended: your last day is over",
    others: `${fullName(person)} was suspended: their last day is over`,
  });
}

async function endRoles(deed: Deed, person: Doc<"people">): Promise<void> {
  const { ctx, at, by } = deed;
  const ends = (person.roleEnds ?? []).filter(({ endsAt }) => endsAt <= at);
  const ended = ends.map(({ role }) => role);
  if (isSuperAdmin(ended) && (await isLastSuperAdmin(ctx, person))) {
    const moved = (person.roleEnds ?? []).map((end) =>
      isSuperAdmin([end.role]) && end.endsAt <= at ? { ...end, endsAt: postponedEnd(at) } : end,
    );
    await postpone(deed, person, { roleEnds: moved });
    return await endRoles(deed, await loadPerson(ctx, person._id));
  }
  if (ended.length === 0) return;
  const roles = person.roles.filter((role) => !ended.includes(role));
  await updatePerson(ctx, person, { roles }, { ...by, action: "person.roleEnded", at });
  const words = new Intl.ListFormat("en-GB").format(ended.map((role: RoleName) => ROLES[role].label));
  await tellByClock(deed, person, {
    kind: "person.rolesChanged",
    own: `You are no longer ${words}: the time is over`,
    others: `${fullName(person)} is no longer ${words}: the time is over`,
    review: await doneSince(ctx, person, Math.min(...ends.map(({ grantedAt, since }) => grantedAt ?? since))),
  });
}

/** What outlives a role, of which its holder may have done some for that. */
const OUTLIVES =
  /^((person|proposal|area|domain|config|delegation|review|impersonation|template|supportTeams|supportHours|grant|serviceUser)\.|connector\.switched|approval\.glassBroken)/;

/**
 * What somebody did, under their own name or as somebody else, to others and to what is in charge since a role was
 * granted, or since its days count where nobody knows when it was: a sentence for those who look it through
 * now that it has ended; "" where they did nothing of it.
 */
async function doneSince(ctx: ReadCtx, person: Doc<"people">, since: number): Promise<string> {
  const named = await ctx.db
    .query("auditEvents")
    .withIndex("by_actor", (q) => q.eq("actor.personId", person._id).gte("occurredAt", since))
    .order("desc")
    .take(LOOKED_BACK);
  const asOthers = await ctx.db
    .query("auditEvents")
    .withIndex("by_impersonator", (q) => q.eq("impersonator.personId", person._id).gte("occurredAt", since))
    .order("desc")
    .take(LOOKED_BACK);
  // What somebody else did as them is theirs by name alone.
  const events = [...named.filter(({ impersonator }) => !impersonator), ...asOthers];
  const isCut = [named, asOthers].some(({ length }) => length === LOOKED_BACK);
  const counts = new Map<string, number>();
  for (const { action, targets } of events)
    if (OUTLIVES.test(action) && targets[0]?.id !== person._id) counts.set(action, (counts.get(action) ?? 0) + 1);
  if (counts.size === 0) return "";
  const kinds = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([action, n]) => `${actionWords(action)} (${isCut ? "at least " : ""}${n})`);
  return `Review what they did since ${dateUtc(since)}: ${kinds.join(", ")}.`;
}

/** Somebody administers the portal at any time: until another one does, the end comes a day later. */
async function postpone(
  deed: Deed,
  person: Doc<"people">,
  dates: Partial<Pick<Doc<"people">, "endsAt" | "roleEnds">>,
): Promise<void> {
  await updatePerson(deed.ctx, person, dates, { ...deed.by, action: "person.endPostponed", at: deed.at });
  await tellByClock(deed, person, {
    kind: "person.endsSoon",
    own: "You stay super admin for another day: nobody else is one",
    others: `${fullName(person)} stays super admin for another day: nobody else is one`,
  });
}

async function announce(deed: Deed, person: Doc<"people">, noticeMs: number): Promise<void> {
  const { at } = deed;
  const name = fullName(person);
  const said: Said[] = [];
  const { endsAt, endsSaidUntil = 0 } = person;
  if (person.status !== "active") return;
  const isDue = (end: number): boolean => isNoticeDue(end, endsSaidUntil, at, noticeMs);
  if (endsAt !== undefined && isDue(endsAt))
    said.push({
      own: `Your last day here is ${lastDay(endsAt)}`,
      others: `${name} leaves: their last day is ${lastDay(endsAt)}`,
    });
  for (const { role, endsAt: ends } of person.roleEnds ?? [])
    if (isDue(ends))
      said.push({
        own: `You are ${ROLES[role].label} until ${lastDay(ends)}`,
        others: `${name} is ${ROLES[role].label} until ${lastDay(ends)}`,
      });
  for (const one of said) await tellByClock(deed, person, { ...one, kind: "person.endsSoon" });
  if (said.length === 0) return;
  await recordEvent(deed.ctx, {
    ...deed.by,
    action: "person.endNoticed",
    targets: [{ type: "person", id: person._id, label: person.email }],
    occurredAt: at,
  });
}

interface Said {
  readonly own: string;
  readonly others: string;
  /** What those who look after people are asked to look at. */
  readonly review?: string;
}

/** The person, their manager and the admins hear of what the clock does. */
export async function tellByClock(
  { ctx, at }: Deed,
  person: Doc<"people">,
  said: Said & { readonly kind: string },
): Promise<void> {
  const subject = { type: "person", id: person._id, label: person.email };
  const { kind, own, others, review = "" } = said;
  await notify(ctx, { recipientId: person._id, kind, subject, title: own, body: "", to: PAGES.profile.path, at });
  const adminIds = new Set((await holdersOf(ctx, PORTAL_DUTY, ADMINS_READ)).map(({ _id }) => _id));
  const recipients = new Set([...(person.managerId ? [person.managerId] : []), ...adminIds]);
  recipients.delete(person._id);
  for (const recipientId of recipients)
    await notify(ctx, {
      recipientId,
      kind,
      subject,
      title: others,
      body: review && adminIds.has(recipientId) ? `${review} Each one is in the history on their page.` : review,
      to: await placeOfPerson(ctx, { recipientId, personId: person._id }),
      because: recipientId === person.managerId ? "You are their manager" : "You look after the portal",
      at,
    });
}
