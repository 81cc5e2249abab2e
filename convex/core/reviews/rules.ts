/** Decisions about access reviews: what is looked at first, what is proposed, and what a verdict needs. */

import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import type { ReviewGroup, ReviewVerdict } from "./table";

/** Whether a role of a domain changes data of which that matters most. */
export function isRiskyRole(
  { roles, sensitivity }: { readonly roles: readonly { name: string; level: string }[]; readonly sensitivity: string },
  role: string | undefined,
): boolean {
  const isSensitive = sensitivity === "pii" || sensitivity === "restricted";
  return isSensitive && roles.some(({ name, level }) => name === role && level === "write");
}

/** How long a review may take. */
export const SHORTEST_DAYS = 3;
export const LONGEST_DAYS = 60;

/** Removals of one review; above a number that is an option they take a second person. */
export const MAX_REMOVALS = 100;

/** Undecided accesses that are counted, and those looked through for what goes where nobody decides. */
export const MAX_UNDECIDED = 1000;
export const MAX_UNDECIDED_LOOKED_AT = 2 * MAX_REMOVALS;

/** The reason of a removal nobody decided about, before the end and after it. */
export const UNDECIDED_AHEAD = "Nobody has decided about it yet, and this review removes what nobody decides about.";
export const UNDECIDED_REASON = "Nobody decided before the end, and this review removes what nobody decides about.";

/** What a review does about what nobody decides about. */
interface ByDefault {
  readonly undecided?: ReviewVerdict;
}

/** How those concerned read what happens to so many accesses nobody has decided about. */
export function undecidedWords({ undecided }: ByDefault, count: number): string {
  const many = count >= MAX_UNDECIDED ? `At least ${MAX_UNDECIDED} are` : count === 1 ? "1 is" : `${count} are`;
  if (undecided !== "remove") return `${many} not decided about yet. What nobody decides about stays.`;
  const most = count > MAX_REMOVALS ? `, at most ${MAX_REMOVALS} in one review` : "";
  return `${many} not decided about yet. What nobody decides about is removed${most}.`;
}

/** What happens in the end to what nobody decides about. */
export function defaultWords({ undecided }: ByDefault): string {
  return `Access nobody decides about ${undecided === "remove" ? "is removed" : "stays"}.`;
}

/** Accesses decided about at once, and the time between two steps that keep: enough to look at what comes next. */
export const MAX_DECIDED_TOGETHER = 50;
export const KEEPING_PAUSE_MS = 30 * SECOND_MS;

/** How often one access is passed on; once more, and it goes to data governance and stays there. */
export const MAX_PASSES = 3;

/** Accesses passed on at once, and those of one review that one person is asked about. */
export const MAX_PASSED_TOGETHER = 50;
export const MAX_PASSED_TO_ONE = 200;

/** What a review is about: a domain, or one of its roles. */
interface Subject {
  readonly _id: string;
  readonly domainName: string;
  readonly role?: string;
}

/** A review as events and notifications name it: by its domain or its role. */
export function subjectOf({ _id: id, domainName, role }: Subject) {
  return { type: "review", id, label: role ?? domainName };
}

/** What people have of what a review is about: "access to Orders", "the role ORDERS_READ". */
export function accessWords({ domainName, role }: Omit<Subject, "_id">): string {
  return role === undefined ? `access to ${domainName}` : `the role ${role}`;
}

/** How somebody reads that some of a review was passed on to them. */
export function passedWords({ domainName, role }: Omit<Subject, "_id">, by: string, count: number): string {
  if (role === undefined)
    return `${by} passed ${count === 1 ? "an access" : `${count} accesses`} to ${domainName} on to you`;
  return `${by} passed ${count === 1 ? "one holder" : `${count} holders`} of ${role} on to you`;
}

/** What is read off an access. */
export interface ReviewedFacts {
  readonly startsAt: number;
  readonly expiresAt?: number;
  /** Null where nobody knows. */
  readonly use: { readonly lastUsedAt: number | null; readonly asOf: number } | null;
  /** When its holder last came to another business area; absent where they never did, or no person holds it. */
  readonly movedAt?: number;
  /** When somebody last decided, after a move, that it stays. */
  readonly keptAt?: number;
  /** It changes data that is personal or restricted. */
  readonly isRisky: boolean;
  /** After how long without use access counts as unused. */
  readonly unusedDays: number;
}

const GROUPS: readonly ReviewGroup[] = ["unused", "grown", "risky", "endless", "unknown", "used"];

/** Whether access counts as unused. What was given lately had no time to be used. */
export function isUnused({
  startsAt,
  use,
  unusedDays,
}: Pick<ReviewedFacts, "startsAt" | "use" | "unusedDays">): boolean {
  return use !== null && use.asOf - Math.max(use.lastUsedAt ?? 0, startsAt) > unusedDays * DAY_MS;
}

/** The group an access belongs to: the first of them whose sign it bears. */
export function groupOf(facts: ReviewedFacts): ReviewGroup {
  const { startsAt, expiresAt, use, movedAt, keptAt = 0, isRisky } = facts;
  if (isUnused(facts)) return "unused";
  if (movedAt !== undefined && movedAt > Math.max(startsAt, keptAt)) return "grown";
  if (isRisky) return "risky";
  if (expiresAt === undefined) return "endless";
  return use && use.lastUsedAt !== null ? "used" : "unknown";
}

