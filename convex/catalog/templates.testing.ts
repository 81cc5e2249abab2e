/** What the public functions of templates are called with, for the test that calls them as every role. */

import { versionOf } from "../core/catalog/model";
import { aCatalogFor, type Scene } from "../lib/publicApi.scene.testing";
import { DAWN } from "../testing/world.testing";

const KEY = "warehouse";

/** A draft of a request type, with its reference and what it holds. */
async function aTemplateDraft(scene: Scene) {
  await aCatalogFor(scene);
  return await scene.world.run(async (ctx) => {
    const published = await versionOf(ctx, KEY, 1);
    if (!published) throw new Error("The catalog is not installed");
    const { definition } = published;
    await ctx.db.insert("requestTypeVersions", {
      typeKey: KEY,
      version: 2,
      status: "draft",
      definition,
      createdAt: DAWN,
      revision: 0,
    });
    return { ref: { key: KEY, version: 2, revision: 0 }, definition };
  });
}

/** Arguments with which each of them can be called. */
export const templateArgs = {
  "catalog/mutations:createDraft": async (_: string, scene: Scene) => {
    await aCatalogFor(scene);
    return { key: KEY, from: 1 };
  },
  "catalog/mutations:discardDraft": async (_: string, scene: Scene) => (await aTemplateDraft(scene)).ref,
  "catalog/mutations:publish": async (_: string, scene: Scene) => ({
    ...(await aTemplateDraft(scene)).ref,
    confirmation: KEY,
  }),
  "catalog/mutations:saveDraft": async (_: string, scene: Scene) => {
    const { ref, definition } = await aTemplateDraft(scene);
    return { ...ref, definition };
  },
  "catalog/mutations:setOffered": async (_: string, scene: Scene) => {
    await aCatalogFor(scene);
    return { key: KEY, isOffered: false };
  },
  "catalog/queries:getVersion": () => ({ key: KEY, version: 1 }),
  "catalog/queries:listVersions": () => ({ key: KEY }),
  "catalog/queries:simulate": async (_: string, scene: Scene) => {
    await aCatalogFor(scene);
    return { key: KEY, version: 1, personId: scene.personId, form: {} };
  },
};
