/** Arguments with which those who may call what is done about people. */

import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { DAY_MS } from "../lib/pure/time";

export const PERSON_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "people/queries:byIds": () => ({ ids: [] }),
  "people/mutations:correctName": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    firstName: "Colin",
    lastName: "Eague",
  }),
  "people/mutations:sendResetLink": async (_, { world }) => ({ personId: (await world.person("colleague")).id }),
  "people/queries:rehearsal": (_, { personId }) => ({ personId }),
  "people/queries:moves": (_, { personId }) => ({ personId }),
  "people/mutations:suspend": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    reason: "Left their laptop open",
  }),
  "people/mutations:setDates": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    startsAt: null,
    endsAt: (Math.floor(world.now() / DAY_MS) + 30) * DAY_MS,
    reason: "Their contract ends",
  }),
  "people/mutations:restore": async (_, { world }) => ({
    personId: (await world.person("colleague", { status: "suspended" })).id,
    reason: "The laptop is back",
  }),
  "people/mutations:changeRoles": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return { personId: (await scene.world.person("colleague")).id, roles: ["finops"], reason: "Watches the costs now" };
  },
};
