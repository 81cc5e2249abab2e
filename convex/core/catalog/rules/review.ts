/** A filled form as people read it: the review step, the request's page, and texts made from it. */

import { impossible } from "../../../lib/pure/impossible";
import { plural } from "../../../lib/pure/text";
import { dayWords } from "../../../lib/pure/time";
import type { DataDomain } from "../../domains/table";
import type { FormField } from "../table";
import { type FormValues, isSet, meets } from "./conditions";
import { domainOf, type FormDefinition, type Lookups } from "./forms";
import { formFields } from "./otherArea";
import { dollars } from "./values";

/** One line of the review. */
export interface ReviewLine {
  readonly name: string;
  readonly label: string;
  readonly section: string;
  readonly value: string;
}

/** The section of fields that name none. */
export const DEFAULT_SECTION = "What you need";

/** Every given answer, in the order of the form. */
export function reviewLines(definition: FormDefinition, form: FormValues, lookups?: Lookups): ReviewLine[] {
  return formFields(definition.fields)
    .filter(({ name, when }) => isSet(form[name]) && meets(when, form))
    .map((field) => ({
      name: field.name,
      label: field.label,
      section: field.section ?? DEFAULT_SECTION,
      value: shownValue(field, form[field.name], lookups),
    }));
}

/** The form with its answers as words, for texts with places. */
export function shownForm(definition: FormDefinition, form: FormValues, lookups?: Lookups): Record<string, string> {
  return Object.fromEntries(reviewLines(definition, form, lookups).map(({ name, value }) => [name, value]));
}

/**
 * The answers as what is asked for. A role becomes what it opens, where the domain chosen in the same form has it:
 * "Read Cloud cost", "Write to Cloud cost (test)". Everything else is as in `shownForm`.
 */
export function formInWords(definition: FormDefinition, form: FormValues, lookups?: Lookups): Record<string, string> {
  const shown = shownForm(definition, form, lookups);
  const domain = lookups?.domain(domainOf(definition, form) ?? "");
  for (const { kind, name } of definition.fields) {
    const role = kind === "role" ? domain?.roles.find((one) => one.name === form[name]) : undefined;
    if (domain && role && shown[name] !== undefined) shown[name] = roleWords(role, domain.name);
  }
  return shown;
}

/** What a role of a domain opens: "Read Cloud cost", "Write to Cloud cost (test)". */
export function roleWords({ level, environment }: RoleFacts, domainName: string): string {
  const where = environment === "test" ? `${domainName} (test)` : domainName;
  return level === "write" ? `Write to ${where}` : `Read ${where}`;
}

type RoleFacts = Pick<DataDomain["roles"][number], "level" | "environment">;

/** One answer as words. What a lookup does not know is shown as it is stored. */
export function shownValue(field: FormField, value: unknown, lookups?: Lookups): string {
  if (Array.isArray(value)) return value.map((item) => shownOne(field, item, lookups)).join(", ");
  return shownOne(field, value, lookups);
}

function shownOne(field: FormField, value: unknown, lookups: Lookups | undefined): string {
  const text = String(value);
  switch (field.kind) {
    case "choice":
    case "multiChoice":
      return field.options?.find((option) => option.value === value)?.label ?? text;
    case "person":
      return lookups?.person(text)?.name ?? text;
    case "businessArea":
      return lookups?.area(text)?.name ?? text;
    case "domain":
      return lookups?.domain(text)?.name ?? text;
    case "yesNo":
      return value === true ? "Yes" : "No";
    case "durationDays":
      return typeof value === "number" ? plural(value, "day") : text;
    case "money":
      return typeof value === "number" ? dollars(value) : text;
    case "number":
      return typeof value === "number" ? value.toLocaleString("en-US") : text;
    case "date":
      return dayWords(text);
    case "publicKey":
      return `${text.slice(0, 12)}…${text.slice(-8)}`;
    case "text":
    case "longText":
    case "email":
    case "warehouse":
    case "role":
    case "cidrList":
    case "nameList":
      return text;
    default:
      return impossible(field.kind);
  }
}
