import { expect, test } from "vitest";
import { endingText } from "./queue-words";

test("a row says how its task ended in the words of the filter: a decision nobody made is not a system that did not answer", () => {
  expect(endingText({ type: "approve_access", outcome: "timed_out" })).toBe("Nobody decided in time");
  expect(endingText({ type: "grant_role", outcome: "timed_out" })).toBe("No answer in time");
  expect(endingText({ type: "grant_role", outcome: "resolved_manually" })).toBe("Resolved manually");
});

test("what the status says already is not said again", () => {
  for (const outcome of [null, "done", "error"] as const)
    expect(endingText({ type: "grant_role", outcome })).toBeNull();
});
