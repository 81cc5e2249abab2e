import { expect, test } from "vitest";
import { safeRedirect, signInHref } from "./redirect.ts";

test.each([
  ["/requests/42", "/requests/42"],
  ["/admin/audit?from=2026-01-01#row-3", "/admin/audit?from=2026-01-01#row-3"],
  ["/", "/"],
  ["/a/../profile", "/profile"],
  ["/search?q=https://example.com", "/search?q=https://example.com"],
])("%s is a page of this site", (wish, target) => {
  expect(safeRedirect(wish)).toBe(target);
});

test.each([
  undefined,
  null,
  42,
  "",
  "requests",
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " /requests",
  "/..//evil.example",
  "/.//evil.example",
  "/signin?redirect=/signin",
  "/signout",
  "/auto-signin?email=a",
  "/test/auto-login",
  `/${"x".repeat(2_001)}`,
])("%s leads home", (wish) => {
  expect(safeRedirect(wish)).toBe("/");
});

test("the way to the sign-in page remembers where one was", () => {
  expect(signInHref("/requests?status=open")).toBe("/signin?redirect=%2Frequests%3Fstatus%3Dopen");
  expect(signInHref("/")).toBe("/signin");
  expect(signInHref("/signin?redirect=%2F")).toBe("/signin");
});
