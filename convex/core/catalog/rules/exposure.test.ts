import { describe, expect, test } from "vitest";
import type { FormField } from "../table";
import { exposureOf, whyAlone, whyOnItsPage } from "./exposure";

const field = (change: Partial<FormField>): FormField => ({
  name: "role",
  kind: "text",
  label: "Field",
  isRequired: false,
  ...change,
});
const sensitivity = field({ name: "sensitivity", derived: { from: "domainSensitivity", field: "domain" } });
const role = field({ kind: "role" });
const orders = {
  sensitivity: "internal" as const,
  roles: [
    { name: "ORDERS_READ", description: "Read", level: "read" as const },
    { name: "ORDERS_WRITE", description: "Write", level: "write" as const },
  ],
};

describe("what the answers of a request open", () => {
  test("a role opens what its domain says of it", () => {
    expect(exposureOf([role], { role: "ORDERS_READ" }, orders)).toEqual({ sensitivity: "internal", level: "read" });
    expect(exposureOf([role], { role: "ORDERS_WRITE" }, orders).level).toBe("write");
  });

  test("an answer that is chosen opens what its option says", () => {
    const level = field({ name: "level", options: [{ value: "edit", label: "Change", level: "write" }] });
    expect(exposureOf([level], { level: "edit" }, null)).toEqual({ sensitivity: null, level: "write" });
  });

  test("of the sensitivity at sending and the one now, the stricter counts", () => {
    const given = (value: string, now: typeof orders | null) => exposureOf([sensitivity], { sensitivity: value }, now);
    expect(given("pii", orders).sensitivity).toBe("pii");
    expect(given("public", { ...orders, roles: [] }).sensitivity).toBe("internal");
    expect(given("restricted", null).sensitivity).toBe("restricted");
  });

  test("answers about no data open nothing", () => {
    expect(exposureOf([role], { role: "ANALYST" }, null)).toEqual({ sensitivity: null, level: null });
  });
});

describe("decided on its own page", () => {
  const plain = { risk: "medium", sensitivity: "internal", level: "read" } as const;
  test.each([
    [{ ...plain, risk: "high" } as const, "High risk: decide it on its own page."],
    [{ ...plain, sensitivity: "pii" } as const, "Personal data: decide it on its own page."],
    [{ ...plain, sensitivity: "restricted" } as const, "Restricted data: decide it on its own page."],
    [{ ...plain, level: "write" } as const, "Write access: decide it on its own page."],
    [plain, null],
    [{ risk: "low", sensitivity: null, level: null } as const, null],
  ])("%o: %s", (request, why) => {
    expect(whyAlone(request)).toBe(why);
    expect(whyOnItsPage({ ...request, isHighRisk: false })).toBe(why);
  });

  test("where the policy makes it a high risk, whatever the request says of itself", () => {
    expect(whyOnItsPage({ ...plain, isHighRisk: true })).toBe("High risk: decide it on its own page.");
  });
});
