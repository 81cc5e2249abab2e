/** What a person does with saved views. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import * as views from "../core/views/model";
import { viewScreen, viewSearch } from "../core/views/table";
import { refuse } from "../lib/errors";

/** Saves the present search, filters, order and columns of a list as a view; with an id, changes the caller's own. */
export const save = guardedMutation("views.writeOwn", {
  args: {
    id: v.optional(v.id("savedViews")),
    screen: viewScreen,
    name: v.string(),
    search: viewSearch,
    isShared: v.boolean(),
  },
  returns: v.id("savedViews"),
  handler: async (ctx, { id, ...fields }) =>
    await views.saveView(ctx, ctx.viewer.person._id, id ?? null, fields, {
      ...attributionOf(ctx.viewer),
      at: Date.now(),
    }),
});

/** Removes the caller's own view. */
export const remove = guardedMutation("views.writeOwn", {
  args: { id: v.id("savedViews") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await views.removeView(ctx, ctx.viewer.person._id, id, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

/** Opens the list with an own or shared view from now on; null for none. */
export const setDefault = guardedMutation("views.writeOwn", {
  args: { screen: viewScreen, viewId: v.union(v.id("savedViews"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { screen, viewId }) => {
    const { person } = ctx.viewer;
    const view = viewId && (await ctx.db.get(viewId));
    if (viewId && (!view || view.screen !== screen || (view.ownerId !== person._id && !view.isShared)))
      refuse({ code: "not-found" });
    await views.setDefault(ctx, person._id, { screen, view }, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});
