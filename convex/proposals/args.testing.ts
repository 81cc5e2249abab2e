/** Arguments with which the public functions of changes that need a second person can be called. */

import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { DAY_MS } from "../lib/pure/time";
import { DAWN } from "../testing/world.testing";
import { aProposalNaming, aProposalToDecide } from "./proposals.testing";

export const PROPOSAL_ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "proposals/mutations:accept": async (_, scene) => ({ proposalId: (await aProposalNaming(scene))._id }),
  "proposals/mutations:turnDown": async (_, scene) => ({
    proposalId: (await aProposalNaming(scene))._id,
    reason: "Too much for one",
  }),
  "proposals/mutations:confirm": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    const { _id, shownHash } = await aProposalToDecide(scene);
    return { proposalId: _id, shownHash };
  },
  "proposals/mutations:decline": async (_, scene) => ({
    proposalId: (await aProposalToDecide(scene))._id,
    reason: "Not needed",
  }),
  "proposals/mutations:stop": async (_, scene) => ({
    proposalId: (await aProposalToDecide(scene, { appliesAt: DAWN + DAY_MS }))._id,
    reason: "Not needed",
  }),
  "proposals/mutations:withdraw": async (_, scene) => ({
    proposalId: (await aProposalToDecide(scene, { proposedById: scene.personId }))._id,
  }),
  "proposals/queries:about": (_, { personId }) => ({ subjectId: personId }),
};
