import { expect, test } from "vitest";
import { madeUpName, nameOf } from "./permission-words";

test.each([
  [" REQ-142 ", "REQ-142"],
  ["https://portal.example/requests/REQ-142?tab=activity#comment-1", "REQ-142"],
  ["/approvals/abc123/", "abc123"],
  ["", ""],
])("%s names %s", (typed, name) => {
  expect(nameOf(typed)).toBe(name);
});

test.each([
  [[], "Somebody without a role"],
  [["finops"], "Somebody with FinOps"],
  [["admin", "governance", "finops"], "Somebody with Admin, Governance and FinOps"],
] as const)("whoever is made up of %s is called so", (roles, name) => {
  expect(madeUpName(roles)).toBe(name);
});
