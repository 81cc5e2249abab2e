import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import type { RequestStatus } from "../requests/table";
import type { ConnectorName, ConnectorState } from "../services/table";
import { typeOf } from "../tasks/rules";
import { decide, plannedDue, requestStatusOf, type DecisionContext, type TaskView } from "./rules";
import type { MonitorAction } from "./table";

const NOW = Date.UTC(2026, 2, 2, 14, 0, 0);

const aTask = (changes: Partial<TaskView> = {}): TaskView => ({
  type: "manual_check",
  title: "Check manually",
  order: 1,
  status: "Not Started",
  attempt: 0,
  maxAttempts: 1,
  runsAlways: false,
  ...changes,
});
const anApproval = (changes: Partial<TaskView> = {}) =>
  aTask({ type: "approve_access", title: "Approve access", ...changes });

describe("the status of a request", () => {
  const status = (tasks: TaskView[], request: Partial<Parameters<typeof requestStatusOf>[0]> = {}) =>
    requestStatusOf({ status: "In progress", isCancelled: false, hasOpenQuestion: false, ...request }, tasks);

  test.each<[string, TaskView[], RequestStatus]>([
    ["an approval is next", [anApproval(), aTask({ order: 2 })], "Pending approval"],
    ["an approval runs", [anApproval({ status: "Running" }), aTask({ order: 2 })], "Pending approval"],
    ["a later approval is next", [aTask({ status: "Complete" }), anApproval({ order: 2 })], "Pending approval"],
    [
      "an approval beside a manual task",
      [aTask({ status: "Running" }), anApproval({ status: "Running" })],
      "Pending approval",
    ],
    ["work is next", [anApproval({ status: "Complete" }), aTask({ order: 2 })], "In progress"],
    [
      "everything is complete",
      [anApproval({ status: "Complete" }), aTask({ status: "Complete", outcome: "skipped" })],
      "Completed",
    ],
    ["there is no task at all (R2)", [], "In progress"],
    [
      "an approval was rejected",
      [anApproval({ status: "Failed", outcome: "rejected" }), aTask({ order: 2 })],
      "Rejected",
    ],
    [
      "an approval was taken back",
      [anApproval({ status: "Complete", outcome: "revoked" }), aTask({ order: 2 })],
      "Rejected",
    ],
    ["an approval ran out of time", [anApproval({ status: "Failed", outcome: "timed_out" })], "Expired"],
    ["a task failed for good", [aTask({ status: "Failed", outcome: "error" }), aTask({ order: 2 })], "Blocked"],
    [
      "a task failed and is tried again",
      [aTask({ status: "Failed", outcome: "error", retryAt: NOW }), aTask({ order: 2 })],
      "In progress",
    ],
  ])("when %s", (_name, tasks, expected) => {
    expect(status(tasks)).toBe(expected);
  });

  test("an open question and a cancellation come before the tasks", () => {
    expect(status([aTask()], { hasOpenQuestion: true })).toBe("Needs info");
    expect(status([anApproval()], { isCancelled: true, hasOpenQuestion: true })).toBe("Cancelled");
  });

  test.each<RequestStatus>(["Draft", "Completed", "Rejected", "Expired", "Cancelled"])(
    "%s stays, whatever the tasks say (R3)",
    (stays) => {
      expect(status([aTask()], { status: stays, isCancelled: true })).toBe(stays);
    },
  );
});

interface Case {
  readonly name: string;
  readonly task: TaskView;
  readonly others?: TaskView[];
  readonly request?: Partial<DecisionContext["request"]>;
  readonly connector?: [ConnectorName, { state: ConnectorState; until?: number; changedByName?: string }];
  readonly action: MonitorAction;
  readonly reason: string;
}

const grant = (changes: Partial<TaskView> = {}) =>
  aTask({ type: "grant_role", title: "Grant role", order: 2, maxAttempts: 3, ...changes });
const done = anApproval({ status: "Complete" });

