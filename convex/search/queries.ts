/** What the palette finds. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import * as finding from "../pages/search/finding";

/**
 * What has the words and is the caller's to open: requests, types to ask for, people and data domains; at most five of
 * each.
 */
export const find = guardedQuery("requests.readOwn", {
  args: { text: v.string() },
  returns: finding.found,
  handler: async (ctx, { text }) => await finding.find(ctx, ctx.viewer, text),
});
