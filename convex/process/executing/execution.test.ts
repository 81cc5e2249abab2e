/** Connector tasks against a real HTTP server that speaks Snowflake's API. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { aWorld, DAWN, endWorld } from "../../testing/world.testing";
import { completeApproved, submitted, taskAt } from "../requests.testing";
import { completeTask } from "../settling/model";
import { holdRequest } from "../settling/requestMoves";
import { APPROVAL, aRequest, GRANT, GRANT_STATEMENT, MANUAL, VERIFY } from "./execution.testing";

afterEach(endWorld);

describe("a connector task", () => {
  test("is planned at submit, applied when its turn comes, and complete only with the proof read back", async () => {
    const { task, settle, move, sandbox, status, holders } = await aRequest(APPROVAL, GRANT);
    await settle();
    expect((await task(1)).plan).toMatchObject({
      operation: "grant-role",
      diff: [{ before: "not granted", after: "granted" }],
    });
    expect(sandbox.changes()).toEqual([]);
    await move(0, (step, approval) => completeApproved(step, approval));
    await settle();
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
    expect(holders()).toEqual(["ADA"]);
    const done = await task(1);
    expect(done).toMatchObject({ status: "Complete", outcome: "done", attempt: 1, proof: { isProven: true } });
    expect(done.externalRef).toMatch(/^[0-9a-f-]{36}$/);
    expect(await status()).toBe("Completed");
  });

  test("that asks for what is already so changes nothing, and proves it", async () => {
    const { world, rita, settle, sandbox } = await aRequest(GRANT);
    await settle();
    const again = await world.run((ctx) => submitted(ctx, rita.id, [GRANT]));
    await settle();
    expect(sandbox.changes()).toHaveLength(1);
    expect(await world.run((ctx) => taskAt(ctx, again, 0))).toMatchObject({
      status: "Complete",
      plan: { steps: [] },
      proof: { isProven: true },
    });
  });

  test("whose work needs an earlier task is planned when that is done", async () => {
    const person = {
      user: "CLEO",
      email: "cleo@ao.com",
      firstName: "Cleo",
      lastName: "Tester",
      defaultRole: "ANALYST",
    };
    const { task, settle, move, sandbox, status } = await aRequest(
      MANUAL,
      { type: "create_person", input: person },
      MANUAL,
      { type: "grant_role", input: { user: "CLEO", role: "FINANCE" } },
    );
    await settle();
    expect(await task(3)).toMatchObject({ planError: expect.stringContaining('no user "CLEO"') as string });
    await move(0, (step, first) => completeTask(step, first, {}));
    await settle();
    expect((await task(3)).plan).toMatchObject({ operation: "grant-role" });
    expect((await task(3)).planError).toBeUndefined();
    await move(2, (step, third) => completeTask(step, third, {}));
    await settle();
    expect(sandbox.account.users.get("CLEO")?.type).toBe("PERSON");
    expect(await status()).toBe("Completed");
  });

  test("is refused when the account is no longer as it was approved, and only a person can go on", async () => {
    const { task, settle, move, sandbox, status, world, admin } = await aRequest(APPROVAL, {
      type: "resize_warehouse",
      input: { warehouse: "PORTAL_WH", size: "MEDIUM" },
    });
    await settle();
    const warehouse = sandbox.account.warehouses.get("PORTAL_WH");
    if (warehouse) warehouse.size = "Large";
    await move(0, (step, approval) => completeApproved(step, approval));
    await settle();
    expect(await task(1)).toMatchObject({
      status: "Failed",
      attempt: 1,
      error: expect.stringContaining("no longer as it was") as string,
      output: { technical: { code: "plan-outdated" } },
    });
    expect((await task(1)).retryAt).toBeUndefined();
    expect(sandbox.changes()).toEqual([]);
    expect(await status()).toBe("Blocked");
    expect(
      (await world.rows("notifications")).filter(
        ({ kind, recipientId }) => kind === "task.failed" && recipientId === admin.id,
      ),
    ).toHaveLength(1);
  });

  test("that is tried again with a new plan is carried out again, also where the plan reads the same (T4)", async () => {
    const { task, settle, sandbox, status, admin } = await aRequest({
      type: "resize_warehouse",
      input: { warehouse: "PORTAL_WH", size: "MEDIUM" },
    });
    const warehouse = sandbox.account.warehouses.get("PORTAL_WH")!;
    // Once it is resized, and before that is read back, somebody gives it the size it had.
    const resizedByOthers = () => {
      if (sandbox.changes().length === 1) warehouse.size = "X-Small";
      return true;
    };
    sandbox.fail({ kind: "wait", until: resizedByOthers, times: 9, statement: /SHOW WAREHOUSES/ });
    await settle();
    const failed = await task(0);
    expect(failed).toMatchObject({ status: "Failed" });
    await admin.mutation(api.tasks.mutations.retry, { taskId: failed._id, reason: "Resized again", makeNewPlan: true });
    await settle();
    expect(await task(0)).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(sandbox.changes().filter((statement) => statement.startsWith("ALTER WAREHOUSE"))).toHaveLength(2);
    expect(await status()).toBe("Completed");
  });

  test("goes on when only other tasks of its own request moved the account: nothing runs that was not approved", async () => {
    const { settle, move, sandbox, status, task } = await aRequest(
      { ...APPROVAL, order: 1 },
      { type: "disable_user", input: { user: "BEA" }, order: 2 },
      { type: "revoke_role", input: { user: "BEA", role: "FINANCE" }, order: 2 },
      { ...VERIFY, order: 3 },
    );
    await settle();
    // Both begin at the same time; the one changes the user once the other, about to look, can only find it changed.
    await move(1, async (step, disabling) => await step.ctx.db.patch(disabling._id, { plan: undefined }));
    sandbox.fail({ kind: "wait", until: () => sandbox.waitingFailures() === 0, statement: /SHOW USERS/ });
    sandbox.fail({ kind: "wait", until: () => sandbox.changes().length === 1, statement: /SHOW ROLES/ });
    await move(0, (step, approval) => completeApproved(step, approval));
    await settle();
    expect(sandbox.waitingFailures()).toBe(0);
    expect(sandbox.changes().toSorted()).toEqual([
      'ALTER USER "BEA" SET DISABLED = TRUE',
      'REVOKE ROLE "FINANCE" FROM USER "BEA"',
    ]);
    expect((await task(3)).proof).toMatchObject({
      isProven: true,
      facts: [{ actual: "disabled" }, { actual: "not granted" }],
    });
    expect(await status()).toBe("Completed");
  });
});

describe("failures", () => {
  test("that time may heal are tried again, not before the system wants to hear from us, under one key (T4)", async () => {
    const { task, settle, world, sandbox, status } = await aRequest(GRANT);
    sandbox.fail({ kind: "status", status: 429, retryAfter: "90", statement: /GRANT ROLE/ });
    await settle();
    const failed = await task(0);
    expect(failed).toMatchObject({
      status: "Failed",
      attempt: 1,
      waitingOn: { text: "Retrying, attempt 2 of 5" },
      retryAt: world.now() + 90 * SECOND_MS,
      output: { technical: { kind: "transient", vendor: { status: 429 } } },
    });
    await world.advance(89 * SECOND_MS);
    expect(sandbox.changes()).toEqual([]);
    await world.advance(1 * SECOND_MS);
    const done = await task(0);
    expect(done).toMatchObject({ status: "Complete", attempt: 2, idempotencyKey: failed.idempotencyKey });
    expect(done.error).toBeUndefined();
    expect(
      new Set(sandbox.account.journal.filter(({ statement }) => statement === GRANT_STATEMENT).map(({ tag }) => tag))
        .size,
    ).toBe(1);
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
    expect(await status()).toBe("Completed");
  });

  test("that need a person fail at once, in plain words, with the details folded and no secret in them", async () => {
    const { task, settle, sandbox, status } = await aRequest({
      type: "grant_role",
      input: { user: "NOBODY", role: "ANALYST" },
    });
    await settle();
    const failed = await task(0);
    expect(failed).toMatchObject({
      status: "Failed",
      outcome: "error",
      attempt: 1,
      output: { technical: { kind: "user-fixable", code: "user-missing" } },
    });
    expect(failed.error).toBe('Snowflake has no user "NOBODY". Names are case-sensitive.');
    expect(JSON.stringify(failed)).not.toContain("PRIVATE KEY");
    expect(sandbox.changes()).toEqual([]);
    expect(await status()).toBe("Blocked");
  });

  test("without a connection name who can fix it", async () => {
    const world = await aWorld();
    const rita = await world.person("rita");
    const request = await world.run((ctx) => submitted(ctx, rita.id, [GRANT]));
    await world.advance(0);
    const failed = await world.run((ctx) => taskAt(ctx, request, 0));
    expect(failed).toMatchObject({
      status: "Failed",
      output: { technical: { kind: "admin-fixable", code: "not-connected" } },
    });
    expect(failed.error).toContain("Whoever runs the portal sets SNOWFLAKE_URL");
  });

  test("of a call whose answer was lost do not run it twice (T4)", async () => {
    const { task, settle, sandbox } = await aRequest(GRANT);
    sandbox.fail({ kind: "lose-response", statement: /GRANT ROLE/ });
    await settle();
    expect(await task(0)).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
  });
});

describe("right before the system is touched", () => {
  const begin = internal.workflow.internal.beginAttempt;
  const look = internal.workflow.internal.mayApply;

  test("a kill switch pulled since the start puts the task back with the reason; released, it goes on by itself", async () => {
    const { world, task, settle, snowflake, sandbox } = await aRequest(GRANT);
    await snowflake("stopped");
    await settle();
    expect(await task(0)).toMatchObject({
      status: "Not Started",
      attempt: 0,
      waitingOn: { text: "The kill switch of Snowflake is pulled; a super admin can release it" },
    });
    await world.clockRun();
    expect((await world.rows("taskMonitorLogTasks")).at(-1)).toMatchObject({ action: "Ignored" });
    expect(sandbox.changes()).toEqual([]);
    await snowflake("on");
    await world.clockRun();
    await settle();
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 1 });
  });

  test("a hold put on the request since the start puts the task back", async () => {
    const { task, settle, move, admin, sandbox } = await aRequest(GRANT);
    await move(0, (step, _task, request) =>
      holdRequest(step, request, { reason: "Change freeze", personId: admin.id }),
    );
    await settle();
    expect(await task(0)).toMatchObject({
      status: "Not Started",
      waitingOn: { text: "On hold: Change freeze; Aisha Tester can lift it" },
    });
    expect(sandbox.changes()).toEqual([]);
  });

  test("a worker that lost its lease is stopped, whoever holds it now (T3)", async () => {
    const { world, task, sweep, settle, sandbox } = await aRequest({ ...GRANT, order: 1 });
    const { _id: taskId } = await task(0);
    expect(await world.internal(begin, { taskId, attempt: 1 })).toMatchObject({ operation: "grant-role", key: taskId });
    await world.run((ctx) => ctx.db.patch(taskId, { leaseUntil: DAWN - 3 * MINUTE_MS }));
    expect(await world.internal(begin, { taskId, attempt: 1 })).toBeNull();
    expect(await world.internal(look, { taskId, attempt: 1 })).toBe("stop");
    await sweep();
    await world.advance(15 * SECOND_MS);
    await settle();
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 2 });
    expect(await world.internal(look, { taskId, attempt: 1 })).toBe("stop");
    const { plan } = await task(0);
    const empty = { ...plan, steps: [], diff: [] };
    expect(await world.internal(internal.workflow.internal.keepPlan, { taskId, attempt: 1, plan: empty })).toBe(false);
    expect((await task(0)).plan).toEqual(plan);
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
  });

  test("a worker keeps its lease by signs of life, and not beyond the time its type allows", async () => {
    const { world, task } = await aRequest(GRANT);
    const { _id: taskId } = await task(0);
    const renew = () => world.internal(internal.workflow.internal.renewLease, { taskId, attempt: 1 });
    await world.run((ctx) => ctx.db.patch(taskId, { startedAt: DAWN - 9 * MINUTE_MS }));
    expect(await renew()).toBe(true);
    expect((await task(0)).leaseUntil).toBe(DAWN + 2 * MINUTE_MS);
    await world.run((ctx) => ctx.db.patch(taskId, { startedAt: DAWN - 30 * MINUTE_MS, leaseUntil: DAWN - MINUTE_MS }));
    await renew();
    expect((await task(0)).leaseUntil).toBe(DAWN - MINUTE_MS);
  });
});
