/** Pure view logic of the progress strips: how far a request is and the one sentence beside it. */

import { DAY_MS } from "../../../../convex/lib/pure/time";
import { withReadersTimes } from "../../../lib/dates";
import type { RequestProgress } from "./api";

type ProgressStep = RequestProgress["steps"][number];

/** What a request waits for at this moment: the lowest step that is not complete. */
export function currentStep(steps: readonly ProgressStep[]): ProgressStep | null {
  return steps.find(({ status }) => status !== "Complete") ?? null;
}

/** "Task 2 of 5": counted by position, because equal orders run side by side. */
export function positionText(steps: readonly ProgressStep[]): string {
  if (steps.length === 0) return "No tasks yet";
  const current = currentStep(steps);
  return current ? `Task ${steps.indexOf(current) + 1} of ${steps.length}` : "All tasks complete";
}

/** Who holds the request now, in words. A question to the requester goes before everything else. */
export function holderText(step: ProgressStep, requestStatus: RequestProgress["status"]): string {
  if (requestStatus === "Needs info") return "Waiting for your answer";
  const waitingOn = step.waitingOn && withReadersTimes(step.waitingOn);
  if (step.status === "Failed") return waitingOn ?? "Failed; an admin can retry or resolve it";
  if (step.status === "Not Started") return "Not started yet";
  if (step.holder) return `With ${step.holder}`;
  if (waitingOn) return `Waiting on ${waitingOn}`;
  return step.isAutomatic ? "The portal is working on it" : "Nobody holds it yet";
}

/** The whole strip in one sentence for those who do not see it. */
export function stripLabel(steps: readonly ProgressStep[]): string {
  const complete = steps.filter(({ status }) => status === "Complete").length;
  return `${complete} of ${steps.length} tasks complete`;
}

/** What needs somebody comes first: questions to the requester, then what stopped, then the newest. */
export function byAttention<Row extends Pick<RequestProgress, "status">>(requests: readonly Row[]): Row[] {
  const rank = ({ status }: Row): number => (status === "Needs info" ? 0 : status === "Blocked" ? 1 : 2);
  return requests.toSorted((a, b) => rank(a) - rank(b));
}

/** The colour of a due date: late, within a day, or later. */
export function dueLook(dueAt: number, now: number): string {
  if (dueAt <= now) return "font-medium text-danger";
  return dueAt - now <= DAY_MS ? "font-medium text-warning" : "text-muted";
}
