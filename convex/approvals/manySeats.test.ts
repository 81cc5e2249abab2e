/** Somebody is away who is asked more than is moved in one transaction. */

import { afterEach, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { aPendingStep, submitted, taskAt } from "../process/requests.testing";
import { aWorld, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const ASKED = 105;

/** Rita asks bea this often. */
async function aBusyApprover() {
  const world = await aWorld();
  const [rita, bea, dan] = [await world.person("rita"), await world.person("bea"), await world.person("dan")];
  for (let count = 0; count < ASKED; count += 1) {
    const request = await world.run((ctx) => submitted(ctx, rita.id, [{ type: "approve_access" }]));
    await world.run(async (ctx) => void (await aPendingStep(ctx, await taskAt(ctx, request, 0), [bea.id])));
  }
  const seatsOf = async (person: { readonly id: string }) =>
    (await world.rows("approvalSeats")).filter(({ personId, isPending }) => personId === person.id && isPending).length;
  const turn = async () => {
    await world.internal(internal.approvals.internal.runTimers, {});
    await world.advance(0);
  };
  return { world, bea, dan, seatsOf, turn };
}

test("a delegation covers all that its person is asked, however much that is, and its end takes all of it back [A8]", async () => {
  const { world, bea, dan, seatsOf, turn } = await aBusyApprover();
  await world.run(async (ctx) => {
    const window = { startsAt: world.now(), endsAt: world.now() + DAY_MS, reason: "Away", phase: "planned" as const };
    await ctx.db.insert("delegations", { ...window, fromId: bea.id, toId: dan.id, createdById: bea.id });
  });
  await turn();
  expect(await seatsOf(dan)).toBe(ASKED);
  await world.advance(DAY_MS);
  await turn();
  expect(await seatsOf(dan)).toBe(0);
});

test("whoever leaves is relieved of all they were asked, however much that is [A8]", async () => {
  const { world, bea, seatsOf, turn } = await aBusyApprover();
  await world.run(async (ctx) => {
    await ctx.db.patch(bea.id, { status: "suspended" });
    await ctx.db.insert("departures", { personId: bea.id, at: world.now() });
  });
  await turn();
  expect(await seatsOf(bea)).toBe(0);
  expect(await world.rows("departures")).toEqual([]);
});
