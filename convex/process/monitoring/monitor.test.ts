import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { SYSTEM } from "../../core/audit/model";
import { CONFIG } from "../../core/config/rules/options";
import { switchConnector } from "../../core/services/model";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { migrated } from "../../migrations/migrating.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../../testing/world.testing";
import { submitted } from "../requests.testing";
import { MONITOR_BATCH } from "./monitor";

afterEach(endWorld);

const { runTaskMonitor, clearTaskMonitorLogs } = api.workflow.mutations;
const { countTaskHistory, listExecutions, listExecutionTasks, listTaskHistory } = api.workflow.queries;
const MANUAL = { type: "manual_check" };

async function aMonitoredWorld() {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  const rita = await world.person("rita");
  const request = (...tasks: Parameters<typeof submitted>[2]) => world.run((ctx) => submitted(ctx, rita.id, tasks));
  const snowflake = (state: "on" | "off") =>
    world.run((ctx) => switchConnector(ctx, "snowflake", { state }, { ...SYSTEM, at: Date.now() }));
  return { world, sofia, rita, request, snowflake };
}

describe("a run", () => {
  test("starts what may start, and its totals and summary are those of its rows (T2)", async () => {
    const { sofia, request, snowflake } = await aMonitoredWorld();
    await snowflake("off");
    await request(MANUAL, MANUAL);
    await request({ type: "grant_role" });
    const first = await sofia.mutation(runTaskMonitor, {});
    expect(first).toMatchObject({
      wasRunning: false,
      isFinished: true,
      totalRequestsProcessed: 2,
      totalTasksScheduled: 0,
    });
    await snowflake("on");
    const second = await sofia.mutation(runTaskMonitor, {});
    expect(second.summary).toBe("2 requests examined: 1 task scheduled, 2 unchanged, 0 ignored");
    const { rows } = await sofia.query(listExecutionTasks, { taskMonitorLogId: second.taskMonitorLogId });
    expect(
      rows.map(
        ({ action, statusBefore, statusAfter, reason }) => `${action}: ${statusBefore} > ${statusAfter}, ${reason}`,
      ),
    ).toEqual([
      "No Change: Running > Running, Running 0 min, waiting on somebody to take it",
      "Scheduled: Not Started > Running, All earlier tasks complete",
      "No Change: Not Started > Not Started, Waiting for task 1 Check manually",
    ]);
    for (const row of rows) expect(row.reason).not.toBe("");
    const [latest] = await sofia.query(listExecutions, {});
    expect(latest).toMatchObject({
      totalRequestsProcessed: new Set(rows.map(({ request }) => request?.id)).size,
      totalTasksScheduled: rows.filter(({ action }) => action === "Scheduled").length,
      startTime: DAWN,
      endTime: DAWN,
      startedBy: "Sofia Tester",
      trigger: "person",
      error: null,
    });
  });

  test("of an empty world says so", async () => {
    const { sofia } = await aMonitoredWorld();
    expect(await sofia.mutation(runTaskMonitor, {})).toMatchObject({ summary: "No open tasks", isFinished: true });
  });

  test("leaves ended requests and settled tasks alone", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    await request({ ...MANUAL, skippedBecause: "Not needed" });
    await request({ ...MANUAL, skippedBecause: "Not needed" }, MANUAL);
    await sofia.mutation(runTaskMonitor, {});
    expect(await world.rows("taskMonitorLogTasks")).toHaveLength(1);
  });

  test("by the clock is nobody's, and skips its turn while another runs", async () => {
    const { world, sofia } = await aMonitoredWorld();
    await world.clockRun();
    expect(await sofia.query(listExecutions, {})).toMatchObject([{ trigger: "clock", startedBy: null }]);
  });
});

