/** Arguments with which the public functions of business areas can be called. */

import { stepUp } from "../approvals/roles.testing";
import { AREA_FILE, anAreaFile, twoAreas } from "../domains/files.testing";
import type { Scene } from "../lib/publicApi.scene.testing";

export const AREA_ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "areas/mutations:importFile": async (_, { world }) => anAreaFile(world),
  "areas/mutations:save": (_, { personId }) => ({
    saveKey: "a form",
    name: "Logistics",
    code: "LOG",
    costCentre: "4711",
    ownerId: personId,
    deputyId: null,
    approverId: null,
    budget: null,
    reason: "",
  }),
  "areas/mutations:merge": async (_, { world, personId }) => {
    await stepUp(world, personId);
    return { ...(await twoAreas(world)), reason: "One team now" };
  },
  "areas/mutations:remove": async (_, { world }) => ({ areaId: (await twoAreas(world)).areaId }),
  "areas/mutations:undoMerge": async (_, { world, personId }) => {
    await stepUp(world, personId);
    const { areaId, intoId } = await twoAreas(world);
    await world.run((ctx) => ctx.db.patch(areaId, { mergedIntoId: intoId }));
    return { areaId, reason: "Two teams again" };
  },
  "areas/queries:get": async (_, { world }) => ({ areaId: (await twoAreas(world)).areaId }),
  "areas/queries:previewImport": () => ({ text: AREA_FILE }),
};
