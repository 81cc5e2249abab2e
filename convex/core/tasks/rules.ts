/** Decisions about one task alone: its type, who executes it, and which moves it allows. */

import {
  type AccountEffect,
  BUILT_IN,
  type BuiltInName,
  type BuiltInTaskName,
  CONNECTOR_NAMES,
  CONNECTORS,
  type ConnectorTask,
  type ConnectorTaskName,
} from "../../connectors/manifests";
import type { Refusal } from "../../lib/pure/refusal";
import { HOUR_MS, MINUTE_MS, SECOND_MS, DAY_MS } from "../../lib/pure/time";
import type { ConnectorName } from "../services/table";
import type { TaskFields, TaskOutcome, TaskStatus } from "./table";

/**
 * Who brings a task to its end:
 *   approval   the people who decide; never retried, never resolved manually
 *   manual     the assignee
 *   connector  one operation of an outside system, planned, applied and read back
 *   portal     the portal itself: it tells people, reads back, sets an end
 *
 * The type alone says it. Nothing in a task's input can make it done without its work: where there is no real
 * system, a sandbox answers in its place, behind the same connector.
 */
export type TaskExecutor = "approval" | "manual" | "connector" | "portal";

interface TaskType {
  readonly title: string;
  readonly executor: TaskExecutor;
  /** The outside system it works on; what its manifest says of the type is here, too. */
  readonly connector?: ConnectorName;
  /** Or the part of the portal itself. */
  readonly builtIn?: BuiltInName;
  readonly operation?: ConnectorTask["operation"];
  readonly endsBy?: ConnectorTask["endsBy"];
  readonly account?: AccountEffect;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
}

const APPROVAL = { executor: "approval", timeoutMs: 5 * DAY_MS, maxAttempts: 1 } as const;
const MANUAL = { executor: "manual", timeoutMs: 3 * DAY_MS, maxAttempts: 1 } as const;
const PORTAL = { executor: "portal", timeoutMs: 10 * MINUTE_MS, maxAttempts: 3 } as const;
const OPERATION = { executor: "connector", timeoutMs: 10 * MINUTE_MS, maxAttempts: 5 } as const;

const BY_PEOPLE = {
  approve_access: { ...APPROVAL, title: "Approve access" },
  approve_cost: { ...APPROVAL, title: "Approve cost" },
  approve_governance: { ...APPROVAL, title: "Approve data use" },
  approve_domain: { ...APPROVAL, title: "Approve for the domain" },

  manual_check: { ...MANUAL, title: "Check manually" },
  manual_reassign: { ...MANUAL, title: "Hand over what the person owns" },
  manual_idp: { ...MANUAL, title: "Change the identity provider manually" },
  design_review: { ...MANUAL, title: "Review the design" },
  accept_delivery: { ...MANUAL, title: "Accept the delivery" },
} as const satisfies Record<string, TaskType>;

const BY_THE_PORTAL = {
  verify: { ...PORTAL, title: "Verify by reading back" },
  open_account: { ...PORTAL, title: "Create the account and send the invitation" },
  hand_over: { ...PORTAL, title: "Hand over what they look after" },
  notify: { ...PORTAL, title: "Notify the requester", timeoutMs: MINUTE_MS },
  schedule_expiry: { ...PORTAL, title: "Set the end date", timeoutMs: MINUTE_MS },
} as const satisfies Record<string, TaskType>;

/** The types the connectors bring. */
const ON_SYSTEMS: readonly (readonly [string, TaskType])[] = CONNECTOR_NAMES.flatMap((connector) =>
  Object.entries<ConnectorTask>(CONNECTORS[connector].tasks).map(
    ([name, task]) => [name, { ...(task.operation === undefined ? MANUAL : OPERATION), ...task, connector }] as const,
  ),
);

