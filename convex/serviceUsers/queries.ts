/** Reading service users. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { answeredForBy } from "../core/serviceUsers/model";

/** The service users something can be asked for: those the caller is owner or deputy of. */
export const mine = guardedQuery("requests.readOwn", {
  args: {},
  returns: v.array(v.object({ id: v.id("serviceUsers"), name: v.string(), isOwner: v.boolean() })),
  handler: async (ctx) => {
    const { owned, deputised } = await answeredForBy(ctx, ctx.viewer.person._id);
    return [...owned, ...deputised]
      .map(({ _id, name, ownerId }) => ({ id: _id, name, isOwner: ownerId === ctx.viewer.person._id }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  },
});
