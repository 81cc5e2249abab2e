import { expect, test } from "vitest";
import { nextStepOf } from "./next-step-words";

type Facts = Parameters<typeof nextStepOf>[0];

const task = (changes: Partial<Facts>): Facts => ({
  status: "Running",
  outcome: null,
  executor: "connector",
  waitingOn: null,
  obstacle: null,
  error: null,
  problem: null,
  retryAt: null,
  waitsUntil: null,
  attempt: 1,
  maxAttempts: 5,
  holder: null,
  skippedBecause: null,
  system: "Snowflake",
  proof: null,
  isManager: false,
  isMine: false,
  request: { status: "In progress" },
  whyNot: { claim: {}, assign: {}, report: {}, retry: {}, resolve: {} },
  ...changes,
});

test.each([
  ["runs", {}, "info", "The portal is working on it in Snowflake"],
  ["runs again", { attempt: 2 }, "info", "The portal is working on it in Snowflake, attempt 2 of 5"],
  [
    "is retried by itself",
    { status: "Failed", retryAt: 5, error: "Busy" },
    "warning",
    "Attempt 1 of 5 failed; the next attempt follows automatically",
  ],
  ["failed for good", { status: "Failed", error: "No such user" }, "danger", "This failed and needs an admin"],
  [
    "failed before its request ended",
    { status: "Failed", outcome: "error", error: "No such user", request: { status: "Cancelled" } },
    "danger",
    "This failed before the request ended",
  ],
  [
    "was stopped with its request",
    { status: "Failed", outcome: "cancelled" },
    "info",
    "Cancelled, because the request ended",
  ],
  ["is done", { status: "Complete", outcome: "done" }, "success", "Done"],
  [
    "is done and was read back",
    { status: "Complete", outcome: "done", proof: { isProven: true } },
    "success",
    "Done and proven",
  ],
  [
    "was done by a person",
    { status: "Complete", outcome: "done", executor: "manual", holder: { id: "p" as never, name: "Ada King" } },
    "success",
    "Done by Ada King",
  ],
  ["was approved", { status: "Complete", outcome: "done", executor: "approval" }, "success", "Approved"],
  [
    "ran out of time to decide",
    { status: "Failed", outcome: "timed_out", executor: "approval" },
    "danger",
    "It ended without a decision",
  ],
  ["was resolved manually", { status: "Complete", outcome: "resolved_manually" }, "success", "Resolved manually"],
  ["was skipped", { status: "Complete", outcome: "skipped", skippedBecause: "Not restricted" }, "info", "Skipped"],
  ["waits for its turn", { status: "Not Started" }, "info", "Starts when the tasks before it are complete"],
  ["is held up", { status: "Not Started", obstacle: "The kill switch of Snowflake is pulled" }, "warning", "Held up"],
  ["is scheduled for later", { status: "Not Started", waitsUntil: 9 }, "info", "Scheduled for later"],
  ["never started", { status: "Not Started", outcome: "cancelled" }, "info", "Never started: the request ended first"],
  ["is a manual one nobody took", { executor: "manual" }, "info", "Waiting for somebody to take it"],
  [
    "is a manual one with a holder",
    { executor: "manual", holder: { id: "p" as never, name: "Ada King" } },
    "info",
    "With Ada King",
  ],
  [
    "is a manual one of the reader's own",
    { executor: "manual", isMine: true, holder: { id: "p" as never, name: "Ada King" } },
    "warning",
    "Yours to do",
  ],
  [
    "is decided by people",
    { executor: "approval", waitingOn: { text: "Bea or Cem" } },
    "info",
    "Waiting for Bea or Cem",
  ],
] as const)("a task that %s says so", (_name, changes, tone, title) => {
  expect(nextStepOf(task(changes as Partial<Facts>))).toMatchObject({ tone, title });
});

test("a failure says what follows: to an admin what to do, to everybody else that the admins know", () => {
  const failed = task({ status: "Failed", error: "Snowflake has no role READ." });
  expect(nextStepOf(failed).text).toMatch(/^Snowflake has no role READ\. The admins were notified/);
  expect(nextStepOf({ ...failed, whyNot: { ...failed.whyNot, retry: null } }).text).toMatch(
    /^Snowflake has no role READ\. When the cause is gone, retry it/,
  );
});
