import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { explain, isRefusal } from "./refusal-words";

test("a refusal is told in words, not in its code", () => {
  const error = new ConvexError({ code: "not-allowed", capability: "monitor.run" });
  expect(isRefusal(error)).toBe(true);
  expect(explain(error)).toBe("You do not have the right to do this. A super admin can grant it.");
});

test("a refusal with facts puts them into its sentence", () => {
  expect(explain(new ConvexError({ code: "wrong-state", status: "Complete" }))).toContain("Complete");
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
