import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { REFUSAL_CODES } from "../../convex/lib/pure/refusal";
import { explain, isRefusal, refusalText } from "./refusal-words";

test("a refusal is told in words, not in its code", () => {
  const error = new ConvexError({ code: "not-allowed", capability: "monitor.run" });
  expect(isRefusal(error)).toBe(true);
  expect(explain(error)).toBe("You do not have the right to do this. A super admin can grant it.");
});

test("a refusal with facts puts them into its sentence", () => {
  expect(explain(new ConvexError({ code: "wrong-state", status: "Complete" }))).toContain("Complete");
});

test.each(REFUSAL_CODES)("a refusal's own sentence is shown, and words without one: %s", (code) => {
  const message = "These words are not in this ticket.";
  expect(explain(new ConvexError({ code, message }))).toBe(message);
  expect(refusalText({ code, message })).toBe(message);
  const [known, empty] = [explain(new ConvexError({ code })), explain(new ConvexError({ code, message: "" }))];
  expect(known).not.toBe("");
  expect(empty).toBe(known);
});

test("a code this version does not know is a failure, not a refusal", () => {
  expect(isRefusal(new ConvexError({ code: "brand-new" }))).toBe(false);
  expect(isRefusal(new ConvexError("text"))).toBe(false);
});

test("an action cut off by the connection says that its outcome is unknown", () => {
  expect(explain(new Error("Connection lost while action was in flight"))).toContain("may or may not have happened");
});

test("an unknown failure never shows internals", () => {
  expect(explain(new Error("SQLITE_BUSY at /srv/x"))).not.toContain("SQLITE");
});
