/** How each task type works, for those who make templates: what it takes, what repeats do, how it is taken back. */

import type { ConnectorName } from "../../services/table";
import { TASK_TYPES, type TaskExecutor, type TaskTypeName } from "../rules";
import { inputsOf, type TaskInput } from "./inputs";

/** One task type as the catalog of task types shows it. */
export interface TaskTypeWorkings {
  readonly name: TaskTypeName;
  readonly title: string;
  readonly executor: TaskExecutor;
  readonly connector: ConnectorName | null;
  readonly operation: string | null;
  readonly inputs: readonly TaskInput[];
  /** What it leaves behind. */
  readonly output: string;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** Whether a second attempt finds what the first one did and does not do it again. */
  readonly isIdempotent: boolean;
  /** Whether what it would do is shown before anybody decides. */
  readonly hasDryRun: boolean;
  /** How its work is taken back when the request ends early; null when nothing can. */
  readonly compensation: string | null;
}

const DROPS_NEW_USER = "Drops the user, as long as nobody has signed in with it";

const COMPENSATIONS: Partial<Readonly<Record<TaskTypeName, string>>> = {
  grant_role: "Takes the role away again",
  revoke_role: "Gives the role back",
  create_person: DROPS_NEW_USER,
  create_service_user: DROPS_NEW_USER,
  add_service_key: "Removes the key",
  remove_service_key: "Adds the key again",
  disable_user: "Enables the user",
  create_warehouse: "Drops the warehouse and its monitor",
  resize_warehouse: "Sets the size it had before",
  create_schema: "Drops schema and role, as long as the schema is empty",
};

const OUTPUTS: Readonly<Record<TaskExecutor, string>> = {
  approval: "Who decided what, when and why",
  manual: "The evidence the assignee writes down",
  connector: "What was sent, and the proof that was read back",
  portal: "What the portal did",
};

/** How one task type works. */
export function workingsOf(name: TaskTypeName): TaskTypeWorkings {
  const { title, executor, connector, operation, timeoutMs, maxAttempts } = TASK_TYPES[name];
  return {
    name,
    title,
    executor,
    timeoutMs,
    maxAttempts,
    connector: connector ?? null,
    operation: operation ?? null,
    inputs: inputsOf(name),
    output: OUTPUTS[executor],
    isIdempotent: executor === "connector" || executor === "portal",
    hasDryRun: executor === "connector",
    compensation: COMPENSATIONS[name] ?? null,
  };
}

/** The task types a template may use. */
export function templateTaskTypes(): TaskTypeWorkings[] {
  return (Object.keys(TASK_TYPES) as TaskTypeName[]).map(workingsOf);
}
