/** Pure view logic of Home: what each row asks for and until when, and its sentences. */

import { DAY_MS } from "../../../convex/lib/pure/time";
import { pathTo } from "../../../convex/site/links";
import { formatDuration, formatRelative } from "../../lib/dates";
import { count } from "../../lib/text";
import type { QuickActions, SinceVisit, WaitingItem } from "./api";

/** How urgent a due time is. */
export type Urgency = "overdue" | "soon" | "later" | "none";

/** Overdue from the very moment, soon within a day. */
export function urgency(dueAt: number | null, now: number): Urgency {
  if (dueAt === null) return "none";
  if (dueAt <= now) return "overdue";
  return dueAt - now <= DAY_MS ? "soon" : "later";
}

/** What is to be done about each kind: the noun, the button, what happens when its time is over. */
export const KINDS: Readonly<Record<WaitingItem["kind"], { noun: string; verb: string; comes: string; over: string }>> =
  {
    approval: { noun: "Decision", verb: "Decide", comes: "Expires", over: "Expires now" },
    answer: { noun: "Question", verb: "Answer", comes: "Closes", over: "Closes now" },
    task: { noun: "Task", verb: "Do task", comes: "Due", over: "Overdue" },
    offer: { noun: "Free task", verb: "Take task", comes: "Due", over: "Overdue" },
    review: { noun: "Review", verb: "Review", comes: "Due", over: "Overdue" },
  };

/** "Expires in 2 days", "Overdue by 3h 5m"; null when there is no end. */
export function dueText({ kind, dueAt }: Pick<WaitingItem, "kind" | "dueAt">, now: number): string | null {
  if (dueAt === null) return null;
  const { comes, over } = KINDS[kind];
  if (dueAt > now) return `${comes} ${formatRelative(dueAt, now)}`;
  return over === "Overdue" ? `Overdue by ${formatDuration(now - dueAt)}` : over;
}

/** What waits at this moment: everything but what the person put out of sight until later. */
export function awake<Item extends Pick<WaitingItem, "snoozedUntil">>(items: readonly Item[], now: number): Item[] {
  return items.filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now);
}

/** "3 things wait for you, 1 overdue.": the line under the greeting. */
export function summary(items: readonly Pick<WaitingItem, "dueAt" | "snoozedUntil">[], now: number): string {
  const waiting = awake(items, now);
  if (waiting.length === 0) return "Nothing waits for you.";
  const overdue = waiting.filter(({ dueAt }) => urgency(dueAt, now) === "overdue").length;
  const rest = overdue === 0 ? "" : overdue === waiting.length && overdue === 1 ? ", overdue" : `, ${overdue} overdue`;
  return `${waiting.length === 1 ? "1 thing waits" : `${waiting.length} things wait`} for you${rest}.`;
}

/** One number of the sentence, and the list behind it. */
export interface SincePart {
  readonly text: string;
  readonly to: string;
}

/** "2 decided", "1 failed", "3 new replies", each with the requests it counts; what is zero is left out. */
export function sinceParts({
  ended,
  blocked,
  replies,
}: Pick<SinceVisit, "ended" | "blocked" | "replies">): SincePart[] {
  const parts = [
    { counted: ended, text: `${ended.count} decided` },
    { counted: blocked, text: `${blocked.count} failed` },
    { counted: replies, text: count(replies.count, "new reply", "new replies") },
  ];
  return parts
    .filter(({ counted }) => counted.count > 0)
    .map(({ counted, text }) => ({ text, to: listOf(counted.keys) }));
}

/** One request opens by itself, several as a list of just these. */
function listOf(keys: readonly string[]): string {
  const [only] = keys;
  return keys.length === 1 && only !== undefined
    ? pathTo("request", { id: only })
    : pathTo("requests", { only: keys.join(",") });
}

/** Why a type is offered. */
export function reasonText(
  { reason, uses }: Pick<QuickActions["actions"][number], "reason" | "uses">,
  area: string | null,
): string | null {
  switch (reason) {
    case "own":
      return uses === 1 ? "You requested it once" : `You requested it ${uses} times`;
    case "area":
      return `${uses === 1 ? "Once" : `${uses} times`} in ${area ?? "your area"} lately`;
    case "start":
      return null;
    default:
      return reason satisfies never;
  }
}

/** "12", or "50+" where counting stopped. */
export function atLeastText({ count: n, isExact }: { readonly count: number; readonly isExact: boolean }): string {
  return isExact ? String(n) : `${n}+`;
}
