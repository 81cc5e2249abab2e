/** Arguments with which the public functions of grants can be called. */

import { anExtendableGrantOf, type Scene } from "../lib/publicApi.scene.testing";
import { aGrant } from "../tasks/scenes.testing";

export const GRANT_ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "grants/mutations:confirmRemoved": async (_, { world }) => ({
    grantId: (await aGrant({ world, personId: (await world.person("holder")).id }, { isOver: true }))._id,
    evidence: "Seen in the group list",
  }),
  "grants/mutations:extend": async (_, scene) => ({
    grantId: await anExtendableGrantOf(scene),
    days: 30,
    reason: "The quarterly report takes until the end of the year.",
    submitKey: `extension of ${scene.personId}`,
  }),
  "grants/mutations:getBack": async (_, scene) => {
    const { _id: grantId, requestId } = await aGrant(scene);
    const submitKey = `back to ${scene.personId}`;
    // Sent before: what it makes the first time has a test of its own.
    await scene.world.run((ctx) => ctx.db.patch(requestId, { submitKey }));
    return { grantId, reason: "The report needs it again", submitKey };
  },
  "grants/queries:extension": () => ({ grantId: "none" }),
  "grants/mutations:revoke": async (_, scene) => ({ grantId: (await aGrant(scene))._id, reason: "Left the team" }),
  "grants/queries:list": () => ({ state: "Active", paginationOpts: { numItems: 10, cursor: null } }),
};
