/** What the Task Monitor asks first. */

import { api } from "../../../convex/_generated/api";
import { type Asker, question } from "../../lib/question";

export function taskMonitorAhead({ id, isImpersonating }: Asker) {
  const scope = isImpersonating ? { impersonatedUserId: id } : {};
  const { listExecutions, countTaskHistory } = api.workflow.queries;
  return [question(listExecutions, { ...scope }), question(countTaskHistory, {})];
}
