import { expect, test } from "vitest";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { typedText } from "./typed-text";

const field = (name: string, section?: string): FormField => ({
  name,
  kind: "text",
  label: name,
  isRequired: true,
  section,
});

test("what was stored is shown as it would be typed", () => {
  expect(typedText({ ...field("a"), kind: "money" }, 125_050)).toBe("1250.50");
  expect(typedText({ ...field("a"), kind: "nameList" }, ["A", "B"])).toBe("A\nB");
  expect(typedText(field("a"), undefined)).toBe("");
});
