/** What the queues ask first. */

import { api } from "../../../convex/_generated/api";
import { type Asker, question } from "../../lib/question";
import { pageArgsOf, parseQueueSearch, requestFilterOf, taskFilterOf } from "./search";

/** Of the queue of requests. */
export function requestsAhead(search: object, { id }: Asker) {
  const parsed = parseQueueSearch({ ...search });
  return [
    question(api.requests.queries.listAll, { filter: requestFilterOf(parsed, id), ...pageArgsOf(parsed) }),
    question(api.requests.queries.filterChoices, {}),
  ];
}

/** Of the queue of tasks. */
export function tasksAhead(search: object, { id }: Asker) {
  const parsed = parseQueueSearch({ ...search });
  return [
    question(api.tasks.queries.listAll, { filter: taskFilterOf(parsed, id), ...pageArgsOf(parsed) }),
    question(api.requests.queries.filterChoices, {}),
  ];
}
