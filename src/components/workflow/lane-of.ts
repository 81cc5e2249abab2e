import type { TaskExecutor } from "../../../convex/core/tasks/rules";

/** The lane of a task; what nobody knows how to carry out stands among the manual work. */
export function laneOf(executor: TaskExecutor | null): TaskExecutor {
  return executor ?? "manual";
}
