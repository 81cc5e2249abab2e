/** Attacks on the work itself: a task that says about itself that it is done, or how it is to fail. */

import { afterEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";
import { completeTask } from "../settling/model";
import { aRequest, GRANT, VERIFY } from "./execution.testing";

afterEach(endWorld);

test.each([{ runSeconds: 0 }, { failAttempts: 0 }, { losesWorker: false }])(
  "a task whose input says %j is not done without its system",
  async (pretence) => {
    const { task, settle, world, sandbox, status } = await aRequest(
      { ...GRANT, input: { ...GRANT.input, ...pretence } },
      VERIFY,
    );
    await settle();
    await world.advance(MINUTE_MS);
    expect(await task(0)).toMatchObject({
      status: "Failed",
      output: { technical: { kind: "user-fixable", code: "bad-input" } },
    });
    expect(sandbox.changes()).toEqual([]);
    expect(await status()).toBe("Blocked");
  },
);

test("what is read back is read, whatever the task's input says", async () => {
  const { task, settle, move, sandbox, world } = await aRequest(
    GRANT,
    { type: "manual_check" },
    { ...VERIFY, input: { runSeconds: 1 } },
  );
  await settle();
  sandbox.account.memberships.splice(
    0,
    sandbox.account.memberships.length,
    ...sandbox.account.memberships.filter(({ holder }) => holder !== "ADA"),
  );
  await move(1, (step, manual) => completeTask(step, manual, {}));
  await world.advance(MINUTE_MS);
  expect(await task(2)).toMatchObject({ status: "Failed", proof: { isProven: false } });
});
