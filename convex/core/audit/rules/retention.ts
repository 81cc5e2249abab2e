/**
 * How long the contents of events are kept, by class. What is removed leaves its place, action, outcome, time
 * and hashes, so that the chain still leads on; an event of the chain names it (removal.ts).
 */

import { DAY_MS } from "../../../lib/pure/time";
import { MIN_KEEP_DAYS, type AuditClass, type Retention } from "./keep";

const NOUNS: Readonly<Record<string, AuditClass>> = {
  access: "security",
  account: "security",
  audit: "security",
  password: "security",
  person: "security",
  proposal: "security",
  session: "security",
  mail: "activity",
  monitor: "activity",
  notification: "activity",
  view: "activity",
};

/** The class of an action; what has no class of its own belongs to the requests. */
export function classOf(action: string): AuditClass {
  return NOUNS[action.split(".")[0] ?? ""] ?? "access";
}

/** Whether an event is old enough to lose its contents. */
export function isOver(
  event: { readonly action: string; readonly occurredAt: number },
  retention: Retention,
  now: number,
): boolean {
  const days = retention[classOf(event.action)];
  return days !== undefined && event.occurredAt < now - days * DAY_MS;
}

/** How long a retention that was made shorter waits: a wrong value is seen and put back by then. */
export const SHORTENED_WAIT_MS = 7 * DAY_MS;

/** Whether so many days are fewer; without a number it is kept for ever. */
export function isShorter(wanted: number | undefined, held: number | undefined): boolean {
  return wanted !== undefined && (held === undefined || wanted < held);
}

/** Whether a removal can have been made by the rule: forgers have to wait as long. */
export function isLawfulRemoval({
  occurredAt,
  removedAt,
}: {
  readonly occurredAt: number;
  readonly removedAt: number;
}): boolean {
  return removedAt - occurredAt >= MIN_KEEP_DAYS * DAY_MS;
}
