/** What the portal's start calls. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { MIGRATIONS } from "./all";
import { migrateSome } from "./model";

/**
 * Migrates the next batch of documents; `name` is null when everything has today's shape. Called at every start until
 * then. `newer` names a migration this version does not know: the data is a newer version's, and stays as it is.
 */
export const step = internalMutation({
  args: {},
  returns: v.union(
    v.object({ name: v.union(v.string(), v.null()), changed: v.number(), isCompleted: v.boolean() }),
    v.object({ newer: v.string() }),
  ),
  handler: async (ctx) => await migrateSome(ctx, MIGRATIONS, Date.now()),
});
