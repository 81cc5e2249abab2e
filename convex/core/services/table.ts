/** The outside systems tasks work on, as far as the portal's own switches for them go. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { CONNECTOR_NAMES, type ConnectorName } from "../../connectors/manifests";
import { timestamp } from "../../lib/validators";

/** The systems a task may need. */
export const connectorName = v.union(...CONNECTOR_NAMES.map((name) => v.literal(name)));
export type { ConnectorName };

/** `stopped` is the kill switch: like off, but pulled in an emergency and shown as such. */
export const connectorState = v.union(
  v.literal("on"),
  v.literal("off"),
  v.literal("maintenance"),
  v.literal("stopped"),
);
export type ConnectorState = Infer<typeof connectorState>;

export const connector = v.object({
  name: connectorName,
  state: connectorState,
  /** When maintenance ends by itself. */
  until: v.optional(timestamp),
  /** Why it was set so. */
  reason: v.optional(v.string()),
  /** Who set the state, and who can change it back. */
  changedById: v.optional(v.id("people")),
  updatedAt: timestamp,
});

/** What was found when a system was last asked how it is. */
export const connectorHealth = v.object({
  name: connectorName,
  /** Whether the portal has the settings of a connection. */
  isConnected: v.boolean(),
  isHealthy: v.boolean(),
  /** Account, user, role, version. */
  facts: v.array(v.object({ subject: v.string(), value: v.string() })),
  /** What is in the way, as sentences with what to do. */
  problems: v.array(v.string()),
  checkedAt: timestamp,
});
export type ConnectorHealth = Infer<typeof connectorHealth>;

/** When a reading of every system was last ordered, by a person or a start: one row. */
export const healthOrder = v.object({ orderedAt: timestamp });

/** How often a system answered within one hour, and how often it did not. */
export const connectorHour = v.object({ name: connectorName, hour: timestamp, good: v.number(), bad: v.number() });

/** How a warehouse was when it was last read; without counts where the connection is not shown them. */
export const warehouseState = v.object({
  name: v.string(),
  state: v.string(),
  size: v.string(),
  running: v.union(v.null(), v.number()),
  queued: v.union(v.null(), v.number()),
  doesResume: v.boolean(),
});

export type WarehouseState = Infer<typeof warehouseState>;

/** When the warehouses were last read, and why they were not since: one row. */
export const warehouseReading = v.object({
  readAt: v.optional(timestamp),
  failed: v.optional(v.object({ at: timestamp, message: v.string() })),
});

export const serviceTables = {
  warehouses: defineTable(warehouseState).index("by_name", ["name"]),
  warehouseReadings: defineTable(warehouseReading),
  healthOrders: defineTable(healthOrder),
  connectorHours: defineTable(connectorHour).index("by_name", ["name", "hour"]),
  connectorHealth: defineTable(connectorHealth).index("by_name", ["name"]),
  connectors: defineTable(connector).index("by_name", ["name"]),
};
