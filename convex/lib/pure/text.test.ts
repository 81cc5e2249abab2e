import { expect, test } from "vitest";
import { whyNotPersonName } from "./text";

test.each([
  ["First name", "", "First name is required"],
  ["First name", "   ", "First name is required"],
  ["Last name", "x".repeat(51), "Last name must be less than 50 characters"],
  ["Last name", "x".repeat(50), null],
  ["First name", "Zoë-Marie O’Neill", null],
  ["First name", "Ada\u202Enimda", "First name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["First name", "Ada\u200B", "First name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
  ["Last name", "By\nron", "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes"],
] as const)("%s %j", (label, name, problem) => {
  expect(whyNotPersonName(label, name)).toBe(problem);
});
