import { expect, test } from "vitest";
import { withoutCourtesies } from "./withoutCourtesies";

test.each([
  ["Hello [name],\n\nthe orders are loaded again.", "The orders are loaded again."],
  ["Good morning [name]!\nReload the report.", "Reload the report."],
  ["Reload the report.\n\nKind regards,\n[name]", "Reload the report."],
  ["Hi\n\nReload it.\n\n[name]", "Reload it."],
])("an article begins and ends with the answer: %j", (answer, article) => {
  expect(withoutCourtesies(answer)).toBe(article);
});

test.each([
  "Dear [name], ask for ORDERS_READ.",
  "Hello world is what it prints.\nIt should print nothing.",
  "Hi: this is the prefix.\nUse it.",
  "High loads are usual.\nWait.",
  "ask for the role.",
  "Write to [name].",
])("what is part of the answer stays: %j", (answer) => {
  expect(withoutCourtesies(answer)).toBe(answer);
});
