/** What tests ask of the rows behind what people are offered. */

import { offeredTo } from "../core/tasks/rules/work";
import type { aWorld } from "../testing/world.testing";

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