const CASES: Case[] = [
  {
    name: "everything earlier complete",
    task: grant(),
    others: [done],
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "nothing earlier",
    task: anApproval(),
    request: { status: "Pending approval" },
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "an equal order beside it",
    task: grant({ order: 1 }),
    others: [aTask({ status: "Running" })],
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "an earlier task not started",
    task: grant({ order: 3 }),
    others: [anApproval({ order: 2 })],
    action: "No Change",
    reason: "Waiting for task 2 Approve access",
  },
  {
    name: "an earlier task running",
    task: grant(),
    others: [anApproval({ status: "Running" })],
    action: "No Change",
    reason: "Waiting for task 1 Approve access",
  },
  {
    name: "running, held by a person",
    task: grant({ status: "Running", startedAt: NOW - 12 * MINUTE_MS, leaseUntil: NOW + 1, assigneeName: "Ada Byron" }),
    action: "No Change",
    reason: "Running 12 min, waiting on Ada Byron",
  },
  ...(
    [
      [119, "119 min"],
      [120, "2 h"],
      [47 * 60 + 59, "47 h"],
      [48 * 60, "2 days"],
      [3504, "2 days 10 h"],
    ] as const
  ).map(([minutes, words]) => ({
    name: `running for ${minutes} minutes`,
    task: grant({ status: "Running" as const, startedAt: NOW - minutes * MINUTE_MS, assigneeName: "Ada Byron" }),
    action: "No Change" as const,
    reason: `Running ${words}, waiting on Ada Byron`,
  })),
  {
    name: "running, held by a system",
    task: grant({ status: "Running", startedAt: NOW, waitingOnText: "Snowflake" }),
    action: "No Change",
    reason: "Running 0 min, waiting on Snowflake",
  },
  {
    name: "lease over",
    task: grant({ status: "Running", leaseUntil: NOW - 30_000 }),
    action: "No Change",
    reason: "Overdue; executor will fail it at 14:02 UTC",
  },
  {
    name: "an earlier task failed",
    task: grant(),
    others: [aTask({ status: "Failed", assigneeName: "Ada Byron" })],
    request: { status: "Blocked" },
    action: "Ignored",
    reason: "Task 1 Check manually failed; Ada Byron can retry or resolve it",
  },
  {
    name: "an earlier machine task failed",
    task: grant({ order: 3 }),
    others: [grant({ status: "Failed" })],
    request: { status: "Blocked" },
    action: "Ignored",
    reason: "Task 2 Grant role failed; an admin can retry or resolve it",
  },
  {
    name: "an earlier task is tried again",
    task: grant({ order: 3 }),
    others: [grant({ status: "Failed", attempt: 1, retryAt: NOW + MINUTE_MS })],
    action: "Ignored",
    reason: "Task 2 Grant role failed and is tried again at 14:01 UTC (attempt 2 of 3); an admin can retry it now",
  },
  {
    name: "a task beside it failed",
    task: grant(),
    others: [done, grant({ status: "Failed" })],
    request: { status: "Blocked" },
    action: "Ignored",
    reason: "Task 2 Grant role failed; an admin can retry or resolve it",
  },
  {
    name: "on hold",
    task: grant(),
    others: [done],
    request: { hold: { reason: "Audit", byName: "Ada Byron" } },
    action: "Ignored",
    reason: "On hold: Audit; Ada Byron can lift it",
  },
  {
    name: "on hold for a time",
    task: grant(),
    others: [done],
    request: { hold: { reason: "Audit", byName: "Ada Byron", until: NOW + MINUTE_MS } },
    action: "Ignored",
    reason: "On hold until 02/03/2026 14:01 UTC: Audit; Ada Byron can lift it",
  },
  {
    name: "a hold that is over",
    task: grant(),
    others: [done],
    request: { hold: { reason: "Audit", byName: "Ada Byron", until: NOW } },
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "needs info",
    task: grant(),
    others: [done],
    request: { status: "Needs info" },
    action: "Ignored",
    reason: "Needs info: Rita Requester has to answer the open question",
  },
  {
    name: "connector off",
    task: grant(),
    others: [done],
    connector: ["snowflake", { state: "off", changedByName: "Ada Byron" }],
    action: "Ignored",
    reason: "Snowflake is switched off; Ada Byron can switch it on",
  },
  {
    name: "connector in maintenance",
    task: grant(),
    others: [done],
    connector: ["snowflake", { state: "maintenance", until: NOW + MINUTE_MS }],
    action: "Ignored",
    reason: "Snowflake is in maintenance until 02/03/2026 14:01 UTC; a super admin can end it",
  },
  {
    name: "maintenance that is over",
    task: grant(),
    others: [done],
    connector: ["snowflake", { state: "maintenance", until: NOW }],
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "kill switch",
    task: grant(),
    others: [done],
    connector: ["snowflake", { state: "stopped" }],
    action: "Ignored",
    reason: "The kill switch of Snowflake is pulled; a super admin can release it",
  },
  {
    name: "another connector off",
    task: grant(),
    others: [done],
    connector: ["dbt", { state: "off" }],
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "giving to somebody who left",
    task: grant({ givesAccess: true }),
    others: [done],
    request: { gone: { name: "Ada Byron", hasLeft: true } },
    action: "Ignored",
    reason: "Ada Byron has left; an admin can cancel the request",
  },
  {
    name: "taking from somebody who left",
    task: grant({ type: "revoke_role" }),
    others: [done],
    request: { gone: { name: "Ada Byron", hasLeft: true } },
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "what it reads back is off",
    task: aTask({ type: "verify", order: 2, reads: ["dbt", "snowflake"] }),
    others: [done],
    connector: ["snowflake", { state: "stopped" }],
    action: "Ignored",
    reason: "The kill switch of Snowflake is pulled; a super admin can release it",
  },
  {
    name: "connector off but not its turn yet",
    task: grant(),
    others: [anApproval()],
    connector: ["snowflake", { state: "off" }],
    action: "No Change",
    reason: "Waiting for task 1 Approve access",
  },
  {
    name: "a day that is not over",
    task: grant({ notBefore: NOW + DAY_MS }),
    others: [done],
    action: "No Change",
    reason: "Waits until 03/03/2026 14:00 UTC",
  },
  {
    name: "a day that is over",
    task: grant({ notBefore: NOW }),
    others: [done],
    action: "Scheduled",
    reason: "All earlier tasks complete",
  },
  {
    name: "a day and a wait, whichever is later",
    task: grant({ notBefore: NOW + DAY_MS, delayMs: MINUTE_MS, createdAt: NOW }),
    others: [done],
    action: "No Change",
    reason: "Waits until 03/03/2026 14:00 UTC",
  },
  {
    name: "unknown type",
    task: grant({ type: "rotate_key" }),
    others: [done],
    action: "Ignored",
    reason: 'Unknown task type "rotate_key"; a super admin can add it',
  },
  {
    name: "runs always, after a failure (R8)",
    task: aTask({ type: "notify", order: 4, runsAlways: true }),
    others: [grant({ status: "Failed" }), aTask({ order: 3 })],
    request: { status: "Blocked" },
    action: "Scheduled",
    reason: "Also runs after a failure",
  },
  {
    name: "runs always, with something still running",
    task: aTask({ type: "notify", order: 4, runsAlways: true }),
    others: [grant({ status: "Failed" }), grant({ status: "Running" })],
    request: { status: "Blocked" },
    action: "No Change",
    reason: "Waiting for task 2 Grant role",
  },
  {
    name: "runs always, while a retry is due",
    task: aTask({ type: "notify", order: 4, runsAlways: true }),
    others: [grant({ status: "Failed", retryAt: NOW })],
    action: "No Change",
    reason: "Waiting for task 2 Grant role",
  },
];

