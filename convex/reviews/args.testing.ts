/** Arguments with which those who may call what is done in access reviews. */

import { aDomain } from "../domains/changing.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { aGrant } from "../tasks/scenes.testing";

export const REVIEW_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "reviews/queries:get": () => ({ reviewId: "none" }),
  "reviews/queries:undecided": () => ({}),
  "reviews/queries:roles": async (_, { world }) => ({
    domainId: await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders" }))),
  }),
  "reviews/queries:items": () => ({ reviewId: "none", paginationOpts: { numItems: 5, cursor: null } }),
  "reviews/mutations:start": async (_, { world }) => ({
    domainId: await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders" }))),
    days: 14,
  }),
  "reviews/mutations:decide": async (_, scene) => {
    const { itemId } = await anItemFor(scene);
    return { itemId, verdict: "keep", reason: "" };
  },
  "reviews/mutations:decideTogether": async (_, scene) => {
    const { reviewId, itemId } = await anItemFor(scene);
    return { reviewId, itemIds: [itemId], verdict: "keep", reason: "" };
  },
  "reviews/mutations:passOn": async (_, scene) => {
    const { reviewId, itemId } = await anItemFor(scene);
    const { id: toId } = await scene.world.person("colleague");
    return { reviewId, itemIds: [itemId], toId, note: "Knows the team better" };
  },
  "reviews/mutations:sayNeed": async (_, scene) => {
    const { itemId } = await anItemFor(scene);
    await scene.world.run((ctx) => ctx.db.patch(itemId, { verdict: "remove", takenFromId: scene.personId }));
    return { itemId, note: "The report needs it every month" };
  },
  "reviews/mutations:exported": async (_, scene) => ({ reviewId: (await anItemFor(scene)).reviewId }),
};

/** An access somebody else holds, in a review the person of the scene decides in. */
async function anItemFor({ world, personId }: Scene) {
  const [holder, starter] = [await world.person("holder"), await world.person("starter")];
  const { _id: grantId, requestId, accessKey } = await aGrant({ world, personId: holder.id });
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
      unusedDays: 90,
    });
    const fields = { reviewId, grantId, requestId, accessKey, group: "used" as const, rank: 3 };
    return { reviewId, itemId: await ctx.db.insert("reviewItems", fields) };
  });
}
