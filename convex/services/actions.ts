/** Asks the outside systems how they are. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { failureOf } from "../connectors/contract/failure";
import { isConnected, readSystemOf } from "../connectors/registry";
import { CONNECTOR_NAMES } from "../core/services/rules";
import type { ConnectorName } from "../core/services/table";

/** Cron: reads the health of every system the portal has a connection to. */
export const readHealth = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    // Side by side: one that hangs keeps no other from being seen.
    await Promise.all(
      CONNECTOR_NAMES.map(async (name) =>
        ctx.runMutation(internal.services.internal.keepHealth, { ...(await ask(name)) }),
      ),
    );
    return null;
  },
});

async function ask(name: ConnectorName) {
  if (!isConnected(name, process.env)) return { name, isConnected: false, isHealthy: false, facts: [], problems: [] };
  try {
    const { isHealthy, facts, problems } = await readSystemOf(name, process.env).health();
    return { name, isConnected: true, isHealthy, facts: facts.map((fact) => ({ ...fact })), problems: [...problems] };
  } catch (error) {
    return { name, isConnected: true, isHealthy: false, facts: [], problems: [failureOf(error).message] };
  }
}
