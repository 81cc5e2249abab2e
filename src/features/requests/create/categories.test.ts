import { expect, test } from "vitest";
import type { ListedType } from "./api";
import { categoriesOf } from "./categories";

const type = (name: string, category: string): ListedType => ({
  key: name,
  name,
  category,
  summary: "A summary",
  owner: "",
  slaHours: 24,
  risk: "low",
  isAutomated: true,
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
