/** Arguments with which the public functions of support teams can be called. */

import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";

/** A business area to be a team. */
async function anAreaId({ world }: Scene) {
  const area = { name: "Data Platform", code: "PLAT", costCentre: "1" };
  return await world.run((ctx) => ctx.db.insert("businessAreas", area));
}

export const SUPPORT_TEAMS_ARGS = {
  "supportTeams/mutations:set": async (_: string, scene: Scene) => {
    await stepUp(scene.world, scene.personId);
    return { teams: { data: await anAreaId(scene) }, shownVersion: 0, reason: "They load the data" };
  },
};
