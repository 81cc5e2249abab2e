import { expect, test } from "vitest";
import { type CapacityFacts, capacityText } from "./capacity";

const facts: CapacityFacts = {
  rule: { kind: "manager" },
  source: "rule",
  fromName: null,
  isManager: true,
  place: { areaName: "Retail" },
};

test.each<[Partial<CapacityFacts>, string]>([
  [{}, "as manager"],
  [{ isManager: false }, "as owner of Retail"],
  [{ rule: { kind: "businessAreaOwner" }, place: {} }, "as owner of the business area"],
  [{ rule: { kind: "domainOwner", field: "domain" }, place: { domainName: "Orders" } }, "as owner of Orders"],
  [{ rule: { kind: "role", role: "finops" } }, "for FinOps"],
  [{ rule: { kind: "role", role: "admin" }, source: "fallback" }, "as admin"],
  [{ source: "delegation", fromName: "Ada Byron" }, "for Ada Byron"],
  [{ source: "outOfOffice", fromName: "Ada Byron" }, "instead of Ada Byron"],
  [{ source: "manual" }, "as named approver"],
])("whoever decides by %o does so %s", (change, words) => {
  expect(capacityText({ ...facts, ...change })).toBe(words);
});
