import { expect, test } from "vitest";
import { scopeWords } from "./scope-words";

test.each([
  [["staff", "admin"], "Who did what, when, and with which result. Nobody can change anything here."],
  [["staff", "governance"], "You see domain events and what you did yourself."],
  [["staff", "governance", "finops"], "You see domain events, cost events and what you did yourself."],
] as const)("%j read: %s", (roles, words) => {
  expect(scopeWords(roles)).toBe(words);
});
