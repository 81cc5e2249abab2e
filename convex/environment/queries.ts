/** What the page about the environment reads of the backend. */

import { guardedQuery } from "../access/functions";
import { depthsOfQueues, readQueues } from "../pages/environment/queues";

/** What waits in the backend's queues, by the backend's clock. */
export const queueDepths = guardedQuery("environment.read", {
  args: {},
  returns: depthsOfQueues,
  handler: async (ctx) => await readQueues(ctx, Date.now()),
});
