/** What is taken back of a request that ended early: all that may have been sent for it, and nothing else. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { DAWN, endWorld } from "../../testing/world.testing";
import { APPROVAL, aRequest, GRANT, MANUAL, REVOKE_STATEMENT } from "../executing/execution.testing";
import { completeApproved, stepNow, tasksNow } from "../requests.testing";
import { cancelRequest } from "../settling/requestMoves";
import { restartRequest } from "../submitting/restart";
import { giveAccess } from "./granting";

afterEach(endWorld);

const { mayApply, failAttempt, nextCompensation, compensated, compensationFailed } = internal.workflow.internal;
const NO_ANSWER = {
  kind: "transient",
  code: "no-answer",
  message: "No answer",
  vendor: null,
  retryAfterMs: null,
} as const;
const byOthers = { role: "ANALYST", to: "USER", holder: "ADA", grantedBy: "SECURITYADMIN", at: DAWN } as const;

/** A worker was told to go, then the request was cancelled, and what the worker had done by then was taken back: nothing. */
async function aSlowWorker() {
  const play = await aRequest(APPROVAL, GRANT);
  const { world, task, move, settle, sweep } = play;
  await settle();
  const { _id: taskId } = await task(1);
  await world.run((ctx) =>
    ctx.db.patch(taskId, { status: "Running", attempt: 1, startedAt: DAWN, leaseUntil: DAWN + 2 * MINUTE_MS }),
  );
  expect(await world.internal(mayApply, { taskId, attempt: 1 })).toBe("go");
  await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
  await world.advance(5 * MINUTE_MS);
  return {
    ...play,
    taskId,
    request: (await task(1)).requestId,
    compensate: async () => (await sweep(), await settle()),
  };
}

describe("a worker that says long after the end that it failed", () => {
  test("has what it may have done taken back", async () => {
    const { world, task, taskId, compensate, sandbox, holders } = await aSlowWorker();
    await compensate();
    expect((await task(1)).compensatedAt).toBe(DAWN + 5 * MINUTE_MS);
    // Its statement goes through now, and the answer is lost.
    sandbox.account.memberships.push({ ...byOthers });
    await world.internal(failAttempt, { taskId, attempt: 1, isUntouched: false, failure: NO_ANSWER });
    expect((await task(1)).compensatedAt).toBeUndefined();
    await compensate();
    expect(holders()).toEqual([]);
    expect(sandbox.changes()).toEqual([REVOKE_STATEMENT]);
    expect(await task(1)).toMatchObject({ lateResult: { status: "Failed" }, compensatedAt: DAWN + 5 * MINUTE_MS });
  });

  test("takes nothing from others where it sent nothing (R12)", async () => {
    const { world, taskId, compensate, sandbox, holders } = await aSlowWorker();
    await compensate();
    sandbox.account.memberships.push({ ...byOthers });
    await world.internal(failAttempt, { taskId, attempt: 1, isUntouched: true, failure: NO_ANSWER });
    await compensate();
    expect(holders()).toEqual(["ADA"]);
  });

  test.each(["proven", "failed"])("has it taken back also where that was just under way, and is %s", async (how) => {
    const { world, task, taskId, request, compensate, sandbox, holders } = await aSlowWorker();
    await world.run((ctx) => ctx.db.patch(taskId, { compensationDueAt: world.now(), compensatedAt: undefined }));
    const claim = await world.internal(nextCompensation, { requestId: request });
    const { key, claimedUntil } = claim!;
    sandbox.account.memberships.push({ ...byOthers });
    await world.internal(failAttempt, { taskId, attempt: 1, isUntouched: false, failure: NO_ANSWER });
    const proof = { isProven: true, facts: [], readAt: world.now() };
    if (how === "proven") await world.internal(compensated, { taskId, key, claimedUntil, proof });
    else
      await world.internal(compensationFailed, {
        taskId,
        key,
        claimedUntil,
        failure: { ...NO_ANSWER, kind: "admin-fixable" },
      });
    expect((await task(1)).compensationDueAt).toBe(world.now());
    await compensate();
    expect(holders()).toEqual([]);
  });
});

