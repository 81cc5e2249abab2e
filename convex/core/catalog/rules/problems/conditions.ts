/** Conditions that can be checked without a form: do they look at what exists, and can they ever hold? */

import { canonicalJson } from "../../../../lib/pure/canonicalJson";
import type { Clause, Condition, FormField } from "../../table";
import { clausesOf } from "../conditions";
import type { Report } from "./problem";

const NUMBERS = ["number", "money", "durationDays"];

/** Reports what is wrong with a condition that may look at these fields. */
export function checkCondition(wanted: Condition | undefined, fields: readonly FormField[], report: Report): void {
  if (wanted === undefined) return;
  const clauses = clausesOf(wanted);
  if (clauses.length === 0)
    report("The condition has no statement", "Add a statement about the form, or remove the condition");
  for (const clause of clauses) checkClause(clause, fields, report);
  if ("every" in wanted && contradicts(wanted.every, fields)) {
    report(
      "The condition can never hold: its statements contradict each other",
      "Change one of them, or ask for one of them instead of all",
    );
  }
}

function checkClause(clause: Clause, fields: readonly FormField[], report: Report): void {
  const field = fields.find(({ name }) => name === clause.field);
  if (!field) {
    report(
      `The condition looks at "${clause.field}", which is not a field of the form before this`,
      "Choose a field that stands before it, or add the field",
    );
    return;
  }
  if (clause.is === "above" && !NUMBERS.includes(field.kind))
    report(
      `"${field.label}" is not a number and can never be above ${clause.value}`,
      "Choose a field that holds a number, or another comparison",
    );
  for (const value of wantedValues(clause) ?? []) {
    if (!canHold(field, value))
      report(`"${field.label}" can never be ${String(value)}`, `Choose one of ${shownChoices(field)}`);
  }
}

/** The values a statement accepts, or null when it accepts more than can be listed. */
function wantedValues(clause: Clause): readonly (string | number | boolean)[] | null {
  if (clause.is === "equal") return [clause.value];
  return clause.is === "oneOf" ? clause.values : null;
}

function canHold(field: FormField, value: string | number | boolean): boolean {
  if (field.kind === "yesNo") return typeof value === "boolean";
  if (NUMBERS.includes(field.kind)) return typeof value === "number";
  if (field.kind === "choice" || field.kind === "multiChoice")
    return (field.options ?? []).some((option) => option.value === value);
  return typeof value === "string";
}

function shownChoices(field: FormField): string {
  if (field.kind === "yesNo") return "yes or no";
  return field.options?.map(({ value }) => value).join(", ") || "the values the field can have";
}

/** Whether statements that must hold together leave a field of one value nothing to be. */
function contradicts(clauses: readonly Clause[], fields: readonly FormField[]): boolean {
  const left = new Map<string, readonly unknown[]>();
  for (const clause of clauses) {
    const field = fields.find(({ name }) => name === clause.field);
    const values = wantedValues(clause);
    if (!field || field.kind === "multiChoice" || field.kind === "nameList" || values === null) continue;
    const before = left.get(clause.field);
    left.set(
      clause.field,
      before === undefined ? values : before.filter((value) => (values as readonly unknown[]).includes(value)),
    );
  }
  const needed = new Set(clauses.filter(({ is }) => is !== "empty").map(({ field }) => field));
  const isEmptyToo = clauses.some(({ is, field }) => is === "empty" && needed.has(field));
  return isEmptyToo || [...left.values()].some((values) => values.length === 0);
}

/** Whether a field is surely shown whenever a condition holds: its own condition is part of that one. */
export function isShownWhen(field: Pick<FormField, "when">, wanted: Condition | undefined): boolean {
  if (field.when === undefined) return true;
  if (wanted === undefined) return false;
  if (canonicalJson(field.when) === canonicalJson(wanted)) return true;
  if (!("every" in wanted)) return false;
  const given = new Set(wanted.every.map(canonicalJson));
  return "every" in field.when
    ? field.when.every.every((clause) => given.has(canonicalJson(clause)))
    : field.when.some.some((clause) => given.has(canonicalJson(clause)));
}
