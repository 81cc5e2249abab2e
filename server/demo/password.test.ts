import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { whyNotNewPassword } from "../../contracts/sign-in.ts";
import { generatePassword } from "../auth/provisioning.ts";
import { resolveDemoPassword } from "./password.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the demo password is made up once and the same at the second start", () => {
  const first = resolveDemoPassword(folder, null);
  expect(first.isNew).toBe(true);
  expect(resolveDemoPassword(folder, null)).toEqual({ password: first.password, isNew: false });
});

test("a given password wins and is remembered", () => {
  resolveDemoPassword(folder, null);
  expect(resolveDemoPassword(folder, "Given-2026-ok")).toEqual({ password: "Given-2026-ok", isNew: true });
  expect(resolveDemoPassword(folder, null)).toEqual({ password: "Given-2026-ok", isNew: false });
});

test("only its owner can read it", () => {
  resolveDemoPassword(folder, null);
  expect(statSync(join(folder, "demo-password")).mode & 0o777).toBe(0o600);
});

test("a generated password passes the rules and never repeats", () => {
  const passwords = Array.from({ length: 500 }, generatePassword);
  expect(passwords.every((password) => whyNotNewPassword(password) === null)).toBe(true);
  expect(new Set(passwords).size).toBe(500);
});
