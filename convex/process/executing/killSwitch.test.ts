/** While the kill switch of a system is pulled, nothing that works for a request says anything to it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { endWorld } from "../../testing/world.testing";
import { submitted, taskAt } from "../requests.testing";
import { completeTask } from "../settling/model";
import { aRequest, GRANT, MANUAL, VERIFY } from "./execution.testing";

afterEach(endWorld);

const PULLED = "The kill switch of Snowflake is pulled; a super admin can release it";

test("a task that reads back waits with the reason, also when it had started, and goes on by itself", async () => {
  const { world, task, settle, move, snowflake, sandbox } = await aRequest(GRANT, MANUAL, VERIFY);
  await settle();
  const before = sandbox.account.journal.length;
  await move(1, (step, manual) => completeTask(step, manual, {}));
  await snowflake("stopped");
  await settle();
  expect(await task(2)).toMatchObject({ status: "Not Started", attempt: 0, waitingOn: { text: PULLED } });
  await world.clockRun();
  await settle();
  expect(sandbox.account.journal).toHaveLength(before);
  expect((await world.rows("taskMonitorLogTasks")).at(-1)).toMatchObject({ action: "Ignored", reason: PULLED });
  await snowflake("on");
  await world.clockRun();
  await settle();
  expect(await task(2)).toMatchObject({ status: "Complete", proof: { isProven: true } });
});

test("a dry run waits with the reason, and is made when the switch is released", async () => {
  const { world, rita, snowflake, settle, sandbox } = await aRequest(MANUAL);
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  await snowflake("stopped");
  const request = await world.run((ctx) => submitted(ctx, rita.id, [MANUAL, GRANT]));
  await settle();
  const planned = () => world.run((ctx) => taskAt(ctx, request, 1));
  expect(await planned()).toMatchObject({ planError: PULLED });
  expect((await planned()).plan).toBeUndefined();
  expect(sandbox.account.journal).toHaveLength(0);
  await sue.mutation(api.services.mutations.setState, { name: "snowflake", state: "on", reason: "" });
  await settle();
  expect((await planned()).plan).toMatchObject({ operation: "grant-role" });
  expect((await planned()).planError).toBeUndefined();
});

test("an attempt that had started does not even look", async () => {
  const { task, settle, snowflake, sandbox } = await aRequest(GRANT);
  await snowflake("stopped");
  await settle();
  expect(await task(0)).toMatchObject({ status: "Not Started", attempt: 0, waitingOn: { text: PULLED } });
  expect(sandbox.account.journal).toHaveLength(0);
});
