/** From rows to what the next-step sentence looks at. */

import type { Doc } from "../../_generated/dataModel";
import type { NextStepFacts, OpenStep, StepTask } from "../../core/shared/rules/nextStep";
import type { Visible } from "../../process/steps/circle";
import type { ShownRequest, ShownTask } from "./detailView";

/** What is known about a request when its sentence is made. */
interface Known {
  readonly tasks: readonly ShownTask[];
  readonly grants: readonly Doc<"grants">[];
  readonly question: ShownRequest["question"];
  readonly requesterName: string;
  readonly now: number;
  /** The zone its reader chose. */
  readonly timeZone: string | undefined;
}

/** Everything the sentence looks at. */
export function nextStepFacts(
  { request, tasks: rows, access }: Visible,
  { tasks, grants, question, requesterName, now, timeZone }: Known,
): NextStepFacts {
  const begun = rows.flatMap(({ finishedAt }) => (finishedAt === undefined ? [] : [finishedAt]));
  const readyAt = Math.max(request.submittedAt ?? request.createdAt, ...begun);
  const waits = new Map(rows.map((row) => [row._id, row]));
  return {
    status: request.status,
    requesterName,
    isRequester: access.isRequester,
    question: question && { by: question.by, cancelsAt: question.cancelsAt },
    cancelReason: request.cancelReason ?? null,
    verdict: rejection(tasks),
    endedAt: request.endedAt ?? null,
    accessEnds: grants
      .filter(({ state }) => state === "Active" || state === "Expiring")
      .map(({ expiresAt }) => expiresAt ?? null),
    tasks: tasks.map((task) => ({ ...stepTask(task, readyAt, waits.get(task.id)), heldUntil: heldUntil(rows, task) })),
    now,
    timeZone,
  };
}

function stepTask(
  task: ShownTask,
  readyAt: number,
  wait: Pick<Doc<"requestTasks">, "delayMs" | "notBefore"> = {},
): Omit<StepTask, "heldUntil"> {
  const { title, order, status, outcome, kind, attempt, maxAttempts, retryAt, holder, candidates, system, obstacle } =
    task;
  const holders = holder ? [holder.name] : candidates;
  const { delayMs, notBefore } = wait;
  const startsAt = delayMs === undefined ? (notBefore ?? null) : Math.max(notBefore ?? 0, readyAt + delayMs);
  return {
    title,
    order,
    status,
    outcome,
    kind,
    attempt,
    maxAttempts,
    retryAt,
    holders,
    system,
    obstacle,
    startsAt,
    step: openStep(task),
  };
}

/** How long the approvals before a task hold it, or null. */
function heldUntil(rows: readonly Doc<"requestTasks">[], { order }: ShownTask): number | null {
  const ends = rows.flatMap((row) => (row.order < order && row.holdUntil !== undefined ? [row.holdUntil] : []));
  return ends.length === 0 ? null : Math.max(...ends);
}

function openStep({ approval }: ShownTask): OpenStep | null {
  const step = approval?.steps.find(({ state }) => state === "Active");
  if (!step) return null;
  const pending = step.seats.filter(({ isPending }) => isPending).map(({ person }) => person.name);
  return {
    required: step.required ?? 1,
    approved: step.approved,
    pending: [...new Set(pending)],
    escalatesAt: step.escalatesAt,
    expiresAt: step.expiresAt,
    problem: step.problem,
  };
}

/** Who said no, and why. */
function rejection(tasks: readonly ShownTask[]): NextStepFacts["verdict"] {
  for (const { approval, outcome, holder, technical } of tasks) {
    const no = approval?.steps
      .flatMap(({ decisions }) => decisions)
      .findLast(({ verdict }) => verdict === "reject" || verdict === "takeBack");
    if (no) return { by: no.by, comment: no.comment };
    if (outcome === "rejected" || outcome === "revoked")
      return { by: holder?.name ?? "an approver", comment: technical?.error ?? "" };
  }
  return null;
}
