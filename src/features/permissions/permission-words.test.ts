import { expect, test } from "vitest";
import { nameOf } from "./permission-words";

test.each([
  [" REQ-142 ", "REQ-142"],
  ["https://portal.example/requests/REQ-142?tab=activity#comment-1", "REQ-142"],
  ["/approvals/abc123/", "abc123"],
  ["", ""],
])("%s names %s", (typed, name) => {
  expect(nameOf(typed)).toBe(name);
});
