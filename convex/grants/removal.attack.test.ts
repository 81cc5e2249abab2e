/** Whoever an access is for tries to be the one who says that it is gone. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { aGrant } from "../tasks/scenes.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { confirmRemoved } = api.grants.mutations;

async function aLeftover() {
  const world = await aWorld();
  const admin = (name: string) => world.person(name, { roles: ["staff", "admin"] });
  const [holder, asker, other] = [await admin("holly"), await admin("ash"), await admin("otto")];
  const grant = await aGrant({ world, personId: holder.id }, { isOver: true });
  await world.run((ctx) => ctx.db.patch(grant.requestId, { requesterId: asker.id }));
  const confirm = (who: typeof holder) =>
    who.mutation(confirmRemoved, { grantId: grant._id, evidence: "Gone, believe me" });
  return { world, holder, asker, other, grant, confirm, state: async () => (await world.rows("grants"))[0]?.state };
}

test("neither the holder nor the requester confirms a removal, an admin though they are; somebody else does", async () => {
  const { holder, asker, other, confirm, state } = await aLeftover();
  expect(await codeOf(confirm(holder))).toBe("not-eligible");
  expect(await codeOf(confirm(asker))).toBe("not-eligible");
  expect(await state()).toBe("Active");
  await confirm(other);
  expect(await state()).toBe("Expired");
});

test("nor does whoever acted for the holder since the request was made, or acts for them now", async () => {
  const { world, holder, confirm, state } = await aLeftover();
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
  const session = {
    realPersonId: sam.id,
    impersonatingUserId: holder.id,
    mode: "act" as const,
    reason: "Support",
    impersonationStartedAt: DAWN,
    impersonationExpiresAt: DAWN + DAY_MS,
  };
  const sessionId = await world.run(async (ctx) => {
    await ctx.db.patch(holder.id, { roles: ["staff", "admin"] });
    return await ctx.db.insert("impersonationSessions", session);
  });
  expect(await codeOf(confirm(sam))).toBe("not-while-impersonating");
  await world.run((ctx) => ctx.db.patch(sessionId, { endedAt: DAWN }));
  expect(await codeOf(confirm(sam))).toBe("not-eligible");
  expect(await state()).toBe("Active");
});
