/**
 * The form of a request type: one declaration that the screen renders, both sides check, and the review prints. Fields
 * are looked at in their order; a condition sees only what stands before it, so what a form shows never depends on
 * what it has not shown yet.
 */

import { impossible } from "../../../lib/pure/impossible";
import type { DataDomain } from "../../domains/table";
import type { FormField, RequestTypeDefinition } from "../table";
import { type FormValues, isSet, meets } from "./conditions";
import { holdsPrivateKey } from "./keys";
import { formFields, isOtherArea, OTHER_AREA_REASON, type OwnArea } from "./otherArea";
import { cleaned, missingWords } from "./values";

/** What of a definition the form needs. */
export type FormDefinition = Pick<RequestTypeDefinition, "fields" | "maxDurationDays">;

/**
 * What the portal knows about the things a form points to. Null: there is no such thing. Undefined: not known here,
 * as in a browser that has not loaded it; the server always knows.
 */
export interface Lookups {
  person(
    id: string,
  ): { readonly name: string; readonly isActive?: boolean; readonly isServiceUser?: true } | null | undefined;
  area(id: string): { readonly name: string } | null | undefined;
  readonly ownArea: OwnArea;
  domain(key: string): Pick<DataDomain, "name" | "sensitivity" | "roles"> | null | undefined;
  role(name: string, domainKey: string | null, environment: string | null): boolean | undefined;
  warehouse(name: string): boolean | undefined;
}

/** How to check: a draft keeps what was typed, a submit is cleaned and complete. */
export interface CheckOptions {
  readonly now: number;
  readonly mode: "draft" | "submit";
  readonly lookups?: Lookups;
}

/** The values to store, and the first message per field. Without messages the values are complete. */
export interface CheckedForm {
  readonly values: Record<string, unknown>;
  readonly errors: Record<string, string>;
}

/** Longest text a draft keeps for one field: more than any field takes, so that nothing typed is lost. */
const MAX_DRAFT_LENGTH = 20_000;

/** Checks what was filled in. Values of hidden, derived and unknown fields are never taken over. */
export function checkForm(definition: FormDefinition, values: FormValues, options: CheckOptions): CheckedForm {
  return options.mode === "draft" ? keptForm(definition, values) : completeForm(definition, values, options);
}

function keptForm(definition: FormDefinition, values: FormValues): CheckedForm {
  const kept: CheckedForm = { values: {}, errors: {} };
  for (const field of formFields(definition.fields)) {
    const value = values[field.name];
    if (!isSet(value) || field.derived) continue;
    const problem = whyNotKeep(field, value);
    if (problem === null) kept.values[field.name] = value;
    else kept.errors[field.name] = problem;
  }
  return kept;
}

function whyNotKeep(field: FormField, value: unknown): string | null {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  for (const text of texts) {
    if (typeof text !== "string") {
      if (typeof text === "boolean" || (typeof text === "number" && Number.isFinite(text))) continue;
      return `${field.label} cannot be kept`;
    }
    if (text.length > MAX_DRAFT_LENGTH || texts.length > 200) return `${field.label} is too long to store`;
    if (!text.isWellFormed()) return `${field.label} must not contain control characters`;
    if (field.kind === "publicKey" && holdsPrivateKey(text))
      return "This is a private key. Enter the public key, and replace the private one: it has been exposed";
  }
  return null;
}

function completeForm(definition: FormDefinition, values: FormValues, { now, lookups }: CheckOptions): CheckedForm {
  const form: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const declared of formFields(definition.fields)) {
    if (!applies(declared, form, lookups)) continue;
    const field = declared.kind === "durationDays" ? capped(declared, definition.maxDurationDays) : declared;
    const raw = field.derived ? derivedValue(field, form, lookups) : values[field.name];
    const result = isSet(raw) ? cleaned(field, raw, now) : { value: undefined };
    if ("error" in result) {
      errors[field.name] = result.error;
      continue;
    }
    // A list of nothing but blanks is set and comes out empty.
    if (!isSet(result.value)) {
      if (field.isRequired && !field.derived && !waits(field, definition, errors))
        errors[field.name] = missingWords(field);
      continue;
    }
    const problem =
      whyNotKnown(field, result.value, { form, definition, lookups }) ??
      whyNotOther(field, result.value, { form, definition });
    if (problem === null) form[field.name] = result.value;
    else errors[field.name] = problem;
  }
  return { values: form, errors };
}

/** Whether a field cannot be filled yet: a role is chosen from a domain, and the domain is what is missing. */
function waits({ kind }: FormField, { fields }: FormDefinition, errors: Readonly<Record<string, string>>): boolean {
  return kind === "role" && fields.some(({ kind: other, name }) => other === "domain" && errors[name] !== undefined);
}

/** Whether the form asks for a field after the answers before it. */
function applies({ name, when }: FormField, form: FormValues, lookups: Lookups | undefined): boolean {
  return name === OTHER_AREA_REASON
    ? lookups !== undefined && isOtherArea(form, (id) => lookups.ownArea(id))
    : meets(when, form);
}

function capped(field: FormField, maxDays: number | undefined): FormField {
  const bounds = [field.max, maxDays].filter((bound) => bound !== undefined);
  return { ...field, min: field.min ?? 1, max: bounds.length === 0 ? undefined : Math.min(...bounds) };
}

