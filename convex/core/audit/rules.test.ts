import { expect, test } from "vitest";
import { changedFields, MASK, masked, maskedObject, outcomeOf } from "./rules";

test("only fields that differ are kept, absent ones as null", () => {
  expect(changedFields({ a: 1, b: { x: 1 }, c: "old" }, { a: 1, b: { x: 1 }, c: undefined, d: 4 })).toEqual([
    { field: "c", before: "old", after: null },
    { field: "d", before: null, after: 4 },
  ]);
});

test.each([
  ["password", "hunter2", MASK],
  ["tokenIdentifier", "iss|sub", MASK],
  ["apiKey", "k", MASK],
  ["private_key", "k", MASK],
  ["password", null, null],
  ["hasChangedInitialPassword", true, true],
  ["title", "Token ring", "Token ring"],
])("%s: %j is stored as %j", (field, value, stored) => {
  expect(masked(field, value)).toBe(stored);
});

test("secrets inside of objects and lists are masked too", () => {
  expect(maskedObject({ form: { items: [{ secret: "s", name: "n" }] } })).toEqual({
    form: { items: [{ secret: MASK, name: "n" }] },
  });
});

test.each([
  ["task.failed", "failure"],
  ["task.compensationFailed", "failure"],
  ["password.changeRefused", "denied"],
  ["request.rejected", "success"],
])("%s ended as %s unless its writer says otherwise", (action, outcome) => {
  expect(outcomeOf(action)).toBe(outcome);
});
