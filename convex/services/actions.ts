/** Asks the outside systems how they are. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../access/functions";
import { failureOf } from "../connectors/contract/failure";
import { CONNECTORS } from "../connectors/manifests";
import { isConnected, readSystemOf } from "../connectors/registry";
import { CONNECTOR_NAMES } from "../core/services/rules";
import type { ConnectorName } from "../core/services/table";

/** Cron: reads the health of every system the portal has a connection to, and how its warehouses are. */
export const readHealth = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    // Side by side: one that hangs keeps no other from being seen.
    await Promise.all(
      CONNECTOR_NAMES.map(async (name) => {
        await ctx.runMutation(internal.services.internal.keepHealth, { ...(await ask(name)) });
        await readWarehouses(ctx, name);
      }),
    );
    return null;
  },
});

/** What goes wrong is kept beside what was read before: the next turn of the clock asks again. */
async function readWarehouses(ctx: Pick<ActionCtx, "runMutation">, name: ConnectorName): Promise<void> {
  if (!CONNECTORS[name].readings.some((reading) => reading === "warehouses") || !isConnected(name, process.env)) return;
  const sentAt = Date.now();
  try {
    const found = (await readSystemOf(name, process.env).readWarehouses?.()) ?? [];
    const states = found.map((state) => ({ ...state }));
    await ctx.runMutation(internal.services.internal.keepWarehouses, { found: states, sentAt });
  } catch (error) {
    await ctx.runMutation(internal.services.internal.warehousesNotRead, { message: failureOf(error).message });
  }
}

async function ask(name: ConnectorName) {
  if (!isConnected(name, process.env)) return { name, isConnected: false, isHealthy: false, facts: [], problems: [] };
  try {
    const { isHealthy, facts, problems } = await readSystemOf(name, process.env).health();
    return { name, isConnected: true, isHealthy, facts: facts.map((fact) => ({ ...fact })), problems: [...problems] };
  } catch (error) {
    return { name, isConnected: true, isHealthy: false, facts: [], problems: [failureOf(error).message] };
  }
}
