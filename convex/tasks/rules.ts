/** Decisions about one task alone: its type, who executes it, and which moves it allows. */
import { HOUR_MS, MINUTE_MS, SECOND_MS, DAY_MS } from "../lib/pure/time";
import type { Refusal } from "../lib/pure/refusal";
import type { TaskOutcome, TaskStatus } from "./table";

/**
 * Who brings a task to its end:
 *   approval  the people who decide; never retried, never resolved by hand
 *   manual    the assignee
 *   timer     the portal, after a given number of seconds: work that needs nobody's hands
 */
export type TaskExecutor = "approval" | "manual" | "timer";

interface TaskType {
  readonly title: string;
  readonly executor: TaskExecutor;
  /** The outside system it works on. */
  readonly connector?: "snowflake" | "dbt" | "collate" | "sigma" | "airflow" | "thoughtspot";
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
}

const APPROVAL = { executor: "approval", timeoutMs: 5 * DAY_MS, maxAttempts: 1 } as const;
const MANUAL = { executor: "manual", timeoutMs: 3 * DAY_MS, maxAttempts: 1 } as const;
const TIMER = { executor: "timer", timeoutMs: 10 * MINUTE_MS, maxAttempts: 3 } as const;

const KNOWN_TYPES = {
  approve_access: { ...APPROVAL, title: "Approve access" },
  approve_cost: { ...APPROVAL, title: "Approve cost" },
  approve_governance: { ...APPROVAL, title: "Approve data use" },
  design_review: { ...MANUAL, title: "Review the design" },
  manual_check: { ...MANUAL, title: "Check by hand" },
  accept_delivery: { ...MANUAL, title: "Accept the delivery" },
  create_user: { ...TIMER, title: "Create user", connector: "snowflake" },
  grant_role: { ...TIMER, title: "Grant role", connector: "snowflake" },
  create_schema: { ...TIMER, title: "Create schema", connector: "snowflake" },
  create_warehouse: { ...TIMER, title: "Create warehouse", connector: "snowflake" },
  assign_dbt_group: { ...TIMER, title: "Assign dbt group", connector: "dbt" },
  register_asset: { ...TIMER, title: "Register in the catalogue", connector: "collate" },
  share_workbook: { ...TIMER, title: "Share workbook", connector: "sigma" },
  create_dag: { ...TIMER, title: "Create pipeline", connector: "airflow" },
  add_to_group: { ...TIMER, title: "Add to group", connector: "thoughtspot" },
  verify: { ...TIMER, title: "Verify by reading back" },
  notify: { ...TIMER, title: "Tell the requester", timeoutMs: MINUTE_MS },
} as const satisfies Record<string, TaskType>;

/** The name of a known task type. */
export type TaskTypeName = keyof typeof KNOWN_TYPES;

/** The known task types. Look one up with `typeOf`: a stored name may be unknown. */
export const TASK_TYPES: Readonly<Record<TaskTypeName, TaskType>> = KNOWN_TYPES;

/** A task's type, or null when this version does not know it. */
export function typeOf(name: string): TaskType | null {
  return Object.hasOwn(TASK_TYPES, name) ? TASK_TYPES[name as TaskTypeName] : null;
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

/** Whether a failed task is going to be tried again by itself. */
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
export function whyNotRetry(task: Pick<TaskFacts, "type" | "status" | "attempt" | "maxAttempts">, by: "system" | "admin"): Refusal | null {
  if (task.status !== "Failed") return { code: "wrong-state", status: task.status };
  if (isApproval(task)) return { code: "never-retried" };
  if (by === "system" && task.attempt >= task.maxAttempts) return { code: "attempts-used-up", maxAttempts: task.maxAttempts };
  return null;
}

const FIRST_BACKOFF_MS = 15 * SECOND_MS;
const LONGEST_BACKOFF_MS = HOUR_MS;

/** How long to wait after a failed attempt (counted from 1) before the next: doubling, with a ceiling. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}

/** How long after a lost lease the sweeper fails a task: a result on its way still counts. */
export const LEASE_GRACE_MS = 2 * MINUTE_MS;
