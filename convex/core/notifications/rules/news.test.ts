import { expect, test } from "vitest";
import { KINDS } from "../rules";
import { newsOfKind } from "./news";

test.each([
  ["approval.asked", "asked"],
  ["request.infoAsked", "asked"],
  ["request.completed", "decided"],
  ["request.rejected", "decided"],
  ["comment.mentioned", "replies"],
  ["request.answered", "replies"],
  ["request.blocked", "failed"],
  ["access.granted", "access"],
  ["request.progress", "other"],
  ["constructor", "other"],
])("%s is news of: %s", (kind, name) => {
  expect(newsOfKind(kind)).toBe(name);
});

test("every kind that asks for something is said to ask", () => {
  for (const [kind, { isAsk }] of Object.entries(KINDS))
    expect([kind, newsOfKind(kind) === "asked"]).toEqual([kind, isAsk]);
});
