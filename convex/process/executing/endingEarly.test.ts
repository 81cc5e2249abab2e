/** What was done for a request that ends before all of it is done. */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { DAWN, endWorld } from "../../testing/world.testing";
import { giveAccess } from "../ending/granting";
import { completeApproved, stepNow, submitted, tasksNow } from "../requests.testing";
import { completeTask } from "../settling/model";
import { cancelRequest } from "../settling/requestMoves";
import { failTask } from "../settling/taskMoves";
import { APPROVAL, aRequest, GRANT, GRANT_STATEMENT, MANUAL, REVOKE_STATEMENT } from "./execution.testing";

afterEach(endWorld);

test("a request that ends before the portal touched anything takes nothing from whom others gave it meanwhile (R12)", async () => {
  const { task, settle, move, sandbox, holders } = await aRequest(APPROVAL, GRANT);
  await settle();
  // Planned as not granted; then an admin of the account gives the role.
  sandbox.account.memberships.push({
    role: "ANALYST",
    to: "USER",
    holder: "ADA",
    grantedBy: "SECURITYADMIN",
    at: DAWN,
  });
  await move(0, (step, approval) => completeApproved(step, approval));
  await settle();
  expect(await task(1)).toMatchObject({ status: "Failed", output: { technical: { code: "plan-outdated" } } });
  await move(1, (step, _task, request) => cancelRequest(step, request, "They have it already"));
  await settle();
  expect(holders()).toEqual(["ADA"]);
  expect(sandbox.changes()).toEqual([]);
  expect((await task(1)).compensatedAt).toBeUndefined();
});

test("nor where its worker says so after the end (R12), unless another attempt may have sent something", async () => {
  for (const later of [0, 1]) {
    const { world, task, move, settle, sweep, sandbox, holders } = await aRequest(GRANT);
    const { _id: taskId } = await task(0);
    const { beginAttempt, mayApply, failAttempt } = internal.workflow.internal;
    expect(await world.internal(beginAttempt, { taskId, attempt: 1 })).toMatchObject({ hasBegun: false });
    expect(await world.internal(mayApply, { taskId, attempt: 1 })).toBe("go");
    // What another worker has done, or somebody else.
    await settle();
    expect(holders()).toEqual(["ADA"]);
    const { plan } = await task(0);
    await world.run((ctx) => ctx.db.patch(taskId, { status: "Running", plan, leaseUntil: DAWN, attempt: 1 + later }));
    await world.run(async (ctx) => {
      const request = (await ctx.db.get((await ctx.db.get(taskId))!.requestId))!;
      await ctx.db.patch(request._id, { status: "In progress", isOpen: true, endedAt: undefined });
    });
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    expect(await task(0)).toMatchObject({ compensationDueAt: DAWN + 2 * MINUTE_MS });
    const failure = {
      kind: "user-fixable",
      code: "plan-outdated",
      message: "Moved",
      vendor: null,
      retryAfterMs: null,
    } as const;
    await world.internal(failAttempt, { taskId, attempt: 1, failure, isUntouched: true });
    await world.advance(5 * MINUTE_MS);
    await sweep();
    await settle();
    expect(sandbox.changes()).toEqual(later === 0 ? [GRANT_STATEMENT] : [GRANT_STATEMENT, REVOKE_STATEMENT]);
    await endWorld();
  }
});