describe("a large world", () => {
  test("is examined batch by batch; a second click meanwhile answers the run in progress (T1)", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    for (let index = 0; index < MONITOR_BATCH * 2 + 1; index++) await request(MANUAL);
    const first = await sofia.mutation(runTaskMonitor, {});
    expect(first).toMatchObject({ wasRunning: false, isFinished: false });
    const second = await sofia.mutation(runTaskMonitor, {});
    expect(second).toMatchObject({ wasRunning: true, taskMonitorLogId: first.taskMonitorLogId });
    await world.clockRun();
    expect(await sofia.query(listExecutions, {})).toMatchObject([{ endTime: null, summary: "Running" }]);
    for (let turn = 0; turn < 4; turn++) await world.advance(1);
    const all = MONITOR_BATCH * 2 + 1;
    expect(await sofia.query(listExecutions, {})).toMatchObject([
      {
        totalRequestsProcessed: all,
        error: null,
        summary: `${all} requests examined: 0 tasks scheduled, ${all} unchanged, 0 ignored`,
      },
    ]);
    expect(await world.rows("taskMonitorLocks")).toEqual([]);
    expect((await world.rows("auditEvents")).filter(({ action }) => action === "monitor.run")).toHaveLength(1);
  });
});

describe("a run that goes wrong", () => {
  test("ends with the error, undoes its half-done batch, and lets the next one run", async () => {
    const { world, sofia, request, snowflake } = await aMonitoredWorld();
    await snowflake("off");
    const good = await request({ type: "grant_role" });
    const bad = await request(MANUAL);
    await snowflake("on");
    await world.run(async (ctx) => {
      const task = await ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", bad._id))
        .first();
      const { _id, _creationTime, ...fields } =
        task ??
        (() => {
          throw new Error("No task");
        })();
      for (let copy = 0; copy < 100; copy++) await ctx.db.insert("requestTasks", fields);
    });
    const result = await sofia.mutation(runTaskMonitor, {});
    expect(result).toMatchObject({ isFinished: true, totalTasksScheduled: 0 });
    expect(await sofia.query(listExecutions, {})).toMatchObject([
      {
        endTime: DAWN,
        error: "A request has more than 100 tasks",
        summary: "Failed: A request has more than 100 tasks",
      },
    ]);
    const task = await world.run((ctx) =>
      ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", good._id))
        .first(),
    );
    expect(task?.status).toBe("Not Started");
    expect(await world.rows("taskMonitorLogTasks")).toEqual([]);
    expect(await sofia.mutation(runTaskMonitor, {})).toMatchObject({ wasRunning: false });
  });

  test("and one that died is ended with an error by the next run", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    for (let index = 0; index <= MONITOR_BATCH; index++) await request(MANUAL);
    const dead = await sofia.mutation(runTaskMonitor, {});
    await world.run(async (ctx) => {
      for (const job of await ctx.db.system.query("_scheduled_functions").collect())
        await ctx.scheduler.cancel(job._id);
    });
    await world.advance(MINUTE_MS);
    expect(await sofia.mutation(runTaskMonitor, {})).toMatchObject({ wasRunning: true });
    await world.advance(MINUTE_MS);
    expect(await sofia.mutation(runTaskMonitor, {})).toMatchObject({ wasRunning: false });
    const ended = (await sofia.query(listExecutions, {})).find(({ id }) => id === dead.taskMonitorLogId);
    expect(ended).toMatchObject({ error: "The execution stopped without finishing", endTime: DAWN + 2 * MINUTE_MS });
  });
});

