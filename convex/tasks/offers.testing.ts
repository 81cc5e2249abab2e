/** What tests ask of the rows behind what people are offered. */

import type { aWorld } from "../../e2e/support/functions-world";
import { offeredTo } from "../core/tasks/rules/work";

/** Who is offered which task: by the rows that are kept, and by the tasks themselves. */
export async function offersIn(
  world: Pick<Awaited<ReturnType<typeof aWorld>>, "rows">,
): Promise<{ kept: string[]; due: string[] }> {
  const kept = (await world.rows("taskOffers")).map(
    ({ taskId, candidateId, createdAt }) => `${taskId} ${candidateId} ${createdAt}`,
  );
  const due = (await world.rows("requestTasks")).flatMap((task) =>
    offeredTo(task).map((id) => `${task._id} ${id} ${task.createdAt}`),
  );
  return { kept: kept.toSorted(), due: due.toSorted() };
}
