import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { toCsv } from "../../lib/csv";
import type { Execution, TaskChange } from "./api";
import {
  clearQuestion,
  csvColumns,
  durationText,
  filterItems,
  foldedText,
  historyHeader,
  historyRows,
  listedChanges,
  logId,
  idleText,
  monitorState,
  nothingText,
  sinceText,
  starterText,
} from "./history-rows";

const request = (title: string) => ({ id: `request of ${title}`, key: "REQ-101", title }) as TaskChange["request"];
const task = (order: number, title = "Grant role") =>
  ({ id: `task ${order}`, type: "grant_role", order, title }) as TaskChange["task"];

let changes = 0;
function aChange(with_: Partial<TaskChange> = {}): TaskChange {
  changes += 1;
  return {
    id: `change-${changes}` as TaskChange["id"],
    taskMonitorLogId: "log-1" as TaskChange["taskMonitorLogId"],
    requestTaskId: `task-${changes}` as TaskChange["requestTaskId"],
    statusBefore: "Not Started",
    statusAfter: "Running",
    action: "Scheduled",
    reason: "All earlier tasks complete",
    lastUpdated: 1000,
    since: 1000,
    runs: 1,
    request: request("Access to finance"),
    task: task(1),
    ...with_,
  };
}

describe("the execution history", () => {
  test("shows the first eight characters of a Log ID and an ellipsis", () => {
    expect(logId({ id: "k57d3abc9xyz" as Execution["id"] })).toBe("k57d3abc…");
  });

  test.each([
    ["counts whole seconds only", 1000, 3999, "2s"],
    ["shows a run that took no time as zero", 1000, 1000, "0s"],
    ["never shows a negative duration", 2000, 1000, "0s"],
    ["says that a run has not ended", 1000, null, "Running"],
  ])("%s", (_guarantee, startTime, endTime, text) => {
    expect(durationText({ startTime, endTime })).toBe(text);
  });
});

test("a page of the history says how many changes its rows stand for", () => {
  const rows = historyRows([aChange({ runs: 1_239 }), aChange()]);
  expect(foldedText(rows, true)).toBe("1,240 task changes in 2 rows");
  expect(foldedText(rows.slice(1), false)).toBe("1 task change on this page");
});

describe("the details of an execution", () => {
  test("list only changes whose request and task are both found", () => {
    const found = aChange();
    const rows = listedChanges([found, aChange({ request: null }), aChange({ task: null })]);
    expect(rows.map((row) => row.change.id)).toEqual([found.id]);
  });
});

describe("the task status history", () => {
  test("shows a removed request and task as unknown, with order 0", () => {
    const [row] = historyRows([aChange({ request: null, task: null })]);
    expect(row).toMatchObject({ requestTitle: "Unknown Request", task: "Unknown Task", order: 0 });
  });

  test("says since when something was so, with the day when it was another one", () => {
    const lastUpdated = new Date(2026, 2, 4, 15, 39).getTime();
    expect(sinceText({ since: new Date(2026, 2, 4, 9, 5).getTime(), lastUpdated })).toBe("since 09:05");
    expect(sinceText({ since: new Date(2026, 2, 3, 9, 5).getTime(), lastUpdated })).toBe("since 03/03/2026, 09:05");
  });

  test("counts executions and changes in its header line", () => {
    expect(historyHeader(3, 120)).toBe("Showing task status changes across 3 execution(s) (120 total task changes)");
  });

  test("is narrowed to what was done, ignored or as before, and the parts add up to all", () => {
    const changes = { scheduled: 2, ignored: 3, unchanged: 40_000 };
    expect(
      filterItems({ executions: 1, totalChanges: 40_005, changes }).map(({ label, count }) => [label, count]),
    ).toEqual([
      ["All", 40_005],
      ["Changes", 2],
      ["Ignored", 3],
      ["Unchanged", 40_000],
    ]);
  });

  test("says in a sentence of its own that a part of it is empty, not by the name of an action", () => {
    expect([nothingText(), nothingText("Scheduled"), nothingText("Ignored"), nothingText("No Change")]).toEqual([
      "No task changes were recorded yet.",
      "No task was scheduled.",
      "No task change was ignored.",
      "No task was left unchanged.",
    ]);
  });

  test("is exported with whole ids and ISO times, titles kept from acting as formulas", () => {
    const text = toCsv(historyRows([aChange({ request: request("=1+1"), lastUpdated: 0, since: 0 })]), csvColumns);
    expect(text).toContain(
      "\r\nlog-1,'=1+1,Grant role,1,Not Started,Running,Scheduled,All earlier tasks complete,1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.000Z,1\r\n",
    );
  });
});

describe("the state of the monitor", () => {
  test("is running while an execution has no end", () => {
    expect(monitorState([{ startTime: 5, endTime: null, trigger: "person" }], 10)).toEqual({ is: "running", since: 5 });
  });

  test.each([
    ["from the last run by the clock", 25_500, 35],
    ["over turns that left no log", 3 * MINUTE_MS + 10_000, 50],
    ["from now when the server's clock is ahead", -2_000, 60],
  ])("counts down to the next run %s", (_guarantee, sinceClockRun, secondsLeft) => {
    const executions = [
      { startTime: 9_000, endTime: 9_100, trigger: "person" as const },
      { startTime: 7_000, endTime: 7_100, trigger: "clock" as const },
    ];
    expect(monitorState(executions, 7_000 + sinceClockRun)).toEqual({ is: "waiting", secondsLeft });
  });

  test("does not guess when no run by the clock is in the log", () => {
    expect(monitorState([], 60_000)).toEqual({ is: "waiting", secondsLeft: null });
  });
});

test("the question before clearing says how much goes and that it is final", () => {
  expect(clearQuestion(1)).toContain("1 execution log and");
  expect(clearQuestion(12)).toContain("12 execution logs and");
  expect(clearQuestion(12)).toContain("cannot be undone");
});

test.each([
  ["the person who pressed the button", { trigger: "person", startedBy: "Ada King" }, "Started by Ada King"],
  ["the clock", { trigger: "clock", startedBy: null }, "Started on schedule"],
  ["somebody who is gone", { trigger: "person", startedBy: null }, "Started by a removed person"],
] as const)("an execution names who started it: %s", (_guarantee, execution, text) => {
  expect(starterText(execution)).toBe(text);
});

test("between runs the monitor says in how many seconds the next one begins", () => {
  expect(idleText(54)).toBe("No run in progress. Next run in 54\u00A0s.");
  expect(idleText(null)).toBe("No run in progress. The next one starts within a minute.");
});