describe("the history", () => {
  test("joins request and task, and shows null for what is gone", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    const kept = await request(MANUAL);
    const gone = await request(MANUAL);
    await world.clockRun();
    await world.run(async (ctx) => {
      const task = await ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", gone._id))
        .first();
      if (task) await ctx.db.delete(task._id);
      await ctx.db.delete(gone._id);
    });
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: 1, totalChanges: 2 });
    const { rows } = await sofia.query(listTaskHistory, { size: 50 });
    expect(rows.map(({ request: joined, task }) => [joined?.title ?? null, task?.order ?? null])).toEqual([
      [kept.title, 1],
      [null, null],
    ]);
  });

  test("is cleared without touching anything else, and the audit trail keeps the count (T5)", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    await request(MANUAL, MANUAL);
    await world.clockRun();
    await world.clockRun();
    const tasks = await world.rows("requestTasks");
    expect(await sofia.mutation(clearTaskMonitorLogs, {})).toEqual({ executions: 2, changes: 4 });
    expect(await sofia.query(listExecutions, {})).toEqual([]);
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: 0, totalChanges: 0 });
    expect((await sofia.query(listTaskHistory, { size: 50 })).rows).toEqual([]);
    expect(await world.rows("requestTasks")).toEqual(tasks);
    expect((await world.rows("auditEvents")).at(-1)).toMatchObject({
      action: "monitor.logsCleared",
      actor: { personId: sofia.id },
      context: { executions: 2, changes: 4 },
    });
    expect(await world.rows("taskMonitorLogTasks")).toEqual([]);
  });

  test("keeps an execution that runs while the others are cleared", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    await world.clockRun();
    for (let index = 0; index <= MONITOR_BATCH; index++) await request(MANUAL);
    const running = await sofia.mutation(runTaskMonitor, {});
    expect(await sofia.mutation(clearTaskMonitorLogs, {})).toEqual({ executions: 1, changes: 0 });
    await world.advance(1);
    expect(await sofia.query(listExecutions, {})).toMatchObject([
      { id: running.taskMonitorLogId, totalRequestsProcessed: MONITOR_BATCH + 1, error: null },
    ]);
  });

  test("that is too long to clear at once is hidden at once and deleted in batches", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    for (let index = 0; index < 13; index++) await request(...Array.from({ length: 99 }, () => MANUAL));
    const { taskMonitorLogId } = await sofia.mutation(runTaskMonitor, {});
    expect(await sofia.mutation(clearTaskMonitorLogs, {})).toEqual({ executions: 1, changes: 13 * 99 });
    expect((await world.rows("taskMonitorLogTasks")).length).toBe(13 * 99 - 1000);
    expect(await sofia.query(listExecutionTasks, { taskMonitorLogId })).toEqual({ rows: [], isMore: false });
    await world.advance(1);
    expect(await world.rows("taskMonitorLogTasks")).toEqual([]);
    expect(await world.rows("taskMonitorLogs")).toEqual([]);
  });

  test("forgets executions after two weeks, with what only they had seen", async () => {
    const { world, sofia, request } = await aMonitoredWorld();
    await request(MANUAL);
    await world.clockRun();
    await world.advance(CONFIG["monitor.keptDays"].usual * DAY_MS);
    await world.internal(internal.workflow.internal.pruneLogs, {});
    expect(await sofia.query(listExecutions, {})).toHaveLength(1);
    await world.clockRun();
    await world.advance(1);
    await world.internal(internal.workflow.internal.pruneLogs, {});
    await world.advance(1);
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: 1, totalChanges: 1 });
    expect(await world.rows("taskMonitorLogTasks")).toMatchObject([{ firstRun: 2, lastRun: 2 }]);
    expect((await world.rows("auditEvents")).at(-1)).toMatchObject({
      action: "monitor.logsPruned",
      context: { executions: 1 },
    });
    await world.advance(CONFIG["monitor.keptDays"].usual * DAY_MS);
    await world.internal(internal.workflow.internal.pruneLogs, {});
    await world.advance(1);
    expect(await world.rows("taskMonitorLogs")).toEqual([]);
    expect(await world.rows("taskMonitorLogTasks")).toEqual([]);
  });

  test("of older versions is taken away by the first pruning", async () => {
    const { world, sofia } = await aMonitoredWorld();
    const log = { endTime: 1, totalRequestsProcessed: 0, totalTasksScheduled: 0, totalIgnored: 0, totalUnchanged: 0 };
    await world.run((ctx) =>
      ctx.db.insert("taskMonitorLogs", { ...log, startTime: DAWN, summary: "", trigger: "clock", cursor: 0 } as never),
    );
    await migrated(world);
    await world.clockRun();
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: 1 });
    await world.internal(internal.workflow.internal.pruneLogs, {});
    expect(await world.rows("taskMonitorLogs")).toMatchObject([{ number: 1, era: 0 }]);
  });
});

