/** More time that is given while the time before runs out. */

import { afterEach, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { giveAccess } from "../process/ending/granting";
import { completeApproved, stepNow, submitted, taskAt, tasksNow } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";
import { anAccess } from "./access.testing";

afterEach(endWorld);

const { beginRemoval, removed, removalFailed } = internal.grants.internal;
const GRANT = 'GRANT ROLE "ANALYST" TO USER "ADA"';

/** Ada's ten days are over, the worker that revokes has its orders, and more time was asked for before. */
async function anExtensionInTheLastMoment() {
  const access = await anAccess(10);
  const { world, rita, sandbox } = access;
  const extension = await world.run((ctx) =>
    submitted(ctx, rita.id, [
      { type: "approve_access" },
      { type: "grant_role", key: "grant", input: { user: "ADA", role: "ANALYST" } },
    ]),
  );
  await world.advance(0);
  const task = async () => await world.run((ctx) => taskAt(ctx, extension, 1));
  const approve = () =>
    world.run(async (ctx) => void (await completeApproved(stepNow(ctx), await taskAt(ctx, extension, 0))));
  const give = () =>
    world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, extension);
      await giveAccess(stepNow(ctx), extension, tasks, {
        system: "snowflake",
        description: "ANALYST in Snowflake",
        taskId: tasks[1]!._id,
        durationDays: 30,
        serviceUser: null,
      });
    });
  const revoke = async () => {
    const grantId = (await access.grants())[0]!._id;
    sandbox.account.memberships.splice(
      sandbox.account.memberships.findIndex(({ role, holder }) => role === "ANALYST" && holder === "ADA"),
      1,
    );
    await world.internal(removed, { grantId, proof: { isProven: true, facts: [], readAt: world.now() } });
    await world.advance(0);
  };
  const holders = () =>
    sandbox.account.memberships
      .filter(({ role, to }) => role === "ANALYST" && to === "USER")
      .map(({ holder }) => holder);
  return { ...access, extension, task, approve, give, revoke, holders };
}

test("an extension that is approved while the access is being taken away waits for that, and gives it anew", async () => {
  const { world, grants, task, approve, give, revoke, holders, sandbox } = await anExtensionInTheLastMoment();
  await world.advance(10 * DAY_MS);
  const [grant] = await grants();
  expect(await world.internal(beginRemoval, { grantId: grant!._id })).not.toBeNull();
  await approve();
  await world.advance(0);
  expect(await task()).toMatchObject({ status: "Not Started", plan: { steps: [] } });
  await revoke();
  expect(await task()).toMatchObject({ status: "Complete", proof: { isProven: true } });
  await give();
  expect(sandbox.changes()).toEqual([GRANT, GRANT]);
  expect(holders()).toEqual(["ADA"]);
  expect((await grants()).map(({ state }) => state)).toEqual(["Expired", "Active"]);
});

test("an attempt that found the access there goes no further once that has begun to end", async () => {
  const { world, grants, task, approve } = await anExtensionInTheLastMoment();
  const { beginAttempt, mayApply } = internal.workflow.internal;
  await approve();
  const { _id: taskId, attempt } = await task();
  expect(await world.internal(beginAttempt, { taskId, attempt })).not.toBeNull();
  const [grant] = await grants();
  await world.run((ctx) => ctx.db.patch(grant!._id, { expiresAt: world.now() }));
  expect(await world.internal(mayApply, { taskId, attempt })).toBe("stop");
  expect(await task()).toMatchObject({ status: "Not Started", attempt: 0 });
});

test("an attempt that found the access there is not done when that has begun to end meanwhile", async () => {
  const { world, grants, task, approve, revoke, holders } = await anExtensionInTheLastMoment();
  const { beginAttempt, mayApply, finishAttempt } = internal.workflow.internal;
  await approve();
  const { _id: taskId, attempt } = await task();
  expect(await world.internal(beginAttempt, { taskId, attempt })).not.toBeNull();
  expect(await world.internal(mayApply, { taskId, attempt })).toBe("go");
  const [grant] = await grants();
  await world.run((ctx) => ctx.db.patch(grant!._id, { expiresAt: world.now() }));
  expect(await world.internal(beginRemoval, { grantId: grant!._id })).not.toBeNull();
  const proof = { isProven: true, facts: [], readAt: world.now() };
  await world.internal(finishAttempt, { taskId, attempt, ref: { key: taskId, receipts: [] }, proof });
  expect(await task()).toMatchObject({ status: "Not Started" });
  await revoke();
  expect(await task()).toMatchObject({ status: "Complete" });
  expect(holders()).toEqual(["ADA"]);
});

test.each(["Superseded", "Expired", "Revoked"] as const)(
  "a removal that fails when the access is %s already alarms nobody and is not tried again",
  async (state) => {
    const { world, grants, told } = await anAccess(10);
    await world.advance(10 * DAY_MS);
    const [grant] = await grants();
    await world.internal(beginRemoval, { grantId: grant!._id });
    await world.run((ctx) => ctx.db.patch(grant!._id, { state, endedAt: world.now(), nextCheckAt: undefined }));
    const failure = { kind: "transient", code: "busy", message: "Busy", vendor: null, retryAfterMs: null } as const;
    await world.internal(removalFailed, { grantId: grant!._id, failure });
    const [after] = await grants();
    expect(after).toMatchObject({ state });
    expect([after?.nextCheckAt, after?.removalError]).toEqual([undefined, undefined]);
    expect(await told("grant.removalFailed")).toEqual([]);
  },
);
