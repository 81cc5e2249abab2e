/** Pure view logic of Home: what each row asks for and until when, and its sentences. */

import { SENSITIVITY_LABELS } from "../../../convex/core/domains/rules";
import { DAY_MS } from "../../../convex/lib/pure/time";
import { formatDuration, formatRelative } from "../../lib/dates";
import { count } from "../../lib/text";
import type { QuickActions, SinceVisit, WaitingItem } from "./api";

type Decision = NonNullable<WaitingItem["decision"]>;

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

/** "You decide as manager, 1 of 2 approved": what the viewer does next about an approval. */
export function nextStep({ capacity, approved, required }: Decision): string {
  return `You decide ${capacity}${required > 1 ? `, ${approved} of ${required} approved` : ""}`;
}

/** "For Ada Byron, asked by Bea Cole". */
export function forWhom({ beneficiary, requester }: Decision): string {
  return `For ${beneficiary}${requester === beneficiary ? "" : `, asked by ${requester}`}`;
}

/** "30 days, personal data": for how long, and what of it is delicate. Reading and writing are named by the title. */
export function exposureText({ duration, sensitivity }: Decision): string | null {
  const isDelicate = sensitivity === "pii" || sensitivity === "restricted";
  const facts = [duration, isDelicate ? SENSITIVITY_LABELS[sensitivity].toLowerCase() : null].filter(
    (fact) => fact !== null,
  );
  return facts.length === 0 ? null : facts.join(", ");
}

/** "New warehouse, Small; Write to Orders and 3 others": what equal tasks belong to. */
export function belongsTo(items: readonly Pick<WaitingItem, "requestTitle">[]): string {
  const names = [...new Set(items.flatMap(({ requestTitle }) => (requestTitle === null ? [] : [requestTitle])))];
  const shown = names.slice(0, NAMED).join("; ");
  return names.length <= NAMED ? shown : `${shown} and ${count(names.length - NAMED, "other")}`;
}

/** Requests named behind a row of equal tasks. */
const NAMED = 2;

/** What waits at this moment: everything but what the person put out of sight until later. */
export function awake<Item extends Pick<WaitingItem, "snoozedUntil">>(items: readonly Item[], now: number): Item[] {
  return items.filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now);
}

/** "3 things are waiting for you, 1 overdue.": the line under the greeting. */
export function summary(items: readonly Pick<WaitingItem, "dueAt" | "snoozedUntil">[], now: number): string {
  const waiting = awake(items, now);
  if (waiting.length === 0) return "Nothing is waiting for you.";
  const overdue = waiting.filter(({ dueAt }) => urgency(dueAt, now) === "overdue").length;
  const rest = overdue === 0 ? "" : overdue === waiting.length && overdue === 1 ? ", overdue" : `, ${overdue} overdue`;
  return `${waiting.length === 1 ? "1 thing is" : `${waiting.length} things are`} waiting for you${rest}.`;
}

type News = SinceVisit["parts"][number];

const NEWS_WORDS: Readonly<Record<News["name"], (n: number) => string>> = {
  asked: (n) => `${n} new to act on`,
  decided: (n) => `${n} decided`,
  failed: (n) => `${n} failed`,
  replies: (n) => count(n, "new reply", "new replies"),
  access: (n) => count(n, "change to your access", "changes to your access"),
  other: (n) => count(n, "other update"),
};

/** "2 decided", "3 new replies": one part of what is new. */
export function newsText({ name, count: n }: Pick<News, "name" | "count">): string {
  return NEWS_WORDS[name](n);
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
