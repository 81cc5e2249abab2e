/**
 * Dates that are known before: until when somebody holds a role, when they begin and when they leave. Every one is the
 * beginning or the end of a day, UTC. A date set today works like the deed itself, so it takes the same people.
 */

import type { PersonStatus, RoleName } from "../../../access/roles";
import { ROLES } from "../../../access/roles";
import type { Refusal } from "../../../lib/pure/refusal";
import { DAY_MS, dateUtc } from "../../../lib/pure/time";

/** How long before an end the person, their manager and the admins hear of it. */
export const NOTICE_MS = 7 * DAY_MS;
/**
 * How long a role with an end lasts, however often the end is moved or the role is given again; for longer it is given
 * without one.
 */
export const ROLE_TERM_MAX_MS = 180 * DAY_MS;
/** How long somebody goes without a role before its times no longer add up. */
export const ROLE_REST_MS = 180 * DAY_MS;
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
}

/** Every end that lies ahead of somebody who is active. */
export function endsOf({ status, roleEnds = [], endsAt }: KnownDates): number[] {
  if (status !== "active") return [];
  return [...roleEnds.map((end) => end.endsAt), ...(endsAt === undefined ? [] : [endsAt])];
}

/** When the clock has something to do: the notice before an end, or the end; undefined when nothing is known. */
export function nextDue(dates: KnownDates, now: number): number | undefined {
  const ends = endsOf(dates);
  const moments = [...ends, ...ends.map((endsAt) => endsAt - NOTICE_MS).filter((at) => at > now)];
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Whether an end is one whose notice is due: the clock looked last before it, and looks now. */
export function isNoticeDue(endsAt: number, dueAt: number, now: number): boolean {
  return endsAt > now && endsAt - NOTICE_MS >= dueAt && endsAt - NOTICE_MS <= now;
}

/** Until when the last super admin stays one whose end has come: the end of this day. */
export function postponedEnd(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Why roles cannot have these ends, or null. */
export function whyNotRoleEnds(
  roles: readonly RoleName[],
  ends: readonly WishedEnd[],
  known: KnownTerms,
  now: number,
): Refusal | null {
  if (new Set(ends.map(({ role }) => role)).size < ends.length) return invalid("A role has one end.");
  for (const { role, endsAt } of ends) {
    const { label } = ROLES[role];
    if (role === "staff" || !roles.includes(role)) return invalid(`${label} cannot have an end here.`);
    const before = known.roleEnds?.find((end) => end.role === role);
    // One that stays as it is has been judged before.
    if (before?.endsAt === endsAt) continue;
    if (!isDayEnd(endsAt) || endsAt <= now) return invalid(`The end of ${label} has to be a day in the future.`);
    const latest = sinceOf(role, known, now) + ROLE_TERM_MAX_MS;
    if (latest <= now)
      return invalid(`${label} was held for 180 days with an end. Grant it without one, or after 180 days without it.`);
    if (endsAt > latest)
      return invalid(
        `${label} ends after 180 days in all at the latest, by ${dateUtc(latest)}. Grant it without an end for longer.`,
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
export function keptEnds(ends: readonly WishedEnd[], known: KnownTerms, now: number): KeptEnd[] {
  return ends.map(({ role, endsAt }) => ({ role, endsAt, since: sinceOf(role, known, now) }));
}

/** From when on the days of a role count: times of it that followed each other are one. */
function sinceOf(role: RoleName, { roleEnds = [], roleTerms = [] }: KnownTerms, now: number): number {
  const end = roleEnds.find((one) => one.role === role);
  const term = roleTerms.find((one) => one.role === role && now - one.endedAt < ROLE_REST_MS);
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
    ({ role, endedAt }) => !after.roles.includes(role) && now - endedAt < ROLE_REST_MS,
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
