/** Connector tasks against a real HTTP server that speaks Snowflake's API. */
import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { SYSTEM } from "../../audit/model";
import { aSandboxFor } from "../../connectors/snowflake/harness.testing";
import { stepNow, submitted, taskAt } from "../../dev/requests.testing";
import { aWorld, DAWN, endWorld } from "../../../e2e/support/functions-world";
import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { switchConnector } from "../../services/model";
import { cancelRequest, completeTask, failTask, holdRequest } from "../model";

afterEach(endWorld);

const GRANT = { type: "grant_role", input: { user: "ADA", role: "ANALYST" } };
const MANUAL = { type: "manual_check" };
const APPROVAL = { type: "approve_access" };
const VERIFY = { type: "verify" };
const GRANT_STATEMENT = 'GRANT ROLE "ANALYST" TO USER "ADA"';
const REVOKE_STATEMENT = 'REVOKE ROLE "ANALYST" FROM USER "ADA"';

type Drafts = Parameters<typeof submitted>[2];

/** A portal connected to an account with the user ADA and the role ANALYST, and a request in it. */
async function aRequest(...tasks: Drafts) {
  const clock = { read: () => DAWN };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), { users: [{ name: "ADA" }, { name: "BEA", roles: ["FINANCE"] }], roles: ["ANALYST", "FINANCE"] });
  const world = await aWorld({}, env);
  clock.read = world.now;
  const rita = await world.person("rita");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const request = await world.run((ctx) => submitted(ctx, rita.id, tasks));
  return {
    world, sandbox, rita, admin, request,
    task: (index: number) => world.run((ctx) => taskAt(ctx, request, index)),
    status: async () => (await world.run((ctx) => ctx.db.get(request._id)))?.status,
    move: (index: number, act: (step: ReturnType<typeof stepNow>, task: Doc<"requestTasks">, request: Doc<"requests">) => Promise<unknown>) =>
      world.run(async (ctx) => void (await act(stepNow(ctx), await taskAt(ctx, request, index), (await ctx.db.get(request._id)) as Doc<"requests">))),
    snowflake: (state: "on" | "stopped") => world.run((ctx) => switchConnector(ctx, "snowflake", { state }, { ...SYSTEM, at: Date.now() })),
    holders: () => sandbox.account.memberships.filter(({ role, to }) => role === "ANALYST" && to === "USER").map(({ holder }) => holder),
    sweep: () => world.internal(internal.workflow.internal.sweep, {}),
    settle: () => world.advance(0),
  };
}

describe("a connector task", () => {
  test("is planned at submit, applied when its turn comes, and complete only with the proof read back", async () => {
    const { task, settle, move, sandbox, status, holders } = await aRequest(APPROVAL, GRANT);
    await settle();
    expect((await task(1)).plan).toMatchObject({ operation: "grant-role", diff: [{ before: "not granted", after: "granted" }] });
    expect(sandbox.changes()).toEqual([]);
    await move(0, (step, approval) => completeTask(step, approval, {}));
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
    expect(await world.run((ctx) => taskAt(ctx, again, 0))).toMatchObject({ status: "Complete", plan: { steps: [] }, proof: { isProven: true } });
  });

  test("whose work needs an earlier task is planned when that is done", async () => {
    const person = { user: "CLEO", email: "cleo@ao.com", firstName: "Cleo", lastName: "Tester", defaultRole: "ANALYST" };
    const { task, settle, move, sandbox, status } = await aRequest(MANUAL, { type: "create_person", input: person }, MANUAL, { type: "grant_role", input: { user: "CLEO", role: "FINANCE" } });
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
    const { task, settle, move, sandbox, status, world, admin } = await aRequest(APPROVAL, { type: "resize_warehouse", input: { warehouse: "PORTAL_WH", size: "MEDIUM" } });
    await settle();
    const warehouse = sandbox.account.warehouses.get("PORTAL_WH");
    if (warehouse) warehouse.size = "Large";
    await move(0, (step, approval) => completeTask(step, approval, {}));
    await settle();
    expect(await task(1)).toMatchObject({ status: "Failed", attempt: 1, error: expect.stringContaining("no longer as it was") as string, output: { technical: { code: "plan-outdated" } } });
    expect((await task(1)).retryAt).toBeUndefined();
    expect(sandbox.changes()).toEqual([]);
    expect(await status()).toBe("Blocked");
    expect((await world.rows("notifications")).filter(({ kind, recipientId }) => kind === "task.failed" && recipientId === admin.id)).toHaveLength(1);
  });

  test("goes on when only other tasks of its own request moved the account: nothing runs that was not approved", async () => {
    const { settle, move, sandbox, status, task } = await aRequest(
      { ...APPROVAL, order: 1 }, { type: "disable_user", input: { user: "BEA" }, order: 2 }, { type: "revoke_role", input: { user: "BEA", role: "FINANCE" }, order: 2 }, { ...VERIFY, order: 3 });
    await settle();
    // Both begin at the same time; the one changes the user once the other, about to look, can only find it changed.
    await move(1, async (step, disabling) => await step.ctx.db.patch(disabling._id, { plan: undefined }));
    sandbox.fail({ kind: "wait", until: () => sandbox.waitingFailures() === 0, statement: /SHOW USERS/ });
    sandbox.fail({ kind: "wait", until: () => sandbox.changes().length === 1, statement: /SHOW ROLES/ });
    await move(0, (step, approval) => completeTask(step, approval, {}));
    await settle();
    expect(sandbox.waitingFailures()).toBe(0);
    expect(sandbox.changes().toSorted()).toEqual(['ALTER USER "BEA" SET DISABLED = TRUE', 'REVOKE ROLE "FINANCE" FROM USER "BEA"']);
    expect((await task(3)).proof).toMatchObject({ isProven: true, facts: [{ actual: "disabled" }, { actual: "not granted" }] });
    expect(await status()).toBe("Completed");
  });
});