describe("a request that only waits for a task planned for later", () => {
  const done = aTask({ status: "Complete", finishedAt: NOW });
  const review = aTask({ order: 2, delayMs: 180 * DAY_MS, createdAt: NOW - DAY_MS });

  test("is due with that task, not before", () => {
    expect(plannedDue([done, review], NOW)).toBe(NOW + 180 * DAY_MS + (typeOf("manual_check")?.timeoutMs ?? 0));
  });

  test.each<[string, TaskView[]]>([
    ["something else of it is open", [aTask(), review]],
    ["an earlier task runs or failed", [aTask({ status: "Running" }), review]],
    [
      "the time of the task has come",
      [aTask({ status: "Complete", finishedAt: NOW - 181 * DAY_MS }), { ...review, createdAt: NOW - 182 * DAY_MS }],
    ],
    ["everything is done", [done]],
  ])("is due as before while %s", (_, tasks) => {
    expect(plannedDue(tasks, NOW)).toBeNull();
  });
});

describe("the decision table of the monitor", () => {
  test.each(CASES)("$name: $action", ({ task, others = [], request, connector, action, reason }) => {
    const context: DecisionContext = {
      request: { status: "In progress", requesterName: "Rita Requester", ...request },
      tasks: [task, ...others],
      connectors: new Map(connector ? [connector] : []),
      now: NOW,
    };
    expect(decide(task, context)).toEqual({
      action,
      reason,
      statusAfter: action === "Scheduled" ? "Running" : task.status,
    });
  });

  const context = (status: RequestStatus): DecisionContext => ({
    request: { status, requesterName: "R" },
    tasks: [],
    connectors: new Map(),
    now: NOW,
  });

  test.each(["Complete", "Failed"] as const)("a %s task is not examined", (status) => {
    expect(decide(aTask({ status }), context("In progress"))).toBeNull();
  });

  test.each<RequestStatus>(["Completed", "Rejected", "Expired", "Cancelled"])(
    "nothing of a %s request is examined",
    (status) => {
      expect(decide(aTask(), context(status))).toBeNull();
    },
  );
});
