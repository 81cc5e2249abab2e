/** Reading the registry of connectors. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { scopeOf } from "../access/scope";
import { isOperated } from "../connectors/manifests";
import { nameOf } from "../core/people/model";
import { loadConnectors, loadHealth } from "../core/services/model";
import { CONNECTOR_LABELS, CONNECTOR_NAMES, isConnectorOn } from "../core/services/rules";
import { connectorHour, connectorName, connectorState } from "../core/services/table";
import { hoursOf } from "../core/services/uptime";
import { DAY_MS } from "../lib/pure/time";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";

/**
 * Every system: the portal's switch for it, and how it was when it was last asked. What is wrong with it is shown to
 * admins, its settings to super admins only.
 */
export const list = guardedQuery("services.read", {
  args: {},
  returns: v.array(
    v.object({
      name: connectorName,
      label: v.string(),
      /** Whether the portal carries out tasks there itself; elsewhere people do them, connected or not. */
      isOperated: v.boolean(),
      state: connectorState,
      isOn: v.boolean(),
      until: nullableTimestamp,
      reason: nullableString,
      changedBy: nullableString,
      changedAt: nullableTimestamp,
      health: v.union(
        v.null(),
        v.object({
          isConnected: v.boolean(),
          isHealthy: v.boolean(),
          problems: v.array(v.string()),
          facts: v.array(v.object({ subject: v.string(), value: v.string() })),
          checkedAt: timestamp,
        }),
      ),
    }),
  ),
  handler: async (ctx) => {
    const now = Date.now();
    const [switches, healths] = [await loadConnectors(ctx), await loadHealth(ctx)];
    const seesSettings = scopeOf(ctx.viewer, "connectionSettings").isAll;
    const seesProblems = scopeOf(ctx.viewer, "connectionProblems").isAll;
    return await Promise.all(
      CONNECTOR_NAMES.map(async (name) => {
        const row = switches.get(name);
        const health = healths.get(name);
        return {
          name,
          label: CONNECTOR_LABELS[name],
          isOperated: isOperated(name),
          state: row?.state ?? ("on" as const),
          isOn: row === undefined || isConnectorOn(row, now),
          until: row?.until ?? null,
          reason: row?.reason ?? null,
          changedBy: row?.changedById ? await nameOf(ctx, row.changedById) : null,
          changedAt: row?.updatedAt ?? null,
          health: health
            ? {
                isConnected: health.isConnected,
                isHealthy: health.isHealthy,
                problems: seesProblems ? health.problems : [],
                facts: seesSettings ? health.facts : [],
                checkedAt: health.checkedAt,
              }
            : null,
        };
      }),
    );
  },
});

/** How far back a screen looks. */
const SHOWN_MS = 2 * DAY_MS;

/** How often each system answered in the last two days, hour by hour. */
export const uptime = guardedQuery("services.read", {
  args: {},
  returns: v.array(v.object({ name: connectorName, hours: v.array(connectorHour.omit("name")) })),
  handler: async (ctx) => {
    const since = Date.now() - SHOWN_MS;
    return await Promise.all(
      CONNECTOR_NAMES.map(async (name) => ({
        name,
        hours: (await hoursOf(ctx, name, since)).map(({ hour, good, bad }) => ({ hour, good, bad })),
      })),
    );
  },
});
