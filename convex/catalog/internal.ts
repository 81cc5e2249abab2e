/** What the server calls at its start. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { installShipped } from "../core/catalog/model";

/** Publishes the request types the code ships, where they changed. Calling it again changes nothing. */
export const install = internalMutation({
  args: {},
  returns: v.object({ changed: v.array(v.string()) }),
  handler: async (ctx) => ({ changed: await installShipped(ctx, Date.now()) }),
});
