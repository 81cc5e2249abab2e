import { expect, test } from "vitest";
import { orderKey, whyNotPersonName } from "./text";

test.each([
  ["First name", "", "First name is required"],
  ["First name", "   ", "First name is required"],
  ["Last name", "x".repeat(51), "Last name must be less than 50 characters"],
  ["Last name", "x".repeat(50), null],
  ["First name", "Zoë-Marie O’Neill", null],
  ["First name", "4th", null],
  ["Last name", "O'Neill", null],
  ["Last name", "O’Neill", null],
  ["Last name", "’t Hooft 2", null],
  ["Last name", "Zoe\u0308", null],
  ["Last name", "शर्मा", null],
  ["Last name", "By_ron", "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["Last name", "4_th", "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["Last name", "4th", "Last name must start with a letter"],
  ["Last name", "'4th", "Last name must start with a letter"],
  ["Last name", "-’", "Last name must start with a letter"],
  ["First name", "Ada\u202Enimda", "First name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["First name", "Ada\u200B", "First name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["Last name", "By\nron", "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
] as const)("%s %j", (label, name, problem) => {
  expect(whyNotPersonName(label, name)).toBe(problem);
});

test("titles are ordered by their keys as readers of English expect", () => {
  const titles = [
    "Access to a_b",
    "Access to a b",
    "access to A1",
    "Access to é",
    "Access to f",
    "Access (2)",
    "Zoë",
    "zoe 2",
  ];
  const byTitle = new Intl.Collator("en-GB");
  const byKey = (a: string, b: string): number => (orderKey(a) < orderKey(b) ? -1 : 1);
  expect(titles.toSorted(byKey)).toEqual(titles.toSorted(byTitle.compare));
});
