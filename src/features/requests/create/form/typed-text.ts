import { isSet } from "../../../../../convex/core/catalog/rules/conditions";
import type { FormField } from "../../../../../convex/core/catalog/table";

/** The id of a field's control: what an error leads to. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** What a text control shows for a value that was typed, kept or stored. */
export function typedText(field: FormField, value: unknown): string {
  if (!isSet(value)) return "";
  if (Array.isArray(value)) return value.join("\n");
  if (field.kind === "money" && typeof value === "number") return (value / 100).toFixed(2);
  return String(value);
}
