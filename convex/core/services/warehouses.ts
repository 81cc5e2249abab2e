/**
 * How the warehouses were when they were last read: a row each, written only where something changed, and one row that
 * says when that was.
 */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { WarehouseState } from "./table";

/** More than one reading brings. */
const MAX_WAREHOUSES = 2000;
const FIELDS = ["state", "size", "running", "queued", "doesResume"] as const;

/** Keeps what was asked for at a time; an answer that comes later than the one to a newer question is none. */
export async function keepWarehouses(
  ctx: Pick<MutationCtx, "db">,
  found: readonly WarehouseState[],
  sentAt: number,
): Promise<void> {
  const reading = await ctx.db.query("warehouseReadings").first();
  if (reading?.readAt !== undefined && reading.readAt > sentAt) return;
  const known = new Map((await ctx.db.query("warehouses").take(MAX_WAREHOUSES)).map((row) => [row.name, row]));
  for (const one of found) {
    const row = known.get(one.name);
    known.delete(one.name);
    if (!row) await ctx.db.insert("warehouses", { ...one });
    else if (FIELDS.some((field) => row[field] !== one[field])) await ctx.db.replace(row._id, { ...one });
  }
  for (const { _id } of known.values()) await ctx.db.delete(_id);
  if (reading) await ctx.db.replace(reading._id, { readAt: sentAt });
  else await ctx.db.insert("warehouseReadings", { readAt: sentAt });
}

/** Notes that they could not be read; what was read before stays, with its age. */
export async function warehousesNotRead(ctx: Pick<MutationCtx, "db">, message: string, at: number): Promise<void> {
  const reading = await ctx.db.query("warehouseReadings").first();
  if (reading) await ctx.db.patch(reading._id, { failed: { at, message } });
  else await ctx.db.insert("warehouseReadings", { failed: { at, message } });
}

/** How a warehouse was and when that was read; without either where it is not known. */
export async function warehouseNamed(
  ctx: Pick<QueryCtx, "db">,
  name: string,
): Promise<{ warehouse: Doc<"warehouses"> | null; reading: Doc<"warehouseReadings"> | null }> {
  const warehouse = await ctx.db
    .query("warehouses")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  return { warehouse, reading: await ctx.db.query("warehouseReadings").first() };
}
