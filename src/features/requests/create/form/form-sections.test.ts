import { expect, test } from "vitest";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { sectionsOf } from "./form-sections";

const field = (name: string, section?: string): FormField => ({
  name,
  kind: "text",
  label: name,
  isRequired: true,
  section,
});

test("fields are grouped by section in the order of the form", () => {
  expect(
    sectionsOf([field("a", "One"), field("b"), field("c", "One")]).map(
      ({ name, fields }) => `${name}: ${fields.map((one) => one.name).join()}`,
    ),
  ).toEqual(["One: a,c", "What you need: b"]);
});
