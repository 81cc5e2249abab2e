/** Reading saved views. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { whyNot } from "../access/rules";
import { nameOf } from "../core/people/model";
import { defaultOf, ownViews, sharedViews } from "../core/views/model";
import { SCREEN_CAPABILITIES } from "../core/views/rules";
import { viewScreen, viewSearch } from "../core/views/table";

/** The caller's views of a list and those others share, by name, and the one it opens with. */
export const list = guardedQuery("views.readOwn", {
  args: { screen: viewScreen },
  returns: v.object({
    views: v.array(
      v.object({
        id: v.id("savedViews"),
        name: v.string(),
        search: viewSearch,
        isShared: v.boolean(),
        isOwn: v.boolean(),
        owner: v.string(),
      }),
    ),
    defaultId: v.union(v.id("savedViews"), v.null()),
  }),
  handler: async (ctx, { screen }) => {
    const { person } = ctx.viewer;
    const own = await ownViews(ctx, person._id, screen);
    const facts = {
      roles: ctx.viewer.roles,
      status: person.status,
      hasChangedInitialPassword: true,
      impersonation: null,
    };
    const seesList = whyNot(facts, SCREEN_CAPABILITIES[screen]) === null;
    const shared = seesList ? (await sharedViews(ctx, screen)).filter(({ ownerId }) => ownerId !== person._id) : [];
    const views = await Promise.all(
      [...own, ...shared].map(async ({ _id, name, search, isShared, ownerId }) => ({
        id: _id,
        name,
        search,
        isShared,
        isOwn: ownerId === person._id,
        owner: await nameOf(ctx, ownerId),
      })),
    );
    const found = await defaultOf(ctx, person._id, screen);
    const isOffered = views.some(({ id }) => id === found?.viewId);
    return { views, defaultId: found && isOffered ? found.viewId : null };
  },
});
