import { expect, test } from "vitest";
import { withoutCourtesies } from "./withoutCourtesies";

test.each([
  ["Hello [name],\n\nthe orders are loaded again.", "The orders are loaded again."],
  ["Good morning [name]!\nReload the report.", "Reload the report."],
  ["Hi all,\nReload it.\n\nBest regards, [name]", "Reload it."],
  ["Reload the report.\n\nKind regards,\n[name]", "Reload the report."],
  ["Reload the report.\nThank you!", "Reload the report."],
  ["Hi\n\nReload it.\n\n[name]", "Reload it."],
])("an article begins and ends with the answer: %j", (answer, article) => {
  expect(withoutCourtesies(answer)).toBe(article);
});

test.each([
  "Dear [name], ask for ORDERS_READ.",
  "Hi [name], drop ORDERS_OLD and load it again",
  "Hello [name], please try the following steps\n1. Reload",
  "Hello world is what it prints.\nIt should print nothing.",
  "Hi-res images are too large\nUse smaller ones.",
  "Good morning runs fail on Mondays\n\nLoad them in the evening.",
  "Hi: this is the prefix.\nUse it.",
  "High loads are usual.\nWait.",
  "ask for the role.",
  "Write to [name].",
  "The owner of it is\n[name]",
  "Hello [name]",
])("what is part of the answer stays: %j", (answer) => {
  expect(withoutCourtesies(answer)).toBe(answer);
});

test("a text is gone through once, however many of its lines are empty", () => {
  const empty = "\n".repeat(400_000);
  expect(withoutCourtesies(`x${empty}x`)).toBe(`x${empty}x`);
  expect(withoutCourtesies(`hi${empty}x${empty}[name]`)).toBe("X");
});
