/**
 * Dates that are known before: until when somebody holds a role, when they begin and when they leave. Every one is the
 * beginning or the end of a day, UTC. A date set today works like the deed itself, so it takes the same people.
 */

import { type PersonStatus, type RoleName, ROLES, COMMON_ROLE } from "../../../access/roles";
import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { DAY_MS, dateUtc } from "../../../lib/pure/time";

/** For how long times of a role that are over are kept: as long as an option can ask somebody to go without it. */
const TERMS_KEPT_MS = 365 * DAY_MS;
/** How far ahead anybody's dates lie. */
export const DATES_MAX_MS = 5 * 365 * DAY_MS;
/** A role and its end, as it is wished. */
export interface WishedEnd {
  readonly role: RoleName;
  readonly endsAt: number;
}

interface KeptEnd extends WishedEnd {
  /** When it began, and so much earlier as it was held with an end before. */
  readonly since: number;
}

/** For how long somebody held a role with an end, in all, and when that was over. */
export interface RoleTerm {
  readonly role: RoleName;
  readonly heldMs: number;
  readonly endedAt: number;
}

/** The ends somebody's roles have, and the times with an end that are over. */
export interface KnownTerms {
  readonly roleEnds?: readonly KeptEnd[];
  readonly roleTerms?: readonly RoleTerm[];
}

/** What the clock looks at. */
export interface KnownDates {
  readonly status: PersonStatus;
  readonly roleEnds?: readonly WishedEnd[];
  readonly endsAt?: number;
  /** Ends up to this one were announced, or set so late that setting them said it. */
  readonly endsSaidUntil?: number | undefined;
}

/** Every end that lies ahead of somebody who is active. */
export function endsOf({ status, roleEnds = [], endsAt }: KnownDates): number[] {
  if (status !== "active") return [];
  return [...roleEnds.map((end) => end.endsAt), ...(endsAt === undefined ? [] : [endsAt])];
}