test("what an attempt had sent is taken back, though the next one was refused before it sent anything", async () => {
  const input = {
    user: "GRACE",
    email: "grace@ao.com",
    firstName: "Grace",
    lastName: "Hopper",
    defaultRole: "ANALYST",
  };
  const { world, task, move, settle, sandbox } = await aRequest({ type: "create_person", input });
  sandbox.fail({ kind: "drop-connection", statement: /GRANT ROLE/, times: 5 });
  await settle();
  expect(sandbox.account.users.has("GRACE")).toBe(true);
  const grants = { privilege: "MANAGE GRANTS", on: "ACCOUNT", name: [], role: "ANALYST", grantedBy: "", at: DAWN };
  sandbox.account.grants.push(grants);
  await world.advance(5 * MINUTE_MS);
  await settle();
  expect(await task(0)).toMatchObject({ attempt: 2, output: { technical: { code: "protected-role" } } });
  await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
  await settle();
  expect(sandbox.account.users.has("GRACE")).toBe(false);
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
      expect(await task(index)).toMatchObject({
        status: "Complete",
        compensatedAt: DAWN,
        output: { takenBack: { isProven: true } },
      });
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
    await world.run((ctx) =>
      ctx.db.patch(taskId, { status: "Running", ref: undefined, proof: undefined, leaseUntil: DAWN + 2 * MINUTE_MS }),
    );
    await world.run((ctx) => ctx.db.patch(request._id, { status: "In progress", isOpen: true, endedAt: undefined }));
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    expect(await task(0)).toMatchObject({
      status: "Failed",
      outcome: "cancelled",
      compensationDueAt: DAWN + 4 * MINUTE_MS,
    });
    await world.internal(late, { taskId, attempt: 1, ref: ref ?? {}, proof: proof ?? {} });
    await settle();
    expect(await task(0)).toMatchObject({
      status: "Failed",
      outcome: "cancelled",
      lateResult: { attempt: 1, status: "Complete" },
      compensatedAt: DAWN,
    });
    expect(holders()).toEqual([]);
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
  });

  test("leaves alone what somebody changed since, and tells the owners", async () => {
    const { world, admin, task, settle, move, sandbox } = await aRequest(
      { type: "resize_warehouse", input: { warehouse: "PORTAL_WH", size: "MEDIUM" } },
      MANUAL,
    );
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

describe("the access of a request that ends early", () => {
  /** A role given for 10 days, and what gives and cancels it once more. */
  async function anAccess() {
    const play = await aRequest(GRANT, MANUAL);
    const { world, rita, request, settle, move } = play;
    const give = async (to: Doc<"requests">) => {
      await settle();
      await world.run(async (ctx) => {
        const tasks = await tasksNow(ctx, to);
        await giveAccess(stepNow(ctx), to, tasks, {
          system: "snowflake",
          description: "Role ANALYST",
          taskId: tasks[0]!._id,
          durationDays: 10,
          serviceUser: null,
        });
      });
    };
    const cancel = async (open: Doc<"requests">) => {
      await world.run(
        async (ctx) =>
          void (await cancelRequest(stepNow(ctx), (await ctx.db.get(open._id)) as Doc<"requests">, "Postponed")),
      );
      await settle();
    };
    const pass = async (days: number) => {
      await world.advance(days * DAY_MS);
      await world.internal(internal.grants.internal.check, {});
      await settle();
    };
    await give(request);
    const complete = async () => await move(1, (step, task) => completeTask(step, task, {}));
    const ask = async () => await world.run((ctx) => submitted(ctx, rita.id, [GRANT, MANUAL]));
    return { ...play, give, cancel, pass, complete, ask, grants: () => world.rows("grants") };
  }

  test("goes back to the grant it had extended, which ends it at its own time", async () => {
    const { give, cancel, pass, complete, ask, grants, holders } = await anAccess();
    await complete();
    await pass(4);
    const extension = await ask();
    await give(extension);
    expect((await grants()).map(({ state }) => state)).toEqual(["Superseded", "Active"]);
    await cancel(extension);
    expect(await grants()).toMatchObject([{ state: "Expiring", expiresAt: DAWN + 10 * DAY_MS }, { state: "Revoked" }]);
    expect((await grants())[0]?.endedAt).toBeUndefined();
    expect(holders()).toEqual(["ADA"]);
    await pass(5);
    await pass(1);
    expect((await grants()).map(({ state }) => state)).toEqual(["Expired", "Revoked"]);
    expect(holders()).toEqual([]);
  });

  test("is over, and its holder told, only when it was taken back and read back", async () => {
    const { world, request, rita, cancel, settle, sweep, grants, holders, sandbox } = await anAccess();
    const told = async () =>
      (await world.rows("notifications")).filter(
        ({ kind, recipientId }) => kind === "access.revoked" && recipientId === rita.id,
      );
    sandbox.fail({ kind: "status", status: 429, retryAfter: "60", statement: /REVOKE/ });
    await cancel(request);
    expect(await grants()).toMatchObject([{ state: "Active", removalAskedAt: DAWN }]);
    expect(await told()).toEqual([]);
    await world.advance(MINUTE_MS);
    await sweep();
    await settle();
    expect(await grants()).toMatchObject([
      { state: "Revoked", endedAt: DAWN + MINUTE_MS, removalProof: { isProven: true } },
    ]);
    expect(await told()).toMatchObject([
      { title: "Your access has ended: Role ANALYST", body: "The request ended as Cancelled" },
    ]);
    expect(holders()).toEqual([]);
  });

  test("that cannot be taken back is removed like every other, and its owners are told until it is", async () => {
    const { world, request, admin, cancel, pass, grants, holders, sandbox } = await anAccess();
    const portal = sandbox.account.users.get("PORTAL_SVC")!;
    portal.isDisabled = true;
    await cancel(request);
    expect(await grants()).toMatchObject([{ state: "Active", removalError: expect.any(String) as string }]);
    const told = (await world.rows("notifications")).filter(
      ({ kind }) => kind === "grant.removalFailed" || kind === "task.compensationFailed",
    );
    expect(told).toMatchObject([{ kind: "grant.removalFailed", recipientId: admin.id, isCritical: true }]);
    portal.isDisabled = false;
    await pass(1);
    expect(await grants()).toMatchObject([{ state: "Revoked" }]);
    expect(holders()).toEqual([]);
  });
});
