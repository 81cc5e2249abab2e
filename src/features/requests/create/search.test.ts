import { expect, test } from "vitest";
import { isAnotherForm, parseCreateSearch } from "./search";

test("the URL holds type, draft, words and answers; anything else is left out", () => {
  expect(
    parseCreateSearch({ type: "warehouse", draft: 3, q: "", "field.days": 30, "field.list": [1], other: "x" }),
  ).toEqual({ type: "warehouse", "field.days": 30 });
});

test.each([
  ["the catalog after a form", { type: "warehouse" }, {}, true],
  ["the catalog after a draft", { draft: "a" }, {}, true],
  ["another type", { type: "warehouse" }, { type: "role" }, true],
  ["another draft", { draft: "a" }, { draft: "b" }, true],
  ["an empty form of the same type", { type: "warehouse", draft: "a" }, { type: "warehouse" }, true],
  ["a draft that is given its place", { type: "warehouse" }, { type: "warehouse", draft: "a" }, false],
  ["other words looked for", { q: "a" }, { q: "b" }, false],
])("%s", (_, from, to, isAnother) => {
  expect(isAnotherForm(from, to)).toBe(isAnother);
});
