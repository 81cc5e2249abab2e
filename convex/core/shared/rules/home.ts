/** Decisions about what Home says: why something waits for somebody, and what is offered to ask for. */

import { shorten } from "../../../lib/pure/text";
import type { SeatSource } from "../../approvals/table";

/** A question is quoted up to here. */
const QUOTED = 160;

/** What is known about an approval that waits for somebody. */
export interface WaitingApproval {
  readonly requester: string;
  readonly beneficiary: string;
  readonly type: string;
  readonly source: SeatSource;
  readonly fromName: string | null;
  readonly isEscalated: boolean;
  readonly approved: number;
  readonly required: number;
}

/** Why an approval waits for somebody: who asks for what, and how the seat came to be theirs. */
export function approvalWhy({
  requester,
  beneficiary,
  type,
  source,
  fromName,
  isEscalated,
  approved,
  required,
}: WaitingApproval): string {
  const asks = `${requester} asks for ${type}${beneficiary === requester ? "" : ` for ${beneficiary}`}`;
  const others = required > 1 ? `, ${approved} of ${required} approved` : "";
  return `${asks}${others}${seatWords(source, fromName, isEscalated)}`;
}

function seatWords(source: SeatSource, fromName: string | null, isEscalated: boolean): string {
  if (source === "escalation" || isEscalated) return "; escalated, because nobody decided in time";
  if (fromName === null) return "";
  return source === "delegation" ? `; you stand in for ${fromName}` : `; handed over by ${fromName}`;
}

/** Why a request waits for its requester. */
export function answerWhy(asker: string, question: string): string {
  return `${asker} asks: “${shorten(question.trim(), QUOTED)}”`;
}

/** Why somebody has to look at an approval that was given in an emergency. */
export function reviewWhy(by: string, reason: string): string {
  return `${by} approved in an emergency: “${shorten(reason.trim(), QUOTED)}”`;
}

/** What waits, in its order: what is due first comes first, what is never due last, the oldest first. */
export function inWaitingOrder<Row extends { readonly dueAt: number | null; readonly since: number }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || a.since - b.since);
}

/** What somebody is asked to do. */
export type WaitingKind = "approval" | "answer" | "task" | "offer" | "review";

/** Whether it is a decision: those come before all other work. */
export function isDecision({ kind }: { readonly kind: WaitingKind }): boolean {
  return kind === "approval" || kind === "review";
}

/** Equal things are one row from this many on: a row that unfolds costs a click, and saves less than it costs before. */
export const FOLDED_FROM = 3;

/**
 * What waits, with equal work together: the same task of several requests. A group stands where its most urgent stands.
 * Decisions and questions are never equal: each has a reason of its own.
 */
export function withEqualTogether<Row extends { readonly kind: WaitingKind; readonly title: string }>(
  rows: readonly Row[],
): (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  rows.forEach((row, place) => {
    const isWork = row.kind === "task" || row.kind === "offer";
    const key = isWork ? `${row.kind} ${row.title}` : String(place);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  });
  const placeOf = (row: Row): number => rows.indexOf(row);
  return [...groups.values()]
    .flatMap((group) => (group.length < FOLDED_FROM ? group.map((row) => [row]) : [group]))
    .toSorted(([a], [b]) => (a && b ? placeOf(a) - placeOf(b) : 0));
}

/** Where newcomers begin, until they and their colleagues have asked for something. */
const STARTERS: readonly string[] = ["snowflake-access", "bi-access", "snowflake-user", "sandbox"];

/** Types offered directly on Home. */
export const SHOWN_ACTIONS = 4;

/** Why a type is offered: the person asks for it, their area does, or people begin with it. */
export type ActionReason = "own" | "area" | "start";

/** The types to offer: what the person asks for most, then what their area does, then where people begin. */
export function chosenActions<Type extends { readonly key: string }>(
  types: readonly Type[],
  uses: { readonly own: ReadonlyMap<string, number>; readonly area: ReadonlyMap<string, number> },
): { readonly type: Type; readonly reason: ActionReason; readonly uses: number }[] {
  const ownOf = ({ key }: Type): number => uses.own.get(key) ?? 0;
  const areaOf = ({ key }: Type): number => uses.area.get(key) ?? 0;
  const startOf = ({ key }: Type): number => (STARTERS.includes(key) ? STARTERS.indexOf(key) : STARTERS.length);
  const ranked = types.toSorted((a, b) => ownOf(b) - ownOf(a) || areaOf(b) - areaOf(a) || startOf(a) - startOf(b));
  return ranked.slice(0, SHOWN_ACTIONS).map((type) => {
    if (ownOf(type) > 0) return { type, reason: "own", uses: ownOf(type) };
    return areaOf(type) > 0 ? { type, reason: "area", uses: areaOf(type) } : { type, reason: "start", uses: 0 };
  });
}

/** How often each value occurs. */
export function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
