/** What Home asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../shell/ahead";

export function homeAhead() {
  const { waitingOnMe, sinceLastVisit, quickActions } = api.workflow.queries;
  return [question(waitingOnMe, {}), question(sinceLastVisit, {}), question(quickActions, {})];
}
