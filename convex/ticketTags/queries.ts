/** Reading the tags of tickets. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { knownTags } from "../core/tickets/tags";

/** The tags tickets have, by name, for those who answer tickets. */
export const list = guardedQuery("tickets.answer", {
  args: {},
  returns: v.array(v.string()),
  handler: async (ctx) => await knownTags(ctx),
});
