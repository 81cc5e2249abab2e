import { expect, test } from "vitest";
import type { DetailTask } from "../api";
import { factsOf } from "./task-boxes";
import { boxOf } from "./task-drawing";
import { aTask } from "./task.testing";

const of = (given: Partial<DetailTask>) => factsOf([aTask({ obstacle: null, takenBackAt: null, ...given })])[0];

test("each state of a task has a colour and a word, and what ended without effect looks like none of them", () => {
  expect(of({ status: "Running" })).toMatchObject({ tone: "running", state: "Running" });
  expect(of({ status: "Not Started" })).toMatchObject({ tone: "plain", state: "Not Started" });
  expect(of({ status: "Not Started", obstacle: "Snowflake is off" })).toMatchObject({
    tone: "waiting",
    state: "Not Started",
  });
  expect(of({ status: "Failed", outcome: "error" })).toMatchObject({ tone: "failed", state: "Failed" });
  expect(of({ status: "Failed", outcome: "cancelled" })).toMatchObject({ tone: "out", state: "Failed · Cancelled" });
  expect(of({ status: "Complete", outcome: "done" })).toMatchObject({ tone: "done", state: "Complete" });
  expect(of({ status: "Complete", outcome: "skipped" })).toMatchObject({ tone: "out", state: "Complete · Skipped" });
  expect(of({ status: "Complete", outcome: "done", takenBackAt: 5 })).toMatchObject({
    tone: "out",
    state: "Complete · Taken back",
  });
});

test("the lane is who carries a task out, and work on a system says how it would be undone", () => {
  expect(of({ type: "grant_role" })).toMatchObject({ lane: "connector", undo: "Takes the role away again" });
  expect(of({ type: "approve_access" })).toMatchObject({ lane: "approval", undo: null });
  expect(of({ type: "of another version" })).toMatchObject({ lane: "manual", undo: null });
});

test("a task that stands still says who has it, and one that cannot start who is in its way", () => {
  const failed = { status: "Failed", outcome: "error" } as const;
  expect(of(failed)?.note).toBe("Failed · Admins");
  expect(of({ ...failed, holder: { id: "p" as never, name: "Ada Byron" } })?.note).toBe("Failed · Ada Byron");
  expect(of({ ...failed, retryAt: 1, system: "Snowflake" })?.note).toMatch(/^Failed · Attempt 1/);
  expect(of({ status: "Failed", outcome: "cancelled" })?.note).toBe("Failed · Cancelled");
  const obstacle = "Snowflake is off: Grace Whitfield can switch it on";
  expect(of({ status: "Not Started", obstacle })?.note).toBe(`Not Started · ${obstacle}`);
});

test("what is said after the title is read as sentences", () => {
  const failed = factsOf([
    aTask({
      type: "grant_role",
      takenBackAt: null,
      status: "Failed",
      outcome: "error",
      problem: "Snowflake could not do it.",
    }),
  ]).map(boxOf)[0];
  expect(failed?.also).toBe("Systems. Failed. Snowflake could not do it. Undone if the request ends early.");
});
