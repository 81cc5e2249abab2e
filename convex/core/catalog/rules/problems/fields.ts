/** What is wrong with the fields of a form. */

import type { FormField, RequestTypeDefinition } from "../../table";
import { isSet } from "../conditions";
import { OTHER_AREA_REASON } from "../otherArea";
import { DEFAULT_SECTION } from "../review";
import { cleaned } from "../values";
import { checkCondition } from "./conditions";
import type { Report, TemplatePlace, TemplateProblem } from "./problem";
import { checkUses } from "./uses";

/** Fields that every form has: whom it is for, who pays, and why. */
const COMMON: readonly {
  readonly name: string;
  readonly kind: FormField["kind"];
  readonly isRequired?: boolean;
  readonly words: string;
}[] = [
  { name: "requestedFor", kind: "person", words: "whom it is for" },
  { name: "businessArea", kind: "businessArea", words: "which business area it belongs to" },
  { name: "reason", kind: "longText", isRequired: true, words: "why it is needed" },
];
const FIELDS_PER_SECTION = 5;

/** Every problem of the form. */
export function fieldProblems(definition: RequestTypeDefinition): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const at =
    (place: TemplatePlace): Report =>
    (message, fix) =>
      problems.push({ place, message, fix });
  const { fields } = definition;
  for (const common of COMMON) checkCommon(fields, common, at({ part: "fields", key: common.name }));
  for (const [index, field] of fields.entries()) {
    const report = at({ part: "fields", key: field.name, index });
    const before = fields.slice(0, index);
    if (before.some(({ name }) => name === field.name))
      report(`Two fields are called "${field.name}"`, "Give one of them another name");
    checkField(field, before, report);
    checkSection(field, before, report);
    if (field.kind === "durationDays") checkDuration(field, definition.maxDurationDays, report);
  }
  checkUses(definition, ({ name }, index) => at({ part: "fields", key: name, index }));
  return problems;
}

function checkCommon(
  fields: readonly FormField[],
  { name, kind, isRequired, words }: (typeof COMMON)[number],
  report: Report,
): void {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) report(`The form does not ask ${words}`, `Add a field "${name}"`);
  else if (field.kind !== kind || (isRequired === true && (!field.isRequired || field.when !== undefined))) {
    report(
      `The field "${name}" must ask ${words}${isRequired === true ? " in every request" : ""}`,
      `Give it the kind ${kind}${isRequired === true ? ", make it required and remove its condition" : ""}`,
    );
  }
}

function checkField(field: FormField, before: readonly FormField[], report: Report): void {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(field.name))
    report(
      `"${field.name}" cannot be the name of a field`,
      "Use letters, digits and underscores, and begin with a letter",
    );
  if (field.name === OTHER_AREA_REASON)
    report(`The portal itself asks "${field.name}" in every form`, "Give the field another name");
  if (field.label.trim() === "") report("The field has no label", "Write what people should fill in");
  checkCondition(field.when, before, report);
  checkOptions(field, report);
  checkBounds(field, report);
  checkPattern(field, report);
  if (field.derived) {
    const { from: _from, ...sources } = field.derived;
    for (const source of Object.values(sources)) {
      if (!before.some(({ name }) => name === source))
        report(
          `It is worked out from "${source}", which is not a field before it`,
          "Move it below that field, or add the field",
        );
    }
  }
  const { differsFrom } = field;
  if (differsFrom !== undefined && !before.some(({ name }) => name === differsFrom))
    report(
      `It must differ from "${differsFrom}", which is not a field before it`,
      "Move it below that field, or add the field",
    );
  if (
    field.environmentField !== undefined &&
    !before.some(({ name, kind }) => name === field.environmentField && kind === "choice")
  ) {
    report(
      `Its environment comes from "${field.environmentField}", which is not a choice before it`,
      "Move it below that field, or add the field",
    );
  }
  checkDefault(field, report);
}

function checkOptions({ kind, options = [] }: FormField, report: Report): void {
  if (kind !== "choice" && kind !== "multiChoice") return;
  if (options.length === 0) report("There is nothing to choose from", "Add at least one option");
  if (options.some(({ value, label }) => value.trim() === "" || label.trim() === ""))
    report("An option has no value or no label", "Fill in both, or remove the option");
  if (new Set(options.map(({ value }) => value)).size < options.length)
    report("Two options have the same value", "Give every option a value of its own");
}

function checkBounds({ min, max, minLength, maxLength, maxItems }: FormField, report: Report): void {
  if (min !== undefined && max !== undefined && min > max)
    report(`The smallest value (${min}) is above the largest (${max})`, "Swap them, or remove one");
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    report(`The shortest text (${minLength}) is longer than the longest (${maxLength})`, "Swap them, or remove one");
  if (maxItems !== undefined && maxItems < 1) report("The list may hold nothing", "Allow at least one entry");
}

function checkPattern({ pattern }: FormField, report: Report): void {
  if (!pattern) return;
  try {
    new RegExp(`^(?:${pattern.source})$`, "u");
  } catch {
    report("The pattern cannot be read", "Correct the regular expression, or remove it");
  }
  if (pattern.message.trim() === "")
    report("Nothing is said about a value that does not match the pattern", "Write what a good value looks like");
}

function checkDefault(field: FormField, report: Report): void {
  // A date's bounds move with the day somebody fills in the form.
  if (field.kind === "date" || !isSet(field.defaultValue)) return;
  const result = cleaned(field, field.defaultValue, 0);
  if ("error" in result)
    report(`The default value would be refused: ${result.error}`, "Choose a default that the field accepts, or none");
}

function checkSection(field: FormField, before: readonly FormField[], report: Report): void {
  const sectionOf = ({ section }: FormField): string => section ?? DEFAULT_SECTION;
  const inside = before.filter((other) => sectionOf(other) === sectionOf(field)).length;
  if (inside === FIELDS_PER_SECTION)
    report(
      `The section "${sectionOf(field)}" has more than ${FIELDS_PER_SECTION} fields`,
      "Begin another section with this field",
    );
}

function checkDuration({ min, max }: FormField, longest: number | undefined, report: Report): void {
  if (longest === undefined) {
    if (max === undefined)
      report("Nothing limits the duration", "Give the field a largest value, or the type a maximum duration");
    return;
  }
  if ((min ?? 1) > longest)
    report(
      `The shortest duration (${min} days) is longer than the type allows (${longest} days)`,
      "Lower the smallest value, or raise the maximum duration",
    );
  if (max !== undefined && max > longest)
    report(
      `The field offers ${max} days, the type allows ${longest}`,
      "Lower the largest value, or raise the maximum duration",
    );
}
