import { expect, test } from "vitest";
import { othersText, placeText } from "./presence-words";

test.each([
  ["request", "request", "on this page"],
  ["approval", "request", "on the approval"],
  ["task", "approval", "on a task"],
  ["request", "task", "on the request"],
] as const)("somebody on the page %s is, seen from the page %s, %s", (page, ownPage, text) => {
  expect(placeText(page, ownPage)).toBe(text);
});

test("everybody is named", () => {
  expect(othersText(["Ada"])).toBe("Ada is here too");
  expect(othersText(["Ada", "Bea", "Cyd"])).toBe("Ada, Bea and Cyd are here too");
});