/** The types on parts of the portal itself. */
const ON_ITSELF = (Object.keys(BUILT_IN) as BuiltInName[]).flatMap((builtIn) =>
  Object.entries(BUILT_IN[builtIn].tasks).map(([name, task]) => [name, { ...PORTAL, ...task, builtIn }] as const),
);

/** The name of a known task type. */
export type TaskTypeName = keyof typeof BY_PEOPLE | ConnectorTaskName | BuiltInTaskName | keyof typeof BY_THE_PORTAL;

/** The known task types. Look one up with `typeOf`: a stored name may be unknown. */
export const TASK_TYPES = {
  ...BY_PEOPLE,
  ...Object.fromEntries(
    ON_SYSTEMS.toSorted(([, a], [, b]) => Number(a.executor !== "manual") - Number(b.executor !== "manual")),
  ),
  ...Object.fromEntries(ON_ITSELF),
  ...BY_THE_PORTAL,
} as Readonly<Record<TaskTypeName, TaskType>>;

/** A task's type, or null when this version does not know it. */
export function typeOf(name: string): TaskType | null {
  return Object.hasOwn(TASK_TYPES, name) ? TASK_TYPES[name as TaskTypeName] : null;
}

/** Who executes a task, or null when nobody knows its type. */
export function executorOf(task: { readonly type: string }): TaskExecutor | null {
  return typeOf(task.type)?.executor ?? null;
}

/** Whether nobody's hands are needed for a type of task. */
export function needsNobody(type: string): boolean {
  const executor = typeOf(type)?.executor;
  return executor === "connector" || executor === "portal";
}

/** Whether a task is decided by people with a seat. */
export function isApproval(task: { readonly type: string }): boolean {
  return typeOf(task.type)?.executor === "approval";
}

/** What a decision about a task looks at. */
export interface TaskFacts {
  readonly type: string;
  readonly title: string;
  readonly order: number;
  readonly status: TaskStatus;
  readonly outcome?: TaskOutcome;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly retryAt?: number;
  readonly runsAlways: boolean;
}

/** Whether a task has reached its end for now: nothing runs and nothing is to start. */
export function isSettled({ status }: Pick<TaskFacts, "status">): boolean {
  return status === "Complete" || status === "Failed";
}

/** Whether hands did a task's work: it was reported as done, or it was resolved manually before any worker had begun. */
export function wasDoneByHand(task: Pick<TaskFields, "type" | "status" | "outcome" | Begun>): boolean {
  if (task.status !== "Complete" || task.outcome === "skipped") return false;
  const executor = executorOf(task);
  return executor === "manual" || (executor === "connector" && task.outcome === "resolved_manually" && !hasBegun(task));
}

type Begun = "applyBegunAt" | "formerWork";

/** Whether an attempt, on whichever plan, may have changed the outside system. */
export function hasBegun({ applyBegunAt, formerWork = [] }: Pick<TaskFields, Begun>): boolean {
  return applyBegunAt !== undefined || formerWork.length > 0;
}

/** Whether a task has a plan that changes nothing: everything was as it asks when the plan was made. */
export function changesNothing({ plan }: Pick<TaskFields, "plan">): boolean {
  const steps: unknown = plan?.["steps"];
  return Array.isArray(steps) && steps.length === 0;
}

/** The role whose grant the work of a task is; undefined where it is none. */
export function roleGivenBy({ type, input }: Pick<TaskFields, "type" | "input">): string | undefined {
  const role: unknown = typeOf(type)?.endsBy?.fields.includes("role") ? input["role"] : undefined;
  return typeof role === "string" ? role : undefined;
}

/** Whether a task's work will reach an outside system, and nobody knows yet what exactly it will do there. */
export function lacksPlan(task: Pick<TaskFields, "type" | "status" | "outcome" | "plan">): boolean {
  return (
    executorOf(task) === "connector" &&
    task.status === "Not Started" &&
    task.outcome === undefined &&
    task.plan === undefined
  );
}

const FIRST_PLAN_PAUSE_MS = 5 * MINUTE_MS;

