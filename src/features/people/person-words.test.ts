import { describe, expect, test } from "vitest";
import { greeting, rolesText } from "./person-words";

describe("the greeting", () => {
  test.each([
    ["says evening before five in the morning", 4, "Good evening, Ada"],
    ["says morning from five", 5, "Good morning, Ada"],
    ["says morning until noon", 11, "Good morning, Ada"],
    ["says afternoon from noon", 12, "Good afternoon, Ada"],
    ["says evening from six", 18, "Good evening, Ada"],
  ])("%s", (_guarantee, hour, words) => {
    expect(greeting("Ada", hour)).toBe(words);
  });

  test("stands alone when the person has no first name", () => {
    expect(greeting("  ", 9)).toBe("Good morning");
  });
});

test.each([
  ["only staff", ["staff"], "staff"],
  ["no role at all, which every active person holds as staff", [], "staff"],
  ["one role beside staff", ["staff", "finops"], "FinOps"],
  ["two roles", ["staff", "admin", "governance"], "admin and governance"],
] as const)("roles are said in words: %s", (_guarantee, roles, words) => {
  expect(rolesText(roles)).toBe(words);
});
