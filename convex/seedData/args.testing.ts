/** Arguments with which the public functions of demo data can be called, and the demo world they need. */

import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";

const LISTS = { livingIds: [], archivedIds: [], personIds: [] };
const TOLD = { seed: 1, history: 0, told: 0, isTold: true, beats: 0 };

export const SEED_DATA_ARGS = {
  "seedData/mutations:clear": async (_: string, { world, personId }: Scene) => {
    await stepUp(world, personId);
    await world.run(
      async (ctx) => await ctx.db.insert("demoWorlds", { ...TOLD, ...LISTS, isAwake: true, filledAt: world.now() }),
    );
    return { words: "clear demo data" };
  },
  "seedData/mutations:load": async (_: string, { world, personId }: Scene) => {
    await stepUp(world, personId);
    const at = world.now();
    const clearing = { startedAt: at, until: at, endedAt: at, after: 0, byId: personId, removed: 0, table: "requests" };
    const offer = { people: 0, counts: [], areaCodes: ["MKT"], scenes: 0 };
    await world.run(
      async (ctx) =>
        await ctx.db.insert("demoWorlds", { ...TOLD, ...LISTS, isAwake: false, filledAt: at, clearing, offer }),
    );
    return { words: "load demo data" };
  },
};
