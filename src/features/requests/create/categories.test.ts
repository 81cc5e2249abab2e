import { expect, test } from "vitest";
import type { ListedType } from "./api";
import { categoriesOf } from "./categories";

const type = (name: string, category: string, more: Partial<ListedType> = {}): ListedType => ({
  key: name,
  name,
  category,
  summary: "A summary",
  owner: "",
  slaHours: 24,
  risk: "low",
  isAutomated: true,
  synonyms: "",
  timesRequested: 0,
  ...more,
});

test("types are found by every word of name, summary and category, and stay in their categories", () => {
  const types = [type("Warehouse", "Compute"), type("Snowflake user", "Accounts"), type("Leaver", "Accounts")];
  expect(categoriesOf(types, "").map(({ name, types: found }) => `${name} ${found.length}`)).toEqual([
    "Compute 1",
    "Accounts 2",
  ]);
  expect(categoriesOf(types, "ACCOUNTS snow").flatMap(({ types: found }) => found.map(({ name }) => name))).toEqual([
    "Snowflake user",
  ]);
  expect(categoriesOf(types, "nothing")).toEqual([]);
});

test("a type is found by the other words people use for it", () => {
  const types = [type("Warehouse", "Compute", { synonyms: "cost, credits" }), type("Leaver", "Accounts")];
  expect(categoriesOf(types, "cost").flatMap(({ types: found }) => found.map(({ name }) => name))).toEqual([
    "Warehouse",
  ]);
});

test("what is asked for most comes first: without words once and under its own heading, else among what was found", () => {
  const types = ["a", "b", "c", "d", "e", "f"].map((name, timesRequested) => type(name, "All", { timesRequested }));
  const shown = (words: string) =>
    categoriesOf(types, words).map(({ name, types: found }) => [name, ...found.map((one) => one.name)]);
  expect(shown("")).toEqual([
    ["Most requested", "f", "e", "d"],
    ["All", "a", "b", "c"],
  ]);
  expect(shown("summary")).toEqual([["All", "f", "e", "d", "c", "b", "a"]]);
  const searched = [type("x", "Rarely", { timesRequested: 1 }), type("y", "Often", { timesRequested: 9 })];
  expect(categoriesOf(searched, "summary").map(({ name }) => name)).toEqual(["Often", "Rarely"]);
});

test("few types, and types nobody asked for, keep their categories", () => {
  const few = ["a", "b"].map((name) => type(name, "All", { timesRequested: 4 }));
  expect(categoriesOf(few, "").map(({ name }) => name)).toEqual(["All"]);
  const unasked = ["a", "b", "c", "d", "e", "f"].map((name) => type(name, "All"));
  expect(categoriesOf(unasked, "").map(({ name }) => name)).toEqual(["All"]);
});
