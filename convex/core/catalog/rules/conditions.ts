/** Conditions: when a field is shown, and when a task belongs to a request. */

import { impossible } from "../../../lib/pure/impossible";
import type { Clause, Condition, FormField } from "../table";

/** A form's values by field name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Whether a value counts as given. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "string") return value.trim() !== "";
  return !Array.isArray(value) || value.length > 0;
}

/** Whether a form meets a condition; no condition is always met. Of a list, one item is enough. */
export function meets(wanted: Condition | undefined, form: FormValues): boolean {
  if (wanted === undefined) return true;
  return "every" in wanted
    ? wanted.every.every((clause) => holds(clause, form))
    : wanted.some.some((clause) => holds(clause, form));
}

function holds(clause: Clause, form: FormValues): boolean {
  const value = form[clause.field];
  if (clause.is === "empty") return !isSet(value);
  if (!isSet(value)) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  switch (clause.is) {
    case "set":
      return true;
    case "equal":
      return items.includes(clause.value);
    case "oneOf":
      return items.some((item) => (clause.values as readonly unknown[]).includes(item));
    case "above":
      return items.some((item) => typeof item === "number" && item > clause.value);
    default:
      return impossible(clause);
  }
}

/** The clauses of a condition, whichever way they are joined. */
export function clausesOf(wanted: Condition | undefined): readonly Clause[] {
  if (wanted === undefined) return [];
  return "every" in wanted ? wanted.every : wanted.some;
}

/** What words about a condition need of a field. */
export type NamedField = Pick<FormField, "name" | "label" | "options">;

/** A condition that was not met, as words for the record of a task that was left out. */
export function notMetWords(wanted: Condition, fields: readonly NamedField[]): string {
  const words = clausesOf(wanted).map((clause) => clauseWords(clause, fields));
  return `Not needed: it is for requests where ${words.join("every" in wanted ? " and " : " or ")}`;
}

function clauseWords(clause: Clause, fields: readonly NamedField[]): string {
  const field = fields.find(({ name }) => name === clause.field);
  const label = field?.label ?? clause.field;
  switch (clause.is) {
    case "equal":
      return `“${label}” is ${valueWords(clause.value, field)}`;
    case "oneOf":
      return `“${label}” is ${clause.values.map((value) => valueWords(value, field)).join(" or ")}`;
    case "above":
      return `“${label}” is above ${clause.value}`;
    case "set":
      return `“${label}” is filled in`;
    case "empty":
      return `“${label}” is empty`;
    default:
      return impossible(clause);
  }
}

/** A value of a condition as the form calls it. */
export function valueWords(value: string | number | boolean, field: NamedField | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return field?.options?.find((option) => option.value === value)?.label ?? String(value);
}
