/**
 * How often each system answered: one row per system and hour, counted up by every reading. An hour out of the
 * retention goes when a new one comes, so that the table holds as many rows as there are hours in it, at most.
 */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import type { ConnectorHealth, ConnectorName } from "./table";

/** For how long hours are kept. */
export const UPTIME_KEPT_MS = 30 * DAY_MS;
/** Old hours that go with one that comes: more than came since, even after a long stop. */
const MAX_REMOVED = 24;

/** Counts a reading in its hour. A system the portal has no connection to was not asked. */
export async function countReading(
  ctx: Pick<MutationCtx, "db">,
  { name, isConnected, isHealthy, checkedAt }: ConnectorHealth,
): Promise<void> {
  if (!isConnected) return;
  const hour = Math.floor(checkedAt / HOUR_MS) * HOUR_MS;
  const known = await ctx.db
    .query("connectorHours")
    .withIndex("by_name", (q) => q.eq("name", name).eq("hour", hour))
    .unique();
  if (known) {
    await ctx.db.patch(known._id, isHealthy ? { good: known.good + 1 } : { bad: known.bad + 1 });
    return;
  }
  await ctx.db.insert("connectorHours", { name, hour, good: isHealthy ? 1 : 0, bad: isHealthy ? 0 : 1 });
  const old = await ctx.db
    .query("connectorHours")
    .withIndex("by_name", (q) => q.eq("name", name).lt("hour", checkedAt - UPTIME_KEPT_MS))
    .take(MAX_REMOVED);
  for (const { _id } of old) await ctx.db.delete(_id);
}

/** The hours of a system since a time, the earliest first. */
export async function hoursOf(
  ctx: Pick<QueryCtx, "db">,
  name: ConnectorName,
  since: number,
): Promise<Doc<"connectorHours">[]> {
  return await ctx.db
    .query("connectorHours")
    .withIndex("by_name", (q) => q.eq("name", name).gte("hour", since))
    .take(Math.ceil(UPTIME_KEPT_MS / HOUR_MS));
}
