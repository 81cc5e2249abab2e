import { expect, test } from "vitest";
import type { FormField } from "../table";
import type { Lookups } from "./forms";
import { formInWords } from "./review";

const fields = [
  { name: "environment", kind: "choice", label: "Environment", isRequired: true },
  { name: "domain", kind: "domain", label: "Data domain", isRequired: true },
  { name: "role", kind: "role", label: "Role", isRequired: true, environmentField: "environment" },
] satisfies FormField[];

// Of what a form looks up, words of a role need its domain alone.
const lookups = {
  domain: (key: string) =>
    key === "cost"
      ? {
          name: "Cloud cost",
          sensitivity: "internal" as const,
          roles: [
            { name: "COST_READ", description: "", level: "read" as const },
            { name: "COST_WRITE", description: "", level: "write" as const },
            { name: "COST_TEST", description: "", level: "read" as const, environment: "test" as const },
          ],
        }
      : null,
} as unknown as Lookups; // nothing else of them is looked up

const asked = (form: Record<string, string>, known: Lookups | undefined = lookups) =>
  formInWords({ fields } as Parameters<typeof formInWords>[0], form, known)["role"];

test.each([
  ["production", "COST_READ", "Read Cloud cost"],
  ["test", "COST_TEST", "Read Cloud cost (test)"],
  ["production", "COST_WRITE", "Write to Cloud cost"],
  ["production", "OTHER_READ", "OTHER_READ"],
])("in %s, %s is asked for as %s", (environment, role, words) => {
  expect(asked({ environment, domain: "cost", role })).toBe(words);
});

test("a role is its name where its domain is not known", () => {
  expect(asked({ environment: "production", domain: "gone", role: "COST_READ" })).toBe("COST_READ");
  expect(asked({ environment: "production", role: "COST_READ" })).toBe("COST_READ");
  expect(formInWords({ fields } as Parameters<typeof formInWords>[0], { role: "COST_READ" })["role"]).toBe("COST_READ");
});

test("what was not answered has no words", () => {
  expect(asked({ environment: "production", domain: "cost" })).toBeUndefined();
});
