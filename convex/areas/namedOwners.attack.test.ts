/** Owners of an area whom a step names only for want of others, or when nobody decided in time, are owners no more (B4). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCase, approve, type CastName } from "../approvals/approvals.testing";
import type { StepPolicy } from "../core/approvals/table";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** Rita's request for ben in Finance, which zoe owns; nobody owns the data domain it names. */
async function aFinanceStep(step: Partial<StepPolicy>) {
  const play = await aCase({ steps: [step] });
  const { world, people } = play;
  const areaId = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Finance", code: "FIN", costCentre: "1", ownerId: play.zoe.id }),
  );
  await world.run((ctx) => ctx.db.patch(play.requestId, { businessAreaId: areaId }));
  const asked = async () => (await play.look()).asked;
  const turn = async () => {
    await world.run((ctx) => ctx.db.insert("dutyChanges", { areaId, byIds: [], at: 0, seatedUntil: 0 }));
    await play.tick();
    await world.advance(0);
  };
  await turn();
  return {
    ...play,
    asked,
    turn,
    owns: (name: CastName) => world.run((ctx) => ctx.db.patch(areaId, { ownerId: people[name].id })),
  };
}

const NOBODY = { kind: "domainOwner", field: "domain" } as const;
const OWNER = { kind: "businessAreaOwner" } as const;

describe("[B4] an owner who was named", () => {
  test("as the fallback decides nothing once others own the area, and the new owner is asked", async () => {
    const play = await aFinanceStep({ rule: NOBODY, fallback: OWNER });
    expect(await play.asked()).toEqual(["zoe"]);
    await play.owns("gwen");
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
    await play.turn();
    expect(await play.asked()).toEqual(["gwen"]);
    await approve(play, "gwen");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test.each([
    ["by the escalation", { escalateTo: OWNER }],
    ["by the fallback, for want of an escalation", { escalateTo: undefined, fallback: OWNER }],
  ])("%s decides nothing once others own the area, and the new owner is asked beside the rest", async (_, step) => {
    const play = await aFinanceStep(step);
    await play.world.advance(49 * HOUR_MS);
    await play.tick();
    expect(await play.asked()).toEqual(["ada", "bob", "cleo", "zoe"]);
    await play.owns("gwen");
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
    await play.turn();
    expect(await play.asked()).toEqual(["ada", "bob", "cleo", "gwen"]);
    await approve(play, "gwen");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test("keeps the seat while they own it, whatever else about the area changes", async () => {
    const play = await aFinanceStep({ rule: NOBODY, fallback: OWNER });
    await play.turn();
    await approve(play, "zoe");
    expect((await play.look()).outcome).toContain("Approved");
  });
});

test("[B4] a role that was lost gives no seat, also where the step falls back to an owner", async () => {
  const play = await aFinanceStep({ fallback: OWNER });
  await play.world.run(async (ctx) => {
    for (const seat of await ctx.db.query("approvalSeats").collect())
      await ctx.db.patch(seat._id, { source: "reResolved" });
    await ctx.db.patch(play.ada.id, { roles: ["staff"] });
  });
  expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
  await approve(play, "bob");
});

test("[B4] whom somebody with a seat escalated it to keeps it, whoever the escalation would name", async () => {
  const play = await aFinanceStep({});
  const { seats } = await play.look();
  await play.ada.mutation(api.approvals.mutations.reassign, {
    approvalId: play.approvalId,
    seatId: seats.find(({ personId }) => personId === play.ada.id)?._id,
    toId: play.sam.id,
    reason: "escalation",
    comment: "Sam knows the costs",
  });
  await approve(play, "sam");
  expect((await play.look()).outcome).toContain("Approved");
});
