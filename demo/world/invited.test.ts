import { afterEach, expect, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import { DAY_MS } from "../../convex/lib/pure/time";
import { endWorld } from "../../convex/testing/world.testing";
import { aToldDemo, demoFunctions } from "./world.testing";

afterEach(endWorld);

test("with every start of the demo its invitations work again, but for those that were withdrawn", async () => {
  const world = await aToldDemo(12);
  await world.advance(10 * DAY_MS);
  await world.internal(internal.invitations.internal.turn, {});
  const [withdrawn, ...others] = await world.rows("invitations");
  if (!withdrawn) throw new Error("Nobody is invited");
  await world.run((ctx) => ctx.db.patch(withdrawn._id, { state: "withdrawn" }));
  const statusOf = async () => {
    const people = new Map((await world.rows("people")).map(({ _id, status }) => [_id, status]));
    return [withdrawn, ...others].map(({ personId }) => people.get(personId));
  };
  expect(new Set(await statusOf())).toEqual(new Set(["expired"]));
  await world.internal(demoFunctions.seed.wakeUp, {});
  expect(await statusOf()).toEqual(["expired", ...others.map(() => "invited")]);
  const open = (await world.rows("invitations")).filter(({ state }) => state === "open");
  expect(open.map(({ _id, expiresAt }) => [_id, expiresAt])).toEqual(
    others.map(({ _id }) => [_id, world.now() + 6 * DAY_MS]),
  );
  expect(await world.rows("accountOrders")).toEqual([]);
});
