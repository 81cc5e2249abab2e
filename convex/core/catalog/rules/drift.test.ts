import { expect, test } from "vitest";
import type { FormField } from "../table";
import { driftOf, type Sent } from "./drift";

const field = (change: Partial<FormField> & Pick<FormField, "name" | "kind">): FormField => ({
  label: change.name,
  isRequired: true,
  ...change,
});
const domain = field({ name: "domain", kind: "domain" });
const role = field({ name: "role", kind: "role" });
const sensitivity = field({
  name: "sensitivity",
  kind: "choice",
  derived: { from: "domainSensitivity", field: "domain" },
});
const orders = (level: "read" | "write" = "read", now: "internal" | "pii" = "internal") => ({
  name: "Orders",
  sensitivity: now,
  roles: [{ name: "ORDERS", description: "", level }],
});
const form = { domain: "orders", role: "ORDERS", sensitivity: "internal" };
const of = (sent: Partial<Sent>, known: ReturnType<typeof orders> | null = orders(), anywhere: string[] = []) =>
  driftOf(
    { fields: [domain, role, sensitivity], form, level: "read", ...sent },
    { byKey: () => known, hasRole: (name) => anywhere.includes(name) },
  );

test("what is as it was does not drift", () => {
  expect(of({})).toBeNull();
  expect(of({ level: "write" }, orders("write"))).toBeNull();
  expect(of({ form: {} })).toBeNull();
});

test("a role that opens less, or of which nothing was kept, is given", () => {
  expect(of({ level: "write" }, orders("read"))).toBeNull();
  expect(of({ level: undefined }, orders("write"))).toBeNull();
});

test("a role that opens more, and one that is gone with its domain, is not", () => {
  expect(of({}, orders("write"))).toMatchObject({ kind: "changed" });
  expect(of({}, null)).toMatchObject({ kind: "changed", reason: expect.stringContaining("of orders") as string });
});

test("a role the field itself names is nobody's; one of any domain has to be one's still", () => {
  const offered = field({ name: "role", kind: "role", options: [{ value: "ORDERS", label: "Orders" }] });
  expect(of({ fields: [domain, offered] }, null)).toBeNull();
  expect(of({ fields: [role] }, null)).toMatchObject({ reason: expect.stringContaining("any data domain") as string });
  expect(of({ fields: [role] }, null, ["ORDERS"])).toBeNull();
});

test("more sensitive data is said with what it was, and less sensitive data is not", () => {
  expect(of({}, orders("read", "pii"))).toEqual({
    kind: "raised",
    reason: "Sensitivity of Orders was Internal and is now Personal data: approvals start again",
    answers: { sensitivity: "pii" },
  });
  expect(of({ form: { ...form, sensitivity: "restricted" } }, orders("read", "pii"))).toBeNull();
});
