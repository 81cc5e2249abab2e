import { DEFAULT_SECTION } from "../../../../../convex/core/catalog/rules/review";
import type { FormField } from "../../../../../convex/core/catalog/table";

/** Fields that are shown together under one heading. */
export interface Section {
  readonly name: string;
  readonly fields: readonly FormField[];
}

/** Fields by section, in the order the form begins them. */
export function sectionsOf(fields: readonly FormField[]): Section[] {
  const names = [...new Set(fields.map(({ section }) => section ?? DEFAULT_SECTION))];
  return names.map((name) => ({ name, fields: fields.filter(({ section }) => (section ?? DEFAULT_SECTION) === name) }));
}