describe("failures", () => {
  test("that time may heal are tried again, not before the system wants to hear from us, under one key (T4)", async () => {
    const { task, settle, world, sandbox, status } = await aRequest(GRANT);
    sandbox.fail({ kind: "status", status: 429, retryAfter: "90", statement: /GRANT ROLE/ });
    await settle();
    const failed = await task(0);
    expect(failed).toMatchObject({ status: "Failed", attempt: 1, waitingOn: { text: "Retrying, attempt 2 of 5" }, retryAt: world.now() + 90 * SECOND_MS, output: { technical: { kind: "transient", vendor: { status: 429 } } } });
    await world.advance(89 * SECOND_MS);
    expect(sandbox.changes()).toEqual([]);
    await world.advance(1 * SECOND_MS);
    const done = await task(0);
    expect(done).toMatchObject({ status: "Complete", attempt: 2, idempotencyKey: failed.idempotencyKey });
    expect(done.error).toBeUndefined();
    expect(new Set(sandbox.account.journal.filter(({ statement }) => statement === GRANT_STATEMENT).map(({ tag }) => tag)).size).toBe(1);
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
    expect(await status()).toBe("Completed");
  });

  test("that need a person fail at once, in plain words, with the details folded and no secret in them", async () => {
    const { task, settle, sandbox, status } = await aRequest({ type: "grant_role", input: { user: "NOBODY", role: "ANALYST" } });
    await settle();
    const failed = await task(0);
    expect(failed).toMatchObject({ status: "Failed", outcome: "error", attempt: 1, output: { technical: { kind: "user-fixable", code: "user-missing" } } });
    expect(failed.error).toBe('Snowflake has no user "NOBODY". Names mind upper and lower case.');
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
    expect(failed).toMatchObject({ status: "Failed", output: { technical: { kind: "admin-fixable", code: "not-connected" } } });
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
    expect(await task(0)).toMatchObject({ status: "Not Started", attempt: 0, waitingOn: { text: "The kill switch of Snowflake is pulled; a super admin can release it" } });
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
    await move(0, (step, _task, request) => holdRequest(step, request, { reason: "Change freeze", personId: admin.id }));
    await settle();
    expect(await task(0)).toMatchObject({ status: "Not Started", waitingOn: { text: "On hold: Change freeze; Aisha Tester can lift it" } });
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

describe("a request that ends early", () => {
  test("has what was applied taken back, the last first, and read back", async () => {
    const finance = { type: "grant_role", input: { user: "ADA", role: "FINANCE" } };
    const { task, settle, move, sandbox, status } = await aRequest(GRANT, finance, MANUAL);
    await settle();
    await move(2, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(sandbox.changes().slice(2)).toEqual(['REVOKE ROLE "FINANCE" FROM USER "ADA"', REVOKE_STATEMENT]);
    expect(await status()).toBe("Cancelled");
    for (const index of [0, 1]) {
      expect(await task(index)).toMatchObject({ status: "Complete", compensatedAt: DAWN, output: { takenBack: { isProven: true } } });
      expect((await task(index)).compensationDueAt).toBeUndefined();
    }
  });

  test("by a rejection after work was done is taken back too", async () => {
    const { settle, move, sandbox, status } = await aRequest(GRANT, APPROVAL);
    await settle();
    await move(1, (step, approval) => failTask(step, approval, { outcome: "rejected", error: "No" }));
    await settle();
    expect(await status()).toBe("Rejected");
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
  });

  test("waits for a worker that may still be at it: its late result is kept, and taken back (T3)", async () => {
    const { world, request, task, settle, move, sandbox, holders } = await aRequest(GRANT);
    const { _id: taskId } = await task(0);
    const late = internal.workflow.internal.finishAttempt;
    // The real attempt is done on the account, but what it reports is held back until the request has ended.
    await settle();
    const { ref, proof } = await task(0);
    await world.run((ctx) => ctx.db.patch(taskId, { status: "Running", ref: undefined, proof: undefined, leaseUntil: DAWN + 2 * MINUTE_MS }));
    await world.run((ctx) => ctx.db.patch(request._id, { status: "In progress", isOpen: true, endedAt: undefined }));
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "cancelled", compensationDueAt: DAWN + 4 * MINUTE_MS });
    await world.internal(late, { taskId, attempt: 1, ref: ref ?? {}, proof: proof ?? {} });
    await settle();
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "cancelled", lateResult: { attempt: 1, status: "Complete" }, compensatedAt: DAWN });
    expect(holders()).toEqual([]);
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
  });

  test("leaves alone what somebody changed since, and tells the owners", async () => {
    const { world, admin, task, settle, move, sandbox } = await aRequest({ type: "resize_warehouse", input: { warehouse: "PORTAL_WH", size: "MEDIUM" } }, MANUAL);
    await settle();
    const warehouse = sandbox.account.warehouses.get("PORTAL_WH");
    if (warehouse) warehouse.size = "Large";
    await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(await task(0)).toMatchObject({ compensationError: expect.stringContaining("left alone") as string });
    expect(sandbox.account.warehouses.get("PORTAL_WH")?.size).toBe("Large");
    const told = (await world.rows("notifications")).filter(({ kind }) => kind === "task.compensationFailed");
    expect(told).toMatchObject([{ recipientId: admin.id, isCritical: true }]);
  });

  test("goes on taking back after a process that died in between (sweeper)", async () => {
    const { world, task, settle, move, sandbox, sweep } = await aRequest(GRANT, MANUAL);
    await settle();
    sandbox.fail({ kind: "status", status: 429, retryAfter: "60", statement: /REVOKE/ });
    await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(await task(0)).toMatchObject({ compensationAttempts: 1, compensationDueAt: DAWN + MINUTE_MS });
    await world.advance(MINUTE_MS);
    await sweep();
    await settle();
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
    expect((await task(0)).compensatedAt).toBe(DAWN + MINUTE_MS);
  });
});

describe("tasks of the portal's own", () => {
  test("verify fails when the account is not as the request left it, and says what differs (R6)", async () => {
    const { world, task, settle, move, sandbox, status } = await aRequest(GRANT, MANUAL, VERIFY);
    await settle();
    sandbox.account.memberships = sandbox.account.memberships.filter(({ holder }) => holder !== "ADA");
    await move(1, (step, manual) => completeTask(step, manual, {}));
    await settle();
    expect(await task(2)).toMatchObject({ status: "Failed", proof: { isProven: false }, error: expect.stringContaining('should be "granted" and is "not granted"') as string });
    for (let turn = 0; turn < 3; turn++) await world.advance(MINUTE_MS);
    expect(await task(2)).toMatchObject({ status: "Failed", attempt: 3 });
    expect(await status()).toBe("Blocked");
  });

  test("notify tells requester and beneficiary, also after a failure when it runs always (R8)", async () => {
    const broken = { type: "grant_role", input: { user: "NOBODY", role: "ANALYST" } };
    const { world, rita, task, settle, status } = await aRequest(broken, { type: "notify", runsAlways: true });
    await settle();
    expect(await status()).toBe("Blocked");
    expect(await task(1)).toMatchObject({ status: "Complete", output: { told: ["Rita Tester"] } });
    expect((await world.rows("notifications")).find(({ recipientId }) => recipientId === rita.id)).toMatchObject({ kind: "request.progress", title: expect.stringContaining("is held up") as string });
  });

  test("a task with a delay waits for it, and the monitor says until when", async () => {
    const { world, task, settle, move, sandbox } = await aRequest(MANUAL, { type: "disable_user", input: { user: "BEA" }, delayMs: 5 * MINUTE_MS });
    await settle();
    await move(0, (step, manual) => completeTask(step, manual, {}));
    await world.clockRun();
    expect((await world.rows("taskMonitorLogTasks")).at(-1)).toMatchObject({ action: "No Change", reason: "Waits until 2026-03-02 09:05 UTC" });
    await world.advance(5 * MINUTE_MS);
    await world.clockRun();
    await settle();
    expect(sandbox.changes()).toEqual(['ALTER USER "BEA" SET DISABLED = TRUE']);
    expect((await task(1)).status).toBe("Complete");
  });
});
