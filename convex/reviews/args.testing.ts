/** Arguments with which those who may call what is done in access reviews. */

import { aDomain } from "../domains/changing.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { aGrant } from "../tasks/scenes.testing";

export const REVIEW_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "reviews/queries:get": () => ({ reviewId: "none" }),
  "reviews/queries:items": () => ({ reviewId: "none", paginationOpts: { numItems: 5, cursor: null } }),
  "reviews/mutations:start": async (_, { world }) => ({
    domainId: await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders" }))),
    days: 14,
  }),
  "reviews/mutations:decide": async (_, { world, personId }) => {
    const [holder, starter] = [await world.person("holder"), await world.person("starter")];
    const grant = await aGrant({ world, personId: holder.id });
    return await world.run(async (ctx) => {
      const domainId = await ctx.db.insert("dataDomains", aDomain({ name: "Orders", ownerIds: [personId] }));
      const reviewId = await ctx.db.insert("accessReviews", {
        domainId,
        domainKey: "orders",
        domainName: "Orders",
        startedById: starter.id,
        startedAt: 0,
        dueAt: Date.now() + 1_000_000,
        state: "open",
        total: 1,
      });
      const { _id: grantId, requestId, accessKey } = grant;
      const fields = { reviewId, grantId, requestId, accessKey, group: "unknown" as const, rank: 2 };
      return { itemId: await ctx.db.insert("reviewItems", fields), verdict: "keep", reason: "" };
    });
  },
};
