import { describe, expect, test } from "vitest";
import type { HeldTask } from "./api";
import { attemptText, dueText, groupTasks, sortedByDue, summary, urgency, waitingText } from "./view";

const NOW = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

describe("a due time", () => {
  test.each([
    ["is overdue from the moment it is reached", 0, "overdue"],
    ["is soon within a day", 24 * HOUR_MS, "soon"],
    ["is later after a day", 24 * HOUR_MS + 1, "later"],
  ])("%s", (_guarantee, fromNow, expected) => {
    expect(urgency(NOW + fromNow, NOW)).toBe(expected);
  });

  test("that does not exist is not urgent", () => {
    expect(urgency(null, NOW)).toBe("none");
  });

  test.each([
    ["to come says in how long", 48 * HOUR_MS, "Due in 2 days"],
    ["that has passed says for how long", -3 * HOUR_MS - 300_000, "Overdue by 3h 5m"],
  ])("%s", (_guarantee, fromNow, words) => {
    expect(dueText(NOW + fromNow, NOW)).toBe(words);
  });

  test("that does not exist says so", () => {
    expect(dueText(null, NOW)).toBe("No due date");
  });
});

test("what is due first comes first, what has no due time last, oldest start first", () => {
  const rows = [
    { id: "none-new", dueAt: null, startedAt: 20 },
    { id: "late", dueAt: NOW + 2, startedAt: 1 },
    { id: "none-old", dueAt: null, startedAt: 10 },
    { id: "early", dueAt: NOW + 1, startedAt: 2 },
  ];
  expect(sortedByDue(rows).map((row) => row.id)).toEqual(["early", "late", "none-old", "none-new"]);
});

function aTask(with_: Partial<HeldTask>): HeldTask {
  return { status: "Running", dueAt: null, startedAt: null, attempt: 1, maxAttempts: 1, ...with_ } as HeldTask;
}

describe("the tasks a person holds", () => {
  test("are waiting when running or failed, coming up when not started, and gone when complete", () => {
    const tasks = (["Running", "Failed", "Not Started", "Complete"] as const).map((status) => aTask({ status }));
    const { waiting, comingUp } = groupTasks(tasks);
    expect(waiting.map(({ status }) => status)).toEqual(["Running", "Failed"]);
    expect(comingUp.map(({ status }) => status)).toEqual(["Not Started"]);
  });

  test.each([
    ["none say that nothing waits", [], "Nothing is waiting on you."],
    ["only later ones say so", [aTask({ status: "Not Started" })], "Nothing is waiting on you; 1 task coming up."],
    ["one is counted in the singular", [aTask({})], "1 task is waiting on you."],
    ["overdue ones are counted apart", [aTask({}), aTask({ dueAt: NOW - 1 })], "2 tasks are waiting on you, 1 overdue."],
  ])("summed up: %s", (_guarantee, tasks, sentence) => {
    expect(summary(tasks, NOW)).toBe(sentence);
  });

  test("mention the attempt from the second on", () => {
    expect(attemptText({ attempt: 1, maxAttempts: 3 })).toBeNull();
    expect(attemptText({ attempt: 2, maxAttempts: 3 })).toBe("Attempt 2 of 3");
  });
});

test.each([
  ["on its holder says so without the name", { text: "Ada King" }, "waiting on you"],
  ["on something else names it", { text: "Snowflake" }, "waiting on Snowflake"],
  ["on nobody says nothing", null, null],
])("a task that waits %s", (_guarantee, waitingOn, words) => {
  expect(waitingText({ waitingOn }, "Ada King")).toBe(words);
});