/**
 * How long after a dry run that did not work (counted from 1) it is retried automatically; sooner where only the
 * system's switch is in the way.
 */
export function planPauseMs(tries: number, isSwitchedOff: boolean): number {
  return isSwitchedOff ? MINUTE_MS : Math.min(HOUR_MS, FIRST_PLAN_PAUSE_MS * 2 ** Math.min(tries - 1, 10));
}

/** What a task that verifies reads back: the work of connectors for its request, as far as it still stands. */
export function workToVerify<T extends Pick<TaskFields, "type" | "status" | "compensatedAt" | "ref">>(
  tasks: readonly T[],
): T[] {
  return tasks.filter(
    (task) =>
      executorOf(task) === "connector" &&
      task.status === "Complete" &&
      task.compensatedAt === undefined &&
      task.ref !== undefined,
  );
}

/** Whether a failed task is going to be retried automatically. */
export function retriesByItself(task: Pick<TaskFacts, "status" | "retryAt">): boolean {
  return task.status === "Failed" && task.retryAt !== undefined;
}

/** Why a task cannot be started, as far as the task itself goes, or null. */
export function whyNotStart(task: Pick<TaskFacts, "status">): Refusal | null {
  return task.status === "Not Started" ? null : { code: "wrong-state", status: task.status };
}

/** Why a task cannot be brought to an end, or null. */
export function whyNotFinish(task: Pick<TaskFacts, "status">): Refusal | null {
  return task.status === "Running" ? null : { code: "wrong-state", status: task.status };
}

/** Why a failed task cannot be tried again, or null. An admin may go beyond the number of attempts. */
export function whyNotRetry(
  task: Pick<TaskFacts, "type" | "status" | "attempt" | "maxAttempts">,
  by: "system" | "person",
): Refusal | null {
  if (task.status !== "Failed") return { code: "wrong-state", status: task.status };
  if (isApproval(task)) return { code: "never-retried" };
  if (by === "system" && task.attempt >= task.maxAttempts)
    return { code: "attempts-used-up", maxAttempts: task.maxAttempts };
  return null;
}

const FIRST_BACKOFF_MS = 15 * SECOND_MS;
const LONGEST_BACKOFF_MS = HOUR_MS;

/** How long to wait after a failed attempt (counted from 1) before the next: doubling, with a ceiling. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}

/** When a failed attempt is tried again: after the backoff, and not before the outside system wants to hear from us. */
export function retryTime(attempt: number, at: number, retryAfterMs: number | null = null): number {
  return at + Math.max(backoffMs(attempt), retryAfterMs ?? 0);
}

/** How long a worker of an outside system holds its lease without a sign of life, and how often it gives one. */
export const WORKER_LEASE_MS = 2 * MINUTE_MS;
export const WORKER_BEAT_MS = 30 * SECOND_MS;

/** Until when a task that starts now holds its lease. A due date that has passed already was an earlier attempt's. */
export function leaseEnd(task: { readonly type: string; readonly dueAt?: number }, at: number): number {
  if (executorOf(task) === "connector") return at + WORKER_LEASE_MS;
  return task.dueAt !== undefined && task.dueAt > at ? task.dueAt : at + (typeOf(task.type)?.timeoutMs ?? 0);
}

/** How long after a lost lease the sweeper fails a task: a result on its way still counts. */
export const LEASE_GRACE_MS = 2 * MINUTE_MS;

/** How often one person asks for dry runs within an hour: each asks an outside system. */
export const MAX_DRY_RUNS = 30;

/** Why somebody who asked for dry runs so often within the hour has to wait, or null. */
export function whyNotPlanYet(count: number): Refusal | null {
  const message = `You have asked for dry runs ${MAX_DRY_RUNS} times within an hour. Wait a while, then ask again.`;
  return count < MAX_DRY_RUNS ? null : { code: "rate-limited", message };
}
