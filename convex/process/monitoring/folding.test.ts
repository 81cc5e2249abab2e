/** The monitor's history as it grows: repeats folded, counted exactly, read in pages. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { SYSTEM } from "../../core/audit/model";
import { switchConnector } from "../../core/services/model";
import { MINUTE_MS } from "../../lib/pure/time";
import { aWorld, codeOf, DAWN, endWorld } from "../../testing/world.testing";
import { submitted } from "../requests.testing";
import { EXECUTION_PAGE } from "./history";
import { LONG_RUNS } from "./writing";

afterEach(endWorld);

const { clearTaskMonitorLogs } = api.workflow.mutations;
const { countTaskHistory, findExecution, listExecutions, listExecutionTasks, listTaskHistory } = api.workflow.queries;
const MANUAL = { type: "manual_check" };

async function aMonitoredWorld() {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  const rita = await world.person("rita");
  const request = (title: string, ...tasks: Parameters<typeof submitted>[2]) =>
    world.run((ctx) => submitted(ctx, rita.id, tasks, title));
  const snowflake = (state: "on" | "off") =>
    world.run((ctx) => switchConnector(ctx, "snowflake", { state }, { ...SYSTEM, at: Date.now() }));
  const runs = async (count: number) => {
    for (let run = 0; run < count; run += 1) {
      await world.clockRun();
      await world.advance(MINUTE_MS);
    }
  };
  return { world, sofia, rita, request, snowflake, runs };
}

describe("what stays as it was", () => {
  test("is one row for all executions in a row, each of which still shows it", async () => {
    const { world, sofia, request, runs } = await aMonitoredWorld();
    await request("Access", MANUAL, MANUAL);
    await runs(3);
    const { rows } = await sofia.query(listTaskHistory, { size: 50 });
    expect(rows.map(({ action, runs: seen, since, lastUpdated }) => [action, seen, since, lastUpdated])).toEqual([
      ["No Change", 3, DAWN, DAWN + 2 * MINUTE_MS],
      ["No Change", 3, DAWN, DAWN + 2 * MINUTE_MS],
    ]);
    expect(rows[0]?.reason).toBe("Running 2 min, waiting on somebody to take it");
    expect(await sofia.query(countTaskHistory, {})).toEqual({
      executions: 3,
      totalChanges: 6,
      changes: { scheduled: 0, ignored: 0, unchanged: 6 },
    });
    for (const { id } of await sofia.query(listExecutions, {}))
      expect((await sofia.query(listExecutionTasks, { taskMonitorLogId: id })).rows).toHaveLength(2);
    expect(await world.rows("taskMonitorLogTasks")).toHaveLength(2);
  });

  test("says of an execution that it saw more than are listed with it", async () => {
    const { world, sofia, request, runs } = await aMonitoredWorld();
    await request("Access", MANUAL);
    await runs(1);
    const [latest] = await sofia.query(listExecutions, {});
    const listed = { taskMonitorLogId: latest!.id };
    const copies = async (count: number) => {
      const [row] = await world.rows("taskMonitorLogTasks");
      const { _id, _creationTime, ...fields } = row!;
      await world.run(async (ctx) => {
        for (let copy = 0; copy < count; copy += 1) await ctx.db.insert("taskMonitorLogTasks", fields);
      });
    };
    await copies(999);
    const whole = await sofia.query(listExecutionTasks, listed);
    expect([whole.rows.length, whole.isMore]).toEqual([1_000, false]);
    await copies(1);
    const cut = await sofia.query(listExecutionTasks, listed);
    expect([cut.rows.length, cut.isMore]).toEqual([1_000, true]);
  });

  test("begins another row after a change, after a gap, and after a clearing", async () => {
    const { world, sofia, request, snowflake, runs } = await aMonitoredWorld();
    await snowflake("off");
    await request("Access", { type: "grant_role" });
    await runs(2);
    await snowflake("on");
    await runs(1);
    const { rows } = await sofia.query(listTaskHistory, { size: 50 });
    expect(rows.map(({ action, runs: seen }) => [action, seen])).toEqual([
      ["Ignored", 2],
      ["Scheduled", 1],
    ]);
    const [latest, , first] = await sofia.query(listExecutions, {});
    const actionsOf = async (id = first?.id) =>
      id && (await sofia.query(listExecutionTasks, { taskMonitorLogId: id })).rows.map(({ action }) => action);
    expect(await actionsOf()).toEqual(["Ignored"]);
    expect(await actionsOf(latest?.id)).toEqual(["Scheduled"]);
    await request("Other", MANUAL);
    await runs(2);
    await sofia.mutation(clearTaskMonitorLogs, {});
    await runs(1);
    const seen = async () =>
      (await sofia.query(listTaskHistory, { size: 50 })).rows.map((row) => [row.action, row.runs]);
    expect(await seen()).toEqual([["No Change", 1]]);
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: 1, totalChanges: 1 });
    // An execution in between that did not see it.
    await world.run(async (ctx) => {
      const [era] = await ctx.db.query("taskMonitorEras").collect();
      if (era) await ctx.db.patch(era._id, { runs: era.runs + 1 });
    });
    await runs(1);
    expect(await seen()).toEqual([
      ["No Change", 1],
      ["No Change", 1],
    ]);
  });

  test("for longer than a day is still found from an execution in the middle of it", async () => {
    const { world, sofia, request, runs } = await aMonitoredWorld();
    await request("Access", MANUAL);
    await runs(2);
    const [, first] = await sofia.query(listExecutions, {});
    await world.run(async (ctx) => {
      const [row] = await ctx.db.query("taskMonitorLogTasks").collect();
      const [era] = await ctx.db.query("taskMonitorEras").collect();
      if (row) await ctx.db.patch(row._id, { lastRun: LONG_RUNS });
      if (era) await ctx.db.patch(era._id, { runs: LONG_RUNS });
    });
    await runs(1);
    expect(await world.rows("taskMonitorLogTasks")).toMatchObject([{ isLong: true, lastRun: LONG_RUNS + 1 }]);
    expect(first && (await sofia.query(listExecutionTasks, { taskMonitorLogId: first.id })).rows).toHaveLength(1);
  });
});

describe("a long history", () => {
  /** Two thousand task changes of each kind under titles of their own. */
  async function aLongHistory() {
    const base = await aMonitoredWorld();
    const { world } = base;
    await base.request("Access", MANUAL);
    await base.runs(1);
    await world.run(async (ctx) => {
      const [row] = await ctx.db.query("taskMonitorLogTasks").collect();
      if (!row) throw new Error("No row");
      const { _id, _creationTime, ...fields } = row;
      for (let index = 0; index < 2000; index += 1) {
        for (const action of ["Scheduled", "Ignored", "No Change"] as const)
          await ctx.db.insert("taskMonitorLogTasks", {
            ...fields,
            action,
            place: `b ${String(index).padStart(6, "0")}`,
          });
      }
    });
    return base;
  }

  test("is read to its end in pages, filtered by what the monitor did, each row once", async () => {
    const { sofia } = await aLongHistory();
    const seen = new Set<string>();
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await sofia.query(listTaskHistory, {
        action: "Ignored",
        size: 200,
        ...(after === undefined ? {} : { after }),
      });
      for (const { id, action } of page.rows) {
        expect(action).toBe("Ignored");
        seen.add(id);
      }
      after = page.next ?? undefined;
      pages += 1;
    } while (after !== undefined);
    expect([seen.size, pages]).toEqual([2000, 10]);
  });

  test("has a size of page that is one of those offered", async () => {
    const { sofia } = await aMonitoredWorld();
    expect(await codeOf(sofia.query(listTaskHistory, { size: 5000 }))).toBe("invalid-input");
  });

  test("lists executions in parts, and an address finds one beyond them", async () => {
    const { world, sofia, runs } = await aMonitoredWorld();
    await runs(EXECUTION_PAGE + 2);
    const newest = await sofia.query(listExecutions, {});
    const older = await sofia.query(listExecutions, { before: newest.at(-1)?.number ?? 0 });
    expect([newest.length, older.length]).toEqual([EXECUTION_PAGE, 2]);
    expect(await sofia.query(findExecution, { execution: older[0]?.id ?? "" })).toMatchObject({ number: 2 });
    expect(await sofia.query(findExecution, { execution: "nonsense" })).toBeNull();
    expect(await sofia.query(countTaskHistory, {})).toMatchObject({ executions: EXECUTION_PAGE + 2 });
    expect(await world.rows("taskMonitorEras")).toMatchObject([{ runs: EXECUTION_PAGE + 2 }]);
  });
});
