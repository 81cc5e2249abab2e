/** Arguments with which the public functions of canned replies can be called. */

import type { Scene } from "../lib/publicApi.scene.testing";

const reply = { title: "Try again", body: "Please try again", topic: null, after: null };

export const CANNED_REPLY_ARGS = {
  "cannedReplies/mutations:save": () => ({ shown: null, reply }),
  "cannedReplies/mutations:setRemoved": async (_: string, { world, personId }: Scene) => {
    const row = { ...reply, updatedAt: world.now(), updatedById: personId, removedAt: null };
    return { id: await world.run((ctx) => ctx.db.insert("cannedReplies", row)), isRemoved: true };
  },
};
