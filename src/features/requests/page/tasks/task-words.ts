/** What the timeline says about tasks. */

import { isOpen } from "../../../../../convex/core/requests/rules";
import { endingOf } from "../../../../../convex/core/tasks/rules/ended";
import { TASK_ENDINGS } from "../../../../../convex/core/tasks/rules/endings";
import { plural } from "../../../../../convex/lib/pure/text";
import { withReadersTimes } from "../../../../lib/dates";
import type { DetailTask, RequestDetail } from "../api";

/** Tasks of one order: they run side by side. */
export interface TaskGroup {
  readonly order: number;
  readonly tasks: readonly DetailTask[];
}

/** The tasks in their order, parallel ones together. */
export function groupByOrder(tasks: readonly DetailTask[]): TaskGroup[] {
  const groups = new Map<number, DetailTask[]>();
  for (const task of tasks) groups.set(task.order, [...(groups.get(task.order) ?? []), task]);
  return [...groups].toSorted(([a], [b]) => a - b).map(([order, group]) => ({ order, tasks: group }));
}

/** "3 of 5 tasks complete": what the answers make needless is no task to be done. */
export function progressText(tasks: readonly DetailTask[]): string {
  if (tasks.length === 0) return "No tasks yet";
  const needed = tasks.filter(({ outcome }) => outcome !== "skipped");
  const complete = needed.filter(({ status }) => status === "Complete").length;
  return `${complete} of ${plural(needed.length, "task")} complete`;
}

/** How a task ended, where the status alone does not say it; in the words of the queue's filter. */
export function outcomeText({
  type,
  outcome,
  status,
  kind,
}: Pick<DetailTask, "type" | "outcome" | "status" | "kind">): string | null {
  const ending = endingOf({ type, outcome: outcome ?? undefined });
  if (ending === "done") return kind === "approval" ? "Approved" : null;
  // "Failed" and "Not Started" say it already.
  if (ending === null || ending === "error" || status === "Not Started") return null;
  return TASK_ENDINGS[ending].label;
}

/** Who has a task in hand. */
export function holderText({
  holder,
  candidates,
  waitingOn,
  system,
  kind,
  status,
  approval,
}: DetailTask): string | null {
  if (holder) return holder.name;
  if (kind === "manual" && candidates.length > 0)
    return `Open to ${candidates.slice(0, 3).join(", ")}${candidates.length > 3 ? ` and ${candidates.length - 3} more` : ""}`;
  if (kind === "approval" && approval) return null;
  if (system) return system;
  return status === "Running" ? withReadersTimes(waitingOn?.text ?? "The portal") : null;
}

/** "Attempt 2 of 5", once there was more than one. */
export function attemptText({
  attempt,
  maxAttempts,
  status,
  retryAt,
}: Pick<DetailTask, "attempt" | "maxAttempts" | "status" | "retryAt">): string | null {
  if (status === "Failed" && retryAt !== null)
    return `Attempt ${attempt} of ${maxAttempts} failed, retried automatically`;
  return attempt > 1 ? `Attempt ${attempt} of ${maxAttempts}` : null;
}

/** Whether a task stands still until somebody mends it. */
export function isStuck({
  kind,
  status,
  retryAt,
  outcome,
}: Pick<DetailTask, "kind" | "status" | "retryAt" | "outcome">): boolean {
  return kind !== "approval" && status === "Failed" && retryAt === null && outcome !== "cancelled";
}

/** Who looks into a stuck task: whoever has it, else the admins, who are told what they can do; nobody once it is over. */
export function mendText(
  { holder }: Pick<DetailTask, "holder">,
  { status, viewer }: Pick<RequestDetail, "status" | "viewer">,
): string | null {
  if (!isOpen(status)) return null;
  if (holder !== null) return `${holder.name} is looking into it.`;
  return viewer.isManager ? "You can retry it or resolve it manually." : "The admins are looking into it.";
}

/** Why nobody is asked about a task, or null: it goes its way, the request is over, or whoever reads mends it. */
export function whyNotAsk(
  { status, whyNot, viewer }: Pick<RequestDetail, "status" | "whyNot" | "viewer">,
  task: Pick<DetailTask, "kind" | "status" | "retryAt" | "outcome">,
): string | null {
  if (status !== "Blocked" || !isStuck(task)) return "It is not stuck.";
  return viewer.isManager ? "You can fix it." : whyNot.comment;
}
