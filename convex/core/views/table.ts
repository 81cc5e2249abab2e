/** Saved views: the search, filters, order and columns of a list under a name. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

/** The lists that have saved views. */
export const viewScreen = v.union(
  v.literal("requests"),
  v.literal("tasks"),
  v.literal("people"),
  v.literal("audit"),
  v.literal("tickets"),
);
export type ViewScreen = Infer<typeof viewScreen>;

/** What the address of the list holds, part by part. */
export const viewSearch = v.record(v.string(), v.string());
export type ViewSearch = Infer<typeof viewSearch>;

export const savedView = v.object({
  ownerId: v.id("people"),
  screen: viewScreen,
  name: v.string(),
  search: viewSearch,
  /** Everybody who sees the list sees the view; only its owner changes it. */
  isShared: v.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const viewTables = {
  savedViews: defineTable(savedView)
    .index("by_owner", ["ownerId", "screen", "name"])
    .index("by_shared", ["screen", "isShared", "name"]),
  /** The view a person's list opens with. */
  defaultViews: defineTable({ personId: v.id("people"), screen: viewScreen, viewId: v.id("savedViews") })
    .index("by_person", ["personId", "screen"])
    .index("by_view", ["viewId"]),
};