describe("what was done on a plan that was dropped", () => {
  const input = {
    user: "GRACE",
    email: "grace@ao.com",
    firstName: "Grace",
    lastName: "Hopper",
    defaultRole: "ANALYST",
  };

  /** Five attempts made the user, and none of them gave the role. */
  async function aStuckTask() {
    const play = await aRequest({ type: "create_person", input }, MANUAL);
    const { world, task, settle, sandbox } = play;
    sandbox.fail({ kind: "status", status: 429, retryAfter: "60", statement: /GRANT ROLE/, times: 40 });
    for (let round = 0; round < 8; round++) {
      await settle();
      await world.advance(30 * MINUTE_MS);
    }
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 5 });
    expect(sandbox.account.users.has("GRACE")).toBe(true);
    return play;
  }

  test("is taken back with the request, by that plan, though the new one failed", async () => {
    const { world, task, move, settle, sandbox, admin } = await aStuckTask();
    const { _id: taskId, idempotencyKey } = await task(0);
    await admin.mutation(api.tasks.mutations.retry, { taskId, reason: "A new plan", makeNewPlan: true });
    await settle();
    expect(await task(0)).toMatchObject({ formerWork: [{ key: idempotencyKey, plan: { input } }] });
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    await world.advance(5 * MINUTE_MS);
    await settle();
    expect(sandbox.account.users.has("GRACE")).toBe(false);
    expect(await task(0)).toMatchObject({ compensatedAt: expect.any(Number) as number });
    expect((await task(0)).compensationError).toBeUndefined();
  });

  test("is taken back after what was done on the new one, each proven by itself", async () => {
    const FINANCE = { type: "grant_role", input: { user: "ADA", role: "FINANCE" } };
    const { world, task, move, settle, sandbox } = await aRequest(GRANT, FINANCE, MANUAL);
    await settle();
    const [{ _id: taskId }, former] = [await task(0), await task(1)];
    await world.run(async (ctx) => {
      const { idempotencyKey: key, plan = {}, ref } = former;
      await ctx.db.patch(taskId, { formerWork: [{ key, plan, ref }] });
      await ctx.db.patch(former._id, { applyBegunAt: undefined });
    });
    await move(2, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(sandbox.changes().slice(2)).toEqual([REVOKE_STATEMENT, 'REVOKE ROLE "FINANCE" FROM USER "ADA"']);
    expect(await task(0)).toMatchObject({ compensatedAt: DAWN });
    expect((await task(0)).compensationDueAt).toBeUndefined();
    const undone = (await world.rows("auditEvents")).filter(({ action }) => action === "task.compensated");
    expect(undone).toHaveLength(2);
  });

  test("is kept when other answers make the task anew, which is work under a key of its own (T4)", async () => {
    const { world, task, move, settle } = await aRequest({ ...GRANT, key: "grant" }, MANUAL);
    await settle();
    const { _id: taskId, plan, ref } = await task(0);
    await world.run((ctx) => ctx.db.patch(taskId, { status: "Not Started", outcome: undefined }));
    const input = { user: "BEA", role: "ANALYST" };
    await move(0, (step, _task, request) =>
      restartRequest(step, request, [{ type: "grant_role", key: "grant", order: 1, input }]),
    );
    expect(await task(0)).toMatchObject({
      input,
      idempotencyKey: `${taskId}-plan-2`,
      formerWork: [{ key: taskId, plan, ref }],
    });
    const { plan: next, ref: nextRef, applyBegunAt } = await task(0);
    expect([next, nextRef, applyBegunAt]).toEqual([undefined, undefined, undefined]);
  });
});

describe("access that was there before (R12)", () => {
  /** Bea has the role already, and a request gives it to her for ten days. */
  async function whatWasThere() {
    const play = await aRequest({ ...GRANT, input: { user: "BEA", role: "FINANCE" } }, MANUAL);
    const { world, request, settle } = play;
    await settle();
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, request);
      await giveAccess(stepNow(ctx), request, tasks, {
        system: "snowflake",
        description: "Role FINANCE",
        taskId: tasks[0]!._id,
        durationDays: 10,
        serviceUser: null,
      });
    });
    const check = async () => {
      await world.internal(internal.grants.internal.check, {});
      await settle();
    };
    const told = async () =>
      (await world.rows("notifications")).filter(({ kind }) => kind === "access.expired" || kind === "access.revoked");
    return { ...play, check, told, grant: async () => (await world.rows("grants"))[0]! };
  }
  const STAYS = expect.stringContaining("It was there before the request, so nothing was removed") as string;

  test("stays when the time that was asked for is over: nothing is sent, and its holder reads so", async () => {
    const { world, check, told, grant, sandbox, rita } = await whatWasThere();
    await world.advance(10 * DAY_MS);
    await check();
    expect(sandbox.changes()).toEqual([]);
    expect(await grant()).toMatchObject({ state: "Expired", endReason: STAYS });
    expect((await grant()).removalProof).toBeUndefined();
    expect(await told()).toMatchObject([
      { recipientId: rita.id, title: "The request for your access has ended: Role FINANCE", body: STAYS },
    ]);
    expect((await world.rows("auditEvents")).map(({ action }) => action)).toContain("grant.leftInPlace");
  });

  test("stays when its request ends early, and is not said to be gone", async () => {
    const { move, settle, told, grant, sandbox, task } = await whatWasThere();
    await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(sandbox.changes()).toEqual([]);
    expect(await grant()).toMatchObject({ state: "Revoked", endReason: STAYS });
    expect((await grant()).removalProof).toBeUndefined();
    expect((await task(0)).compensatedAt).toBeUndefined();
    expect(await told()).toMatchObject([{ title: "The request for your access has ended: Role FINANCE", body: STAYS }]);
  });

  test("is removed all the same where somebody orders that it ends", async () => {
    const { admin, grant, settle, sandbox } = await whatWasThere();
    await admin.mutation(api.grants.mutations.revoke, { grantId: (await grant())._id, reason: "Left the team" });
    await settle();
    expect(sandbox.changes()).toEqual(['REVOKE ROLE "FINANCE" FROM USER "BEA"']);
    expect(await grant()).toMatchObject({ state: "Revoked", removalProof: { isProven: true } });
  });

  test("is nobody's work of this request: given by others between two attempts that sent nothing, it is not taken for its own", async () => {
    const { world, task, move, settle, sandbox, holders } = await aRequest(APPROVAL, GRANT, MANUAL);
    await settle();
    sandbox.fail({ kind: "status", status: 429, retryAfter: "60", statement: /SHOW/ });
    await move(0, (step, approval) => completeApproved(step, approval));
    await settle();
    expect(await task(1)).toMatchObject({ status: "Failed", attempt: 1 });
    sandbox.account.memberships.push({ ...byOthers });
    await world.advance(5 * MINUTE_MS);
    await settle();
    expect(await task(1)).toMatchObject({ attempt: 2, output: { technical: { code: "plan-outdated" } } });
    await move(2, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(holders()).toEqual(["ADA"]);
    expect(sandbox.changes()).toEqual([]);
  });
});