describe("while impersonating", () => {
  async function anImpersonation(changes: Partial<{ impersonationExpiresAt: number }> = {}) {
    const base = await aMonitoredWorld();
    const { world, sofia, rita } = base;
    await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sofia.id,
        impersonatingUserId: rita.id,
        mode: "view",
        reason: "Ticket 7",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + DAY_MS,
        ...changes,
      }),
    );
    return base;
  }

  test("a run is the real person's, and the audit trail says on whose behalf they looked (T6)", async () => {
    const { world, sofia, rita } = await anImpersonation();
    await sofia.mutation(runTaskMonitor, { impersonatedUserId: rita.id });
    expect(await sofia.query(listExecutions, { impersonatedUserId: rita.id })).toMatchObject([
      { startedBy: "Sofia Tester" },
    ]);
    const [event] = await world.rows("auditEvents");
    expect(event).toMatchObject({
      action: "monitor.run",
      actor: { personId: sofia.id },
      context: { impersonatedUserId: rita.id },
    });
    expect(await world.rows("taskMonitorLogs")).toMatchObject([{ startedById: sofia.id, impersonatedUserId: rita.id }]);
  });

  test("an id that is not the server's own record is refused, in every call that takes one", async () => {
    const { sofia, rita } = await anImpersonation();
    const { taskMonitorLogId } = await sofia.mutation(runTaskMonitor, {});
    const impersonatedUserId = sofia.id;
    expect(await codeOf(sofia.mutation(runTaskMonitor, { impersonatedUserId }))).toBe("impersonation-mismatch");
    expect(await codeOf(sofia.query(listExecutions, { impersonatedUserId: "nonsense" }))).toBe(
      "impersonation-mismatch",
    );
    expect(await codeOf(sofia.query(listExecutionTasks, { taskMonitorLogId, impersonatedUserId }))).toBe(
      "impersonation-mismatch",
    );
    expect(await sofia.query(listExecutions, { impersonatedUserId: rita.id })).toHaveLength(1);
  });

  test("an id without an impersonation is refused, an expired one counts as none", async () => {
    const { sofia, rita } = await anImpersonation({ impersonationExpiresAt: DAWN });
    expect(await codeOf(sofia.mutation(runTaskMonitor, { impersonatedUserId: rita.id }))).toBe(
      "impersonation-mismatch",
    );
    expect(await sofia.query(api.people.queries.me, {})).toMatchObject({ impersonation: null });
    expect(await sofia.mutation(runTaskMonitor, {})).toMatchObject({ isFinished: true });
  });

  test("own pages show the other person's data, and the session tells the real one", async () => {
    const { sofia, request } = await anImpersonation();
    await request(MANUAL);
    expect((await sofia.query(api.requests.queries.mine, {})).rows).toHaveLength(1);
    expect(await sofia.query(api.people.queries.me, {})).toMatchObject({
      email: "sofia@ao.com",
      impersonation: { email: "rita@ao.com", mode: "view", impersonationExpiresAt: DAWN + DAY_MS },
    });
    expect(await codeOf(sofia.mutation(clearTaskMonitorLogs, {}))).toBe("not-while-impersonating");
  });

  test("nobody but a super admin impersonates, whatever rows exist", async () => {
    const { world, rita, sofia } = await aMonitoredWorld();
    const adam = await world.person("adam", { roles: ["staff", "admin"] });
    await world.run(async (ctx) => {
      const times = {
        mode: "act" as const,
        reason: "-",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + DAY_MS,
      };
      await ctx.db.insert("impersonationSessions", { ...times, realPersonId: adam.id, impersonatingUserId: rita.id });
      await ctx.db.insert("impersonationSessions", { ...times, realPersonId: sofia.id, impersonatingUserId: sofia.id });
    });
    expect(await adam.query(api.people.queries.me, {})).toMatchObject({ impersonation: null });
    expect(await sofia.query(api.people.queries.me, {})).toMatchObject({ impersonation: null });
  });
});
