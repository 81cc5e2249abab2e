/** What a task's page asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function taskAhead(taskId: string) {
  return [question(api.tasks.queries.get, { taskId })];
}
