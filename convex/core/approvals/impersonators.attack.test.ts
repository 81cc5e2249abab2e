/** Whoever looked through the eyes of a party decides nothing about the matter, however much they did since. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCase, type CastName, type Play } from "../../approvals/approvals.testing";
import { record } from "../../approvals/attacks.testing";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { codeOf, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const approve = async (play: Play, who: CastName) =>
  play.people[who].mutation(api.approvals.mutations.decide, {
    ...(await play.shown()),
    verdict: "approve",
    comment: "It is needed",
  });

test("not when sixty others looked through the same eyes since (A1)", async () => {
  const play = await aCase();
  await record(play, "ada", "rita");
  for (let turn = 0; turn < 60; turn++) await record(play, "zoe", "rita");
  expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
});

test("an impersonation that was over before the matter began keeps nobody out", async () => {
  const play = await aCase();
  await record(play, "ada", "rita");
  await play.world.run(async (ctx) => {
    const [session] = await ctx.db.query("impersonationSessions").collect();
    const request = await ctx.db.get(play.requestId);
    if (!session || !request) throw new Error("Nothing was recorded");
    await ctx.db.patch(session._id, {
      impersonationStartedAt: request.createdAt - DAY_MS,
      endedAt: request.createdAt - HOUR_MS,
    });
  });
  await approve(play, "ada");
  expect((await play.look()).decisions).toHaveLength(1);
});
