import { afterEach, expect, test } from "vitest";
import { endWorld } from "../../convex/testing/world.testing";
import { aToldDemo, demoFunctions } from "./world.testing";

afterEach(endWorld);

test("whether and when a role was used follows its own request, whichever others have ended meanwhile", async () => {
  const world = await aToldDemo(12);
  const usesNow = async () => (await world.internalQuery(demoFunctions.account.snowflake, {})).uses;
  const before = await usesNow();
  expect(before.length).toBeGreaterThan(2);
  await world.run(async ({ db }) => {
    for (const { _id, taskId, state } of await db.query("grants").collect())
      if (state === "Active" && (await db.get(taskId))?.type === "grant_role")
        return await db.patch(_id, { state: "Expired" });
  });
  const after = await usesNow();
  expect(after.length).toBeGreaterThanOrEqual(before.length - 1);
  expect(before).toEqual(expect.arrayContaining(after));
});
