import { numberTasks } from "../../core/tasks/model";
import { migration } from "../declaring/migration";

/** Tasks from before they were numbered within their request get their number; the requests stay as they are. */
export const taskNumbers = migration({
  number: 9,
  name: "task_numbers",
  table: "requests",
  // Each may have 100 tasks.
  batch: 50,
  change: ({ status }) => (status === "Draft" ? null : {}),
  follows: (ctx, { _id }) => numberTasks(ctx, _id),
});
