/** Arguments with which the public functions of options can be called. */

import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";

const change = { key: "invitations.reminderDays", shownVersion: 0, reason: "People forget it sooner" };

export const CONFIG_ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "config/mutations:set": async (_, { world, personId }) => {
    await stepUp(world, personId);
    return { ...change, value: 2 };
  },
  "config/mutations:undo": async (_, { world, personId }) => {
    await stepUp(world, personId);
    const row = { key: change.key, value: 2, reason: change.reason, setAt: world.now(), byIds: [personId] };
    await world.run(async (ctx) => {
      for (const version of [1, 2]) await ctx.db.insert("configVersions", { ...row, value: version + 1, version });
    });
    return { ...change, shownVersion: 2, version: 1 };
  },
  "config/queries:versions": () => ({ key: change.key }),
};
