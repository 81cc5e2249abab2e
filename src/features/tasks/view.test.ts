import { describe, expect, test } from "vitest";
import { dueText, sortedByDue, urgency } from "./view";

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
