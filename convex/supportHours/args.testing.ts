/** Arguments with which the public functions of support hours can be called. */

import { stepUp } from "../approvals/roles.testing";
import { USUAL_HOURS } from "../core/supportHours/rules/hours";
import type { Scene } from "../lib/publicApi.scene.testing";

export const SUPPORT_HOURS_ARGS = {
  "supportHours/mutations:set": async (_: string, { world, personId }: Scene) => {
    await stepUp(world, personId);
    const hours = { ...USUAL_HOURS, holidays: ["2026-12-25"] };
    return { hours, shownVersion: 0, reason: "Nobody works at Christmas" };
  },
};
