import { describe, expect, test } from "vitest";
import type { Condition } from "../table";
import { meets, notMetWords, valueWords } from "./conditions";

const cases: [string, Condition, Record<string, unknown>, boolean][] = [
  ["equal", { every: [{ field: "a", is: "equal", value: "x" }] }, { a: "x" }, true],
  ["equal, another value", { every: [{ field: "a", is: "equal", value: "x" }] }, { a: "y" }, false],
  ["equal to no", { every: [{ field: "a", is: "equal", value: false }] }, { a: false }, true],
  ["equal to an item of a list", { every: [{ field: "a", is: "equal", value: "x" }] }, { a: ["y", "x"] }, true],
  ["one of", { every: [{ field: "a", is: "oneOf", values: ["x", "y"] }] }, { a: "y" }, true],
  ["above", { every: [{ field: "a", is: "above", value: 10 }] }, { a: 11 }, true],
  ["above, the limit itself", { every: [{ field: "a", is: "above", value: 10 }] }, { a: 10 }, false],
  ["set", { every: [{ field: "a", is: "set" }] }, { a: 0 }, true],
  ["set, only spaces", { every: [{ field: "a", is: "set" }] }, { a: "  " }, false],
  ["empty", { every: [{ field: "a", is: "empty" }] }, {}, true],
  ["empty list", { every: [{ field: "a", is: "empty" }] }, { a: [] }, true],
  ["equal without a value", { every: [{ field: "a", is: "equal", value: "x" }] }, {}, false],
  [
    "all of two, one holds",
    {
      every: [
        { field: "a", is: "set" },
        { field: "b", is: "set" },
      ],
    },
    { a: 1 },
    false,
  ],
  [
    "some of two, one holds",
    {
      some: [
        { field: "a", is: "set" },
        { field: "b", is: "set" },
      ],
    },
    { b: 1 },
    true,
  ],
];

describe("a condition holds by the values of the form", () => {
  test.each(cases)("%s", (_name, condition, form, expected) => {
    expect(meets(condition, form)).toBe(expected);
  });

  test("no condition always holds", () => {
    expect(meets(undefined, {})).toBe(true);
  });
});

test("an answer of yes or no is called so, whatever else it could be", () => {
  const field = { name: "external", label: "External", options: [{ value: "true", label: "Outside" }] };
  expect([valueWords(true, field), valueWords(false, field), valueWords("true", field)]).toEqual([
    "yes",
    "no",
    "Outside",
  ]);
});

test("a task that is left out says in words what it would have needed", () => {
  const condition: Condition = {
    some: [
      { field: "size", is: "oneOf", values: ["LARGE", "XLARGE"] },
      { field: "credits", is: "above", value: 200 },
    ],
  };
  expect(
    notMetWords(condition, [
      { name: "size", label: "Size", options: [{ value: "LARGE", label: "Large" }] },
      { name: "credits", label: "Monthly credits" },
    ]),
  ).toBe("Not needed: it is for requests where “Size” is Large or XLARGE or “Monthly credits” is above 200");
});