/** The fields a form shows for these values, in their order. */
export function visibleFields(
  definition: FormDefinition,
  values: FormValues,
  options: Omit<CheckOptions, "mode">,
): FormField[] {
  const form: Record<string, unknown> = {};
  return formFields(definition.fields).filter((field) => {
    if (!applies(field, form, options.lookups)) return false;
    const raw = field.derived ? derivedValue(field, form, options.lookups) : values[field.name];
    // What is typed so far counts as far as it can be read, so that the form follows while somebody types.
    const result = isSet(raw) ? cleaned(field, raw, options.now) : null;
    if (result && "value" in result) form[field.name] = result.value;
    return true;
  });
}

/** A value that follows from others; undefined while they are missing. */
function derivedValue(field: FormField, form: FormValues, lookups: Lookups | undefined): unknown {
  const { derived } = field;
  if (!derived) return undefined;
  switch (derived.from) {
    case "domainSensitivity": {
      const key = form[derived.field];
      return typeof key === "string" ? (lookups?.domain(key)?.sensitivity ?? undefined) : undefined;
    }
    case "warehouseCredits": {
      const perHour = CREDITS_PER_HOUR[String(form[derived.size])];
      const hours = form[derived.hours];
      const clusters = derived.clusters === undefined ? 1 : (form[derived.clusters] ?? 1);
      return perHour === undefined || typeof hours !== "number" || typeof clusters !== "number"
        ? undefined
        : perHour * hours * clusters;
    }
    default:
      return impossible(derived);
  }
}

/** Credits that one cluster of a size uses in an hour. */
const CREDITS_PER_HOUR: Readonly<Record<string, number>> = {
  XSMALL: 1,
  SMALL: 2,
  MEDIUM: 4,
  LARGE: 8,
  XLARGE: 16,
  XXLARGE: 32,
  XXXLARGE: 64,
  X4LARGE: 128,
};

interface Known {
  readonly form: FormValues;
  readonly definition: FormDefinition;
  readonly lookups: Lookups | undefined;
}

/** What is said about a value that points to nothing, or null. */
function whyNotKnown(field: FormField, value: unknown, { form, definition, lookups }: Known): string | null {
  if (!lookups || typeof value !== "string") return null;
  const found = (): unknown => {
    switch (field.kind) {
      case "person":
        return personFor(field, lookups.person(value));
      case "businessArea":
        return lookups.area(value);
      case "domain":
        return lookups.domain(value);
      case "role":
        // Roles that belong to no domain are named by the field itself.
        return (
          field.options?.some((option) => option.value === value) === true ||
          lookups.role(value, domainOf(definition, form), environmentOf(field, form))
        );
      case "warehouse":
        return lookups.warehouse(value);
      default:
        return undefined;
    }
  };
  const known = found();
  if (known !== null && known !== false) return null;
  const place =
    field.environmentField === undefined
      ? undefined
      : definition.fields.find(({ name }) => name === field.environmentField);
  return place
    ? `${field.label} must be one of the list for the chosen ${place.label.toLowerCase()}`
    : `${field.label} must be one of the list`;
}

/** The environment in which a role has to be, or null where the form does not ask. */
export function environmentOf(
  { environmentField }: Pick<FormField, "environmentField">,
  form: FormValues,
): string | null {
  const environment = environmentField === undefined ? undefined : form[environmentField];
  return typeof environment === "string" && environment !== "" ? environment : null;
}

/**
 * Somebody who is not active, and a service user, can only be whom a request is for; whether they may be, is decided
 * about every request (shared/rules/requestedFor.ts, serviceUsers/rules.ts).
 */
function personFor({ name }: FormField, person: ReturnType<Lookups["person"]>): ReturnType<Lookups["person"]> {
  const isPerson = person?.isActive !== false && !person?.isServiceUser;
  return isPerson || name === "requestedFor" ? person : null;
}

/** What is said about a value that repeats the one it must differ from, or null. */
function whyNotOther(
  { label, differsFrom }: FormField,
  value: unknown,
  { form, definition }: Pick<Known, "form" | "definition">,
): string | null {
  if (differsFrom === undefined || form[differsFrom] !== value) return null;
  const other = definition.fields.find(({ name }) => name === differsFrom);
  return `${label} must differ from “${other?.label ?? differsFrom}”`;
}

/** The key of the domain a form is about, or null. */
export function domainOf(definition: Pick<FormDefinition, "fields">, form: FormValues): string | null {
  const field = definition.fields.find(({ kind }) => kind === "domain");
  const key = field && form[field.name];
  return typeof key === "string" && key !== "" ? key : null;
}

/** The values an empty form begins with. */
export function initialValues(definition: FormDefinition): Record<string, unknown> {
  const withDefault = definition.fields.filter(({ defaultValue, derived }) => defaultValue !== undefined && !derived);
  return Object.fromEntries(withDefault.map(({ name, defaultValue }) => [name, defaultValue as unknown]));
}

/** Values that a link brings along, `field.reason=...`: texts and numbers of fields that people fill in. */
export function prefillFrom(definition: FormDefinition, search: FormValues): Record<string, unknown> {
  const prefill: Record<string, unknown> = {};
  for (const field of formFields(definition.fields)) {
    const raw = search[`field.${field.name}`];
    if (field.derived || !isSet(raw)) continue;
    const text =
      typeof raw === "string" ? raw : typeof raw === "number" || typeof raw === "boolean" ? String(raw) : null;
    if (text !== null && whyNotKeep(field, text) === null)
      prefill[field.name] = field.kind === "yesNo" ? text === "true" || text === "yes" : text;
  }
  return prefill;
}
