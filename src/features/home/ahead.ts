/** What Home asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function homeAhead() {
  const { waitingOnMe, quickActions } = api.workflow.queries;
  return [
    question(waitingOnMe, {}),
    question(api.notifications.queries.sinceLastVisit, {}),
    question(quickActions, {}),
  ];
}
