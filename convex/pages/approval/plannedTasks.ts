/** The tasks of a request as whoever decides sees them: what each would do, or that nobody knows yet. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { maskedObject } from "../../core/audit/rules";
import { isApproval, lacksPlan } from "../../core/tasks/rules";
import { withoutSecrets } from "../../lib/pure/secrets";
import { jsonObject, nullableString, nullableTimestamp } from "../../lib/validators";

export const plannedTask = v.object({
  id: v.id("requestTasks"),
  title: v.string(),
  order: v.number(),
  plan: v.union(jsonObject, v.null()),
  planError: nullableString,
  /** When it was planned, or tried to be, last. */
  plannedAt: nullableTimestamp,
  lacksPlan: v.boolean(),
});

/** The work that follows the approvals. */
export function plannedTasks(tasks: readonly Doc<"requestTasks">[]): Infer<typeof plannedTask>[] {
  return tasks
    .filter((task) => !isApproval(task) && task.outcome !== "skipped")
    .map((task) => {
      const { _id: id, title, order, plan, planError, plannedAt = null } = task;
      return {
        id,
        title,
        order,
        plannedAt,
        plan: plan ? maskedObject(plan) : null,
        planError: planError === undefined ? null : withoutSecrets(planError),
        lacksPlan: lacksPlan(task),
      };
    });
}
