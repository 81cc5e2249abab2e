/** Reading when support works. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { nameOf } from "../core/people/model";
import { currentHours, hoursVersions, newestHours } from "../core/supportHours/model";
import { supportHours } from "../core/supportHours/table";
import { timestamp } from "../lib/validators";

/** When support works and how soon it answers, for everybody who may read a ticket of their own. */
export const current = guardedQuery("tickets.readOwn", {
  args: {},
  returns: supportHours,
  handler: async (ctx) => await currentHours(ctx),
});

/** What holds, the number a change of it names, and what held before, newest first. */
export const versions = guardedQuery("config.write", {
  args: {},
  returns: v.object({
    hours: supportHours,
    version: v.number(),
    versions: v.array(
      v.object({ version: v.number(), hours: supportHours, reason: v.string(), setAt: timestamp, by: v.string() }),
    ),
  }),
  handler: async (ctx) => {
    const rows = await hoursVersions(ctx);
    const versions = rows.map(async ({ version, hours, reason, setAt, byId }) => ({
      version,
      hours,
      reason,
      setAt,
      by: await nameOf(ctx, byId),
    }));
    const newest = await newestHours(ctx);
    return { hours: await currentHours(ctx), version: newest?.version ?? 0, versions: await Promise.all(versions) };
  },
});
