/** Steps over the portal's switches for outside systems. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent, SYSTEM } from "../audit/model";
import { changedFields } from "../audit/rules";
import { CONNECTOR_LABELS, type ConnectorSwitch } from "./rules";
import type { ConnectorHealth, ConnectorName } from "./table";
import { countReading } from "./uptime";

/** More rows than systems the portal can ever know. */
const MAX_CONNECTORS = 50;

/** Every connector's switch by name; a connector without a row is on. */
export async function loadConnectors(
  ctx: Pick<QueryCtx, "db">,
): Promise<ReadonlyMap<ConnectorName, Doc<"connectors">>> {
  const rows = await ctx.db.query("connectors").withIndex("by_name").take(MAX_CONNECTORS);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Sets a connector's switch. */
export async function switchConnector(
  ctx: Pick<MutationCtx, "db">,
  name: ConnectorName,
  { state, until, reason }: ConnectorSwitch & { readonly reason?: string },
  by: By,
): Promise<void> {
  const known = await ctx.db
    .query("connectors")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  const fields = { name, state, until, reason, changedById: by.actor.personId, updatedAt: by.at };
  const id = known ? known._id : await ctx.db.insert("connectors", fields);
  if (known) await ctx.db.patch(known._id, fields);
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "connector.switched",
    targets: [{ type: "connector", id, label: CONNECTOR_LABELS[name] }],
    changes: changedFields({ state: known?.state, until: known?.until }, { state, until }),
    context: reason === undefined ? {} : { reason },
    occurredAt: by.at,
  });
}

/** What was found when each system was last asked, by name. */
export async function loadHealth(
  ctx: Pick<QueryCtx, "db">,
): Promise<ReadonlyMap<ConnectorName, Doc<"connectorHealth">>> {
  const rows = await ctx.db.query("connectorHealth").withIndex("by_name").take(MAX_CONNECTORS);
  return new Map(rows.map((row) => [row.name, row]));
}

/** When a reading of every system was last ordered; null before the first. */
export async function lastOrderedAt(ctx: Pick<QueryCtx, "db">): Promise<number | null> {
  return (await ctx.db.query("healthOrders").first())?.orderedAt ?? null;
}

/** Notes that a reading of every system is ordered. */
export async function noteOrder(ctx: Pick<MutationCtx, "db">, at: number): Promise<void> {
  const known = await ctx.db.query("healthOrders").first();
  if (known) await ctx.db.patch(known._id, { orderedAt: at });
  else await ctx.db.insert("healthOrders", { orderedAt: at });
}

/**
 * Keeps the newest reading of a system. A change of health leaves a trace in the audit trail, a repeated reading does not.
 */
export async function keepHealth(ctx: Pick<MutationCtx, "db">, health: ConnectorHealth): Promise<void> {
  const known = await ctx.db
    .query("connectorHealth")
    .withIndex("by_name", (q) => q.eq("name", health.name))
    .unique();
  const id = known ? known._id : await ctx.db.insert("connectorHealth", health);
  if (known) await ctx.db.replace(known._id, health);
  await countReading(ctx, health);
  if (known && known.isHealthy === health.isHealthy && known.isConnected === health.isConnected) return;
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "connector.healthChanged",
    targets: [{ type: "connector", id, label: CONNECTOR_LABELS[health.name] }],
    outcome: health.isHealthy || !health.isConnected ? "success" : "failure",
    context: { isConnected: health.isConnected, isHealthy: health.isHealthy, problems: health.problems },
    occurredAt: health.checkedAt,
  });
}
