/** What the cards of Home read. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { overseerOf } from "../lists/queues";
import { oversightCounts, oversightOf } from "../pages/home/oversight";
import { platformOf, platformState } from "../pages/home/platform";
import { actionReason, quickActionsFor } from "../pages/home/quickActions";
import { readSetup, setupFacts } from "../pages/home/setup";
import { comingItem, waitingItem, waitingOn } from "../pages/home/waiting";

/** What waits for the caller, the most urgent first, and the tasks that will be theirs. */
export const waitingOnMe = guardedQuery("tasks.readOwn", {
  args: {},
  returns: v.object({ items: v.array(waitingItem), comingUp: v.array(comingItem) }),
  handler: async (ctx) =>
    await waitingOn(ctx, { person: ctx.viewer.person, isImpersonating: ctx.viewer.impersonation !== null }, Date.now()),
});

/** The types the caller is likely to ask for, with why; and whether they are new here. */
export const quickActions = guardedQuery("catalog.read", {
  args: {},
  returns: v.object({
    isNew: v.boolean(),
    actions: v.array(
      v.object({ key: v.string(), name: v.string(), summary: v.string(), reason: actionReason, uses: v.number() }),
    ),
  }),
  handler: async (ctx) => {
    const { isNew, actions } = await quickActionsFor(ctx, ctx.viewer);
    return {
      isNew,
      actions: actions.map(
        ({
          type: {
            type,
            version: { definition },
          },
          ...why
        }) => ({ key: type.key, name: definition.name, summary: definition.summary, ...why }),
      ),
    };
  },
});

/** What stands still among the requests the caller oversees. */
export const oversight = guardedQuery("requests.readAll", {
  args: {},
  returns: oversightCounts,
  handler: async (ctx) => await oversightOf(ctx, await overseerOf(ctx, ctx.viewer), Date.now()),
});

/** How the platform is: the oldest approval, the monitor's last run, the queues of the backend. */
export const platform = guardedQuery("environment.read", {
  args: {},
  returns: platformState,
  handler: async (ctx) => await platformOf(ctx, Date.now()),
});

/**
 * How far a new portal is: what it has of what people need to ask for something, and whether the caller wants to be
 * led.
 */
export const setup = guardedQuery("areas.write", {
  args: {},
  returns: v.object({ facts: setupFacts, isPutAway: v.boolean() }),
  handler: async (ctx) => ({ facts: await readSetup(ctx), isPutAway: ctx.viewer.person.hasPutFirstStepsAway === true }),
});
