/** A task as the page of its request shows it: plain words first, technical details masked. */

import type { Doc } from "../../_generated/dataModel";
import { masked, maskedObject } from "../../core/audit/rules";
import type { Access } from "../../core/requests/rules/access";
import { CONNECTOR_LABELS } from "../../core/services/rules";
import { typeOf } from "../../core/tasks/rules";
import { taskAddress } from "../../core/tasks/rules/address";
import { causeText } from "../../core/tasks/rules/causes";
import { withoutSecrets } from "../../lib/pure/secrets";
import type { Surroundings } from "../../process/settling/eligibility";
import type { ShownTask } from "./detailView";

/** Everything about a task that follows from its own row. */
export async function shownTask(
  task: Doc<"requestTasks">,
  requestKey: string,
  { nameOf }: Surroundings,
  { seesInternal }: Access,
): Promise<Omit<ShownTask, "obstacle" | "approval" | "whyNotRetry">> {
  const type = typeOf(task.type);
  const skippedBecause = task.outcome === "skipped" ? textIn(task.output, "condition") : null;
  return {
    id: task._id,
    address: taskAddress(requestKey, task),
    type: task.type,
    title: task.title,
    order: task.order,
    status: task.status,
    outcome: task.outcome ?? null,
    kind: kindOf(task.type),
    system: type?.connector ? CONNECTOR_LABELS[type.connector] : null,
    holder: task.assigneeId ? { id: task.assigneeId, name: await nameOf(task.assigneeId) } : null,
    candidates: await Promise.all((task.assigneeId ? [] : (task.candidateIds ?? [])).map(nameOf)),
    waitingOn: task.waitingOn ?? null,
    startedAt: task.startedAt ?? null,
    finishedAt: task.finishedAt ?? null,
    dueAt: task.status === "Running" ? (task.dueAt ?? task.leaseUntil ?? null) : null,
    retryAt: task.retryAt ?? null,
    attempt: task.attempt,
    maxAttempts: task.maxAttempts,
    isIrreversible: task.isIrreversible ?? false,
    runsAlways: task.runsAlways,
    takenBackAt: task.compensatedAt ?? null,
    // Its texts speak of answers that this request does not have.
    instructions: seesInternal && skippedBecause === null ? (task.instructions ?? null) : null,
    evidence: textIn(task.output, "evidence") ?? textIn(task.output, "note"),
    skippedBecause,
    problem: problemOf(task),
    technical: technicalOf(task, seesInternal),
    plan: task.plan ? maskedObject(task.plan) : null,
    planError: task.planError === undefined ? null : withoutSecrets(task.planError),
    plannedAt: task.plannedAt ?? null,
    proof: task.proof ? maskedObject(task.proof) : null,
  };
}

/** Whose hands a task is in. */
export function kindOf(type: string): ShownTask["kind"] {
  const executor = typeOf(type)?.executor;
  return executor === "approval" || executor === "manual" ? executor : "automatic";
}

/** What went wrong, for somebody who does not run the systems. */
function problemOf({ status, outcome, type, output }: Doc<"requestTasks">): string | null {
  if (status !== "Failed") return outcome === "revoked" ? "The approval was taken back." : null;
  const connector = typeOf(type)?.connector;
  const system = connector ? CONNECTOR_LABELS[connector] : "The portal";
  switch (outcome) {
    case "timed_out":
      return kindOf(type) === "approval" ? "Nobody decided in time." : `${system} did not answer in time.`;
    case "rejected":
      return "It was rejected.";
    case "cancelled":
      return "It was stopped because the request ended.";
    default:
      return kindOf(type) === "manual" ? "It could not be done." : causeText(system, failureCode(output));
  }
}

/** The code a connector's failure was kept with. */
function failureCode(output: Doc<"requestTasks">["output"]): string | null {
  const technical: unknown = output?.["technical"];
  const code: unknown = technical !== null && typeof technical === "object" && "code" in technical && technical.code;
  return typeof code === "string" ? code : null;
}

function technicalOf(task: Doc<"requestTasks">, seesInternal: boolean): ShownTask["technical"] {
  const error = task.error === undefined ? null : withoutSecrets(task.error);
  if (!seesInternal) return error === null ? null : { error, input: null, output: null, ref: null, externalRef: null };
  return {
    error,
    input: maskedObject(task.input),
    output: task.output ? maskedObject(task.output) : null,
    ref: task.ref ? maskedObject(task.ref) : null,
    externalRef: task.externalRef === undefined ? null : String(masked("externalRef", task.externalRef)),
  };
}

function textIn(output: Readonly<Record<string, unknown>> | undefined, field: string): string | null {
  const value = output?.[field];
  return typeof value === "string" && value !== "" ? value : null;
}
