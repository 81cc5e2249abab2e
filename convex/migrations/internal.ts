/** What the portal's start calls. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { MIGRATIONS } from "./all";
import { migrateSome } from "./model";

/**
 * Migrates the next batch of documents; `name` is null when everything has today's shape. Called at every start until
 * then. Throws when the data is a newer version's.
 */
export const step = internalMutation({
  args: {},
  returns: v.object({ name: v.union(v.string(), v.null()), changed: v.number(), isCompleted: v.boolean() }),
  handler: async (ctx) => await migrateSome(ctx, MIGRATIONS, Date.now()),
});
