/** Pure view logic of "Waiting on you": what is due when, what needs somebody now, and in which order. */
import { formatDuration, formatRelative } from "../../lib/dates";
import { count } from "../../lib/text";
import type { HeldTask } from "./api";

const DAY_MS = 86_400_000;
const SOON_MS = DAY_MS;

/** How urgent a due time is. */
export type Urgency = "overdue" | "soon" | "later" | "none";

/** Overdue from the very moment, soon within a day. */
export function urgency(dueAt: number | null, now: number): Urgency {
  if (dueAt === null) return "none";
  if (dueAt <= now) return "overdue";
  return dueAt - now <= SOON_MS ? "soon" : "later";
}

/** "Due in 2 days", "Overdue by 3h 5m", "No due date". */
export function dueText(dueAt: number | null, now: number): string {
  if (dueAt === null) return "No due date";
  return dueAt <= now ? `Overdue by ${formatDuration(now - dueAt)}` : `Due ${formatRelative(dueAt, now)}`;
}

/** The tasks of one person by what they ask of them. */
export interface TaskGroups {
  /** Running or failed: somebody waits. */
  readonly waiting: readonly HeldTask[];
  /** Not started: earlier tasks come first. */
  readonly comingUp: readonly HeldTask[];
}

/** Failed and running tasks now, the others later; finished ones wait for nobody. */
export function groupTasks(tasks: readonly HeldTask[]): TaskGroups {
  return {
    waiting: sortedByDue(tasks.filter(({ status }) => status === "Running" || status === "Failed")),
    comingUp: sortedByDue(tasks.filter(({ status }) => status === "Not Started")),
  };
}

/** What is due first comes first; what has no due time comes last, oldest start first. */
export function sortedByDue<Row extends { readonly dueAt: number | null; readonly startedAt: number | null }>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) =>
      (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER) ||
      (a.startedAt ?? Number.MAX_SAFE_INTEGER) - (b.startedAt ?? Number.MAX_SAFE_INTEGER),
  );
}

/** One sentence for the top of the page. */
export function summary(tasks: readonly HeldTask[], now: number): string {
  const { waiting, comingUp } = groupTasks(tasks);
  if (waiting.length === 0) {
    return comingUp.length === 0 ? "Nothing is waiting on you." : `Nothing is waiting on you; ${count(comingUp.length, "task")} coming up.`;
  }
  const overdue = waiting.filter(({ dueAt }) => urgency(dueAt, now) === "overdue").length;
  const verb = waiting.length === 1 ? "is" : "are";
  return `${count(waiting.length, "task")} ${verb} waiting on you${overdue > 0 ? `, ${overdue} overdue` : ""}.`;
}

/** "waiting on you" when the task waits on its own holder; null when it waits on nobody. */
export function waitingText(task: Pick<HeldTask, "waitingOn">, ownName: string): string | null {
  if (!task.waitingOn) return null;
  return `waiting on ${task.waitingOn.text === ownName ? "you" : task.waitingOn.text}`;
}

/** "Attempt 2 of 3" once there was more than one; the first attempt is not worth a word. */
export function attemptText(task: Pick<HeldTask, "attempt" | "maxAttempts">): string | null {
  return task.attempt > 1 ? `Attempt ${task.attempt} of ${task.maxAttempts}` : null;
}
