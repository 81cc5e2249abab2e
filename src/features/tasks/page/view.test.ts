import { expect, test } from "vitest";
import { attemptWords, nextStepOf } from "./view";

type Facts = Parameters<typeof nextStepOf>[0];
const task = (changes: Partial<Facts>): Facts => ({
  status: "Running", outcome: null, executor: "connector", waitingOn: null, obstacle: null, error: null, problem: null, retryAt: null, waitsUntil: null,
  attempt: 1, maxAttempts: 5, holder: null, skippedBecause: null, system: "Snowflake", ...changes,
});

test.each([
  ["runs", {}, "info", "The portal is working on it in Snowflake"],
  ["runs again", { attempt: 2 }, "info", "The portal is working on it in Snowflake, attempt 2 of 5"],
  ["is retried by itself", { status: "Failed", retryAt: 5, error: "Busy" }, "warning", "Attempt 1 of 5 failed; the next one follows by itself"],
  ["failed for good", { status: "Failed", error: "No such user" }, "danger", "This failed and needs somebody"],
  ["was stopped with its request", { status: "Failed", outcome: "cancelled" }, "info", "Stopped, because the request ended"],
  ["is done", { status: "Complete", outcome: "done" }, "success", "Done"],
  ["was resolved by hand", { status: "Complete", outcome: "resolved_manually" }, "success", "Done by hand"],
  ["was skipped", { status: "Complete", outcome: "skipped", skippedBecause: "Not restricted" }, "info", "Skipped"],
  ["waits for its turn", { status: "Not Started" }, "info", "Starts when the tasks before it are complete"],
  ["is held up", { status: "Not Started", obstacle: "The kill switch of Snowflake is pulled" }, "warning", "Held up"],
  ["waits for its day", { status: "Not Started", waitsUntil: 9 }, "info", "Waits for its day"],
  ["never began", { status: "Not Started", outcome: "cancelled" }, "info", "It never began: the request ended first"],
  ["is a manual one nobody took", { executor: "manual" }, "info", "Waits for somebody to take it"],
  ["is a manual one with a holder", { executor: "manual", holder: { id: "p" as never, name: "Ada King" } }, "info", "With Ada King"],
  ["is decided by people", { executor: "approval", waitingOn: { text: "Bea or Cem" } }, "info", "Waits for Bea or Cem"],
] as const)("a task that %s says so", (_name, changes, tone, title) => {
  expect(nextStepOf(task(changes as Partial<Facts>))).toMatchObject({ tone, title });
});

test("attempts are told of machines that have begun, not of people", () => {
  expect(attemptWords({ attempt: 2, maxAttempts: 5, executor: "connector" })).toBe("2 of 5");
  expect(attemptWords({ attempt: 0, maxAttempts: 5, executor: "connector" })).toBeNull();
  expect(attemptWords({ attempt: 1, maxAttempts: 1, executor: "manual" })).toBeNull();
});
