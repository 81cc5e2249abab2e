import { keepOffers } from "../../core/tasks/offers";
import { offeredTo } from "../../core/tasks/rules/work";
import { migration } from "../declaring/migration";

/** Tasks that ran before they were offered by rows of their own get those rows; the tasks stay as they are. */
export const taskOffers = migration({
  number: 7,
  name: "task_offers",
  table: "requestTasks",
  // Each may be offered to 50 people.
  batch: 100,
  change: (task) => (offeredTo(task).length > 0 ? {} : null),
  follows: (ctx, { _id }) => keepOffers(ctx, _id),
});
