/** How each task type works, for those who make templates: what it takes, what repeats do, how it is taken back. */

import type { ConnectorName } from "../../services/table";
import { TASK_TYPES, type TaskExecutor, type TaskTypeName } from "../rules";
import { inputsOf, operationOf, type TaskInput } from "./inputs";

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
    compensation: operationOf(name)?.compensation ?? null,
  };
}

/** The task types a template may use. */
export function templateTaskTypes(): TaskTypeWorkings[] {
  return (Object.keys(TASK_TYPES) as TaskTypeName[]).map(workingsOf);
}