/** Where a group stands in the list. */
export function rankOf(group: ReviewGroup): number {
  return GROUPS.indexOf(group);
}

/** What is proposed for an access of a group. */
export function proposedFor(group: ReviewGroup): ReviewVerdict {
  return group === "unused" || group === "grown" ? "remove" : "keep";
}

/** Why a review cannot take so many days, or null. */
export function whyNotDays(days: number): Refusal | null {
  return Number.isSafeInteger(days) && days >= SHORTEST_DAYS && days <= LONGEST_DAYS
    ? null
    : { code: "invalid-input", message: `A review takes ${SHORTEST_DAYS} to ${LONGEST_DAYS} days.` };
}

/** Why another review cannot start beside the open ones of its domain, or null: nobody is asked twice about the same. */
export function whyNotBeside(open: readonly { readonly role?: string }[], role: string | undefined): Refusal | null {
  const same = open.find((one) => one.role === undefined || role === undefined || one.role === role);
  if (!same) return null;
  const what = same.role === undefined ? "this domain" : `the role ${same.role}`;
  return { code: "duplicate", message: `A review of ${what} is open.` };
}

/** Why nothing can be decided now, or null. */
export function whyNotNow(review: { readonly state: string; readonly dueAt: number }, at: number): Refusal | null {
  return review.state === "open" && at < review.dueAt ? null : { code: "wrong-state", status: review.state };
}

/** Why so many more removals are too many, or null. */
export function whyNotMoreRemovals(removals: number, more = 1): Refusal | null {
  return removals + more <= MAX_REMOVALS
    ? null
    : { code: "invalid-input", message: `One review removes at most ${MAX_REMOVALS}.` };
}

/** Why so many cannot be decided about at once now, or null: not everything is kept within seconds. */
export function whyNotTogether(
  { count, verdict }: { readonly count: number; readonly verdict: ReviewVerdict },
  { keptTogetherAt }: { readonly keptTogetherAt?: number },
  at: number,
): Refusal | null {
  if (count === 0 || count > MAX_DECIDED_TOGETHER)
    return { code: "invalid-input", message: `At most ${MAX_DECIDED_TOGETHER} can be decided at once.` };
  if (verdict === "keep" && keptTogetherAt !== undefined && at - keptTogetherAt < KEEPING_PAUSE_MS)
    return { code: "rate-limited", retryAfterMs: keptTogetherAt + KEEPING_PAUSE_MS - at };
  return null;
}

/** Why so many cannot be passed on at once, or null. */
export function whyNotPassTogether(count: number): Refusal | null {
  return count > 0 && count <= MAX_PASSED_TOGETHER
    ? null
    : { code: "invalid-input", message: `At most ${MAX_PASSED_TOGETHER} can be passed on at once.` };
}

/** Whether passing it on once more brings it to data governance. */
export function isLastPass({ passes }: { readonly passes?: readonly unknown[] }): boolean {
  return (passes?.length ?? 0) >= MAX_PASSES;
}

/** Why somebody is not asked about so many of one review, or null: what they are asked about fits on their page. */
export function whyNotPassMore(count: number): Refusal | null {
  return count <= MAX_PASSED_TO_ONE
    ? null
    : { code: "invalid-input", message: `One person is asked about at most ${MAX_PASSED_TO_ONE} of one review.` };
}

/** The group all of which can be decided about at once, by what is decided: what its evidence proposes. */
export const TOGETHER: Readonly<Record<ReviewVerdict, ReviewGroup>> = { keep: "used", remove: "unused" };

/** Why one access is not decided about along with others, or null: its use has to speak for it. */
export function whyNotAmong({ group }: { readonly group: ReviewGroup }, verdict: ReviewVerdict): Refusal | null {
  if (group === TOGETHER[verdict]) return null;
  const message =
    verdict === "keep"
      ? "Only access that is in use can be kept together."
      : "Only unused access can be removed together.";
  return { code: "invalid-input", message };
}

/** So many decisions of one person in one review within so long are too quick for each to have been looked at. */
export const PACES = [
  { decisions: 10, withinMs: 20 * SECOND_MS, isOneByOne: true },
  // With those made together: 50 at once are looked at as a group, twice as many are not.
  { decisions: 2 * MAX_DECIDED_TOGETHER, withinMs: 5 * MINUTE_MS, isOneByOne: false },
] as const;
/** How far back decisions are looked at, and how many of them. */
export const PACE_MS = Math.max(...PACES.map(({ withinMs }) => withinMs));
export const MAX_PACED = 3 * MAX_DECIDED_TOGETHER;

/** A decision as its pace is judged. */
export interface Paced {
  readonly decidedAt?: number;
  readonly isTogether?: boolean;
}

/** Those of one person's decisions that followed each other too quickly, up to now. */
export function hurriedAmong<T extends Paced>(decisions: readonly T[], at: number): T[] {
  const found = new Set<T>();
  for (const { decisions: many, withinMs, isOneByOne } of PACES) {
    const within = decisions.filter(
      ({ decidedAt = 0, isTogether = false }) => at - decidedAt < withinMs && !(isOneByOne && isTogether),
    );
    if (within.length >= many) for (const one of within) found.add(one);
  }
  return [...found];
}