/** When the clock has something to do: the notice before an end, or the end; undefined when nothing is known. */
function nextDue(dates: KnownDates, now: number, noticeMs: number): number | undefined {
  const ends = endsOf(dates);
  const { endsSaidUntil = 0 } = dates;
  const unsaid = ends.filter((endsAt) => endsAt > now && endsAt > endsSaidUntil);
  const moments = [...ends, ...unsaid.map((endsAt) => Math.max(endsAt - noticeMs, now))];
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Whether an end is near and was not announced before. */
export function isNoticeDue(endsAt: number, saidUntil: number, now: number, noticeMs: number): boolean {
  return endsAt > now && endsAt > saidUntil && endsAt - noticeMs <= now;
}

/**
 * What the clock notes of somebody: up to which end there is nothing more to announce, since it was or setting it said
 * so, and when to look again.
 */
export function notedOf(
  dates: KnownDates,
  now: number,
  noticeMs: number,
): { endsSaidUntil: number | undefined; dueAt: number | undefined } {
  const near = endsOf(dates).filter((endsAt) => endsAt - noticeMs <= now);
  const said = [...near, ...(dates.endsSaidUntil === undefined ? [] : [dates.endsSaidUntil])];
  const endsSaidUntil = said.length === 0 ? undefined : Math.max(...said);
  return { endsSaidUntil, dueAt: nextDue({ ...dates, endsSaidUntil }, now, noticeMs) };
}

/** Until when the last super admin stays one whose end has come: the end of this day. */
export function postponedEnd(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/**
 * Why roles cannot have these ends, or null. A role with an end lasts so many days, however often the end is moved or the
 * role is given again; for longer it is given without one. After as many days without it its times no longer add up.
 */
export function whyNotRoleEnds(
  roles: readonly RoleName[],
  ends: readonly WishedEnd[],
  known: KnownTerms,
  { now, termDays }: { readonly now: number; readonly termDays: number },
): Refusal | null {
  const most = plural(termDays, "day");
  if (new Set(ends.map(({ role }) => role)).size < ends.length) return invalid("A role has one end.");
  for (const { role, endsAt } of ends) {
    const { label } = ROLES[role];
    if (role === COMMON_ROLE || !roles.includes(role)) return invalid(`${label} cannot have an end here.`);
    const before = known.roleEnds?.find((end) => end.role === role);
    // One that stays as it is has been judged before.
    if (before?.endsAt === endsAt) continue;
    if (!isDayEnd(endsAt) || endsAt <= now) return invalid(`The end of ${label} has to be a day in the future.`);
    const latest = sinceOf(role, known, now, termDays) + termDays * DAY_MS;
    if (latest <= now)
      return invalid(`${label} was held for ${most} with an end. Grant it without one, or after ${most} without it.`);
    if (endsAt > latest)
      return invalid(
        `${label} ends after ${most} in all at the latest, by ${dateUtc(latest)}. Grant it with no end date for longer.`,
      );
  }
  return null;
}

/** Why somebody cannot have these dates, or null; whose say it is is judged beside. */
export function whyNotDates(
  { startsAt, endsAt }: { readonly startsAt: number | null; readonly endsAt: number | null },
  before: { readonly status: PersonStatus; readonly startsAt?: number; readonly endsAt?: number },
  now: number,
): Refusal | null {
  if (before.status !== "active" && before.status !== "invited") return { code: "wrong-state", status: before.status };
  const isSame = (before.startsAt ?? null) === startsAt && (before.endsAt ?? null) === endsAt;
  if (isSame) return invalid("They already have these dates.");
  const isStartNew = startsAt !== null && startsAt !== before.startsAt;
  if (isStartNew && before.status === "active" && (before.startsAt ?? 0) <= now)
    return invalid("They have already started: suspend them, or set their last day.");
  for (const at of [startsAt, endsAt])
    if (at !== null && (!isDayEnd(at) || at - now > DATES_MAX_MS))
      return invalid("Choose a day within the next five years.");
  if ((isStartNew && startsAt <= now) || (endsAt !== null && endsAt <= now))
    return invalid("The day has to be in the future.");
  return startsAt !== null && endsAt !== null && endsAt <= startsAt
    ? invalid("Their last day must be after their first.")
    : null;
}

/** The ends as they are kept: a role whose end is moved has had one since it first got it. */
export function keptEnds(
  ends: readonly WishedEnd[],
  known: KnownTerms,
  { now, termDays }: { readonly now: number; readonly termDays: number },
): KeptEnd[] {
  return ends.map(({ role, endsAt }) => ({ role, endsAt, since: sinceOf(role, known, now, termDays) }));
}

/** From when on the days of a role count: times of it that followed each other are one. */
function sinceOf(role: RoleName, { roleEnds = [], roleTerms = [] }: KnownTerms, now: number, restDays: number): number {
  const end = roleEnds.find((one) => one.role === role);
  const term = roleTerms.find((one) => one.role === role && now - one.endedAt < restDays * DAY_MS);
  return end?.since ?? now - (term?.heldMs ?? 0);
}

/** The times with an end that are over once somebody's roles have changed; a role without an end was decided anew. */
export function termsAfter(
  before: KnownTerms,
  after: KnownTerms & { readonly roles: readonly RoleName[] },
  now: number,
): RoleTerm[] {
  const ended = (before.roleEnds ?? [])
    .filter(({ role }) => !after.roles.includes(role))
    .map(({ role, since, endsAt }) => ({
      role,
      heldMs: Math.min(now, endsAt) - since,
      endedAt: Math.min(now, endsAt),
    }));
  const earlier = (before.roleTerms ?? []).filter(
    ({ role, endedAt }) => !after.roles.includes(role) && now - endedAt < TERMS_KEPT_MS,
  );
  return [...earlier, ...ended];
}

/** Whether two wishes for ends are one. */
export function areSameEnds(one: readonly WishedEnd[], other: readonly WishedEnd[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, endsAt }) => other.some((end) => end.role === role && end.endsAt === endsAt))
  );
}

/** The last day before an end, in words: "03/12/2026". */
export function lastDay(endsAt: number): string {
  return dateUtc(endsAt - 1);
}

function isDayEnd(at: number): boolean {
  return Number.isSafeInteger(at) && at > 0 && at % DAY_MS === 0;
}

function invalid(message: string): Refusal {
  return { code: "invalid-input", message };
}
