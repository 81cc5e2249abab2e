/**
 * One value of a form: what a person typed, or what a draft kept, becomes the value that is stored, or the first
 * sentence about what is wrong with it. Numbers are whole. Money is in cents; typed as text it is in dollars. A date
 * is "2026-03-02", and its `min` and `max` are days from today. Lists may be typed as text, separated by commas or
 * lines.
 */

import { impossible } from "../../../lib/pure/impossible";
import { isSystemRole } from "../../../lib/pure/systemRoles";
import { plural, whyNotPersonName } from "../../../lib/pure/text";
import { DAY_MS, dayWords } from "../../../lib/pure/time";
import type { FieldKind, FormField } from "../table";
import { whyNotCidr } from "./cidr";
import { isSet } from "./conditions";
import { KEY_ALGORITHMS, readPublicKey } from "./keys";

/** A stored value, or what is said about it. */
export type Cleaned = { readonly value: unknown } | { readonly error: string };

const DEFAULT_MAX_LENGTH: Partial<Record<FieldKind, number>> = {
  text: 200,
  longText: 2000,
  email: 100,
  role: 255,
  warehouse: 255,
  publicKey: 8000,
  person: 64,
  domain: 64,
  businessArea: 64,
  choice: 200,
  date: 10,
};
/** How long the words must be with which somebody says why they ask. */
export const REASON_LENGTH = { minLength: 20, maxLength: 2000 } as const;
const LONGEST_NAME = 255;
/** Lists of names are of one kind; this one holds roles. */
const LIST_OF_ROLES = "roles";
const MOST_ITEMS = 50;
const PICKED: readonly FieldKind[] = ["choice", "multiChoice", "person", "domain", "businessArea", "warehouse", "role"];
const BAD_EMAIL = "Please enter a valid email address";

/** How many characters a field takes. */
export function maxLengthOf(field: Pick<FormField, "kind" | "maxLength">): number | undefined {
  return field.maxLength ?? DEFAULT_MAX_LENGTH[field.kind];
}

/** What is said about a required field without a value. */
export function missingWords({ kind, label }: Pick<FormField, "kind" | "label">): string {
  if (kind === "email") return BAD_EMAIL;
  if (kind === "yesNo") return `Answer "${label}" with yes or no`;
  return PICKED.includes(kind) ? `${label} selection is required` : `${label} is required`;
}

/** The value to store. Call it only with a value that is set. */
export function cleaned(field: FormField, raw: unknown, now: number): Cleaned {
  switch (field.kind) {
    case "text":
    case "longText":
    case "warehouse":
    case "person":
    case "domain":
    case "businessArea":
      return cleanText(field, raw);
    case "role":
      return notSystemRole(field, cleanText(field, raw));
    case "email":
      return cleanEmail(field, raw);
    case "number":
    case "durationDays":
      return cleanNumber(field, raw);
    case "money":
      return cleanMoney(field, raw);
    case "date":
      return cleanDate(field, raw, now);
    case "choice":
      return oneOfOptions(field, raw);
    case "multiChoice":
      return cleanItems(field, raw, (item) => oneOfOptions(field, item));
    case "yesNo":
      return cleanAnswer(field, raw);
    case "cidrList":
      return cleanItems(field, raw, (item) => orError(item, whyNotCidr(item)));
    case "nameList":
      return cleanItems(field, raw, (item) => {
        const one = cleanText({ ...field, maxLength: field.maxLength ?? LONGEST_NAME, minLength: undefined }, item);
        return field.name === LIST_OF_ROLES ? notSystemRole(field, one) : one;
      });
    case "publicKey":
      return cleanKey(field, raw);
    default:
      return impossible(field.kind);
  }
}

function cleanText(field: FormField, raw: unknown): Cleaned {
  if (typeof raw !== "string") return { error: `${field.label} must be text` };
  const value = field.kind === "longText" ? raw.trim().replaceAll("\r\n", "\n") : raw.trim();
  const badName = field.kind === "text" && field.personName ? whyNotPersonName(field.personName, value) : null;
  if (badName) return { error: badName };
  const length = Array.from(value).length;
  const max = maxLengthOf(field);
  if (max !== undefined && length > max) return { error: `${field.label} must be less than ${max} characters` };
  const unwanted = field.kind === "longText" ? /[\u0000-\u0008\u000B-\u001F\u007F]/ : /[\u0000-\u001F\u007F]/;
  if (unwanted.test(value) || !value.isWellFormed())
    return { error: `${field.label} must not contain control characters` };
  // They would show an approver another text than the one that is used.
  if (/[\u202A-\u202E\u2066-\u2069]/.test(value))
    return { error: `${field.label} must not contain characters that change the writing direction` };
  if (field.minLength !== undefined && length < field.minLength)
    return { error: `${field.label} must be at least ${field.minLength} characters` };
  return whenPattern(field, value);
}

/** No connector gives a role that holds the account itself, so no form asks for one. */
function notSystemRole({ label }: FormField, checked: Cleaned): Cleaned {
  const isRefused = "value" in checked && typeof checked.value === "string" && isSystemRole(checked.value);
  return isRefused
    ? {
        error: `${label} must be a role for work with data: this one administers the whole account and is never granted by request`,
      }
    : checked;
}

function whenPattern(field: FormField, value: string): Cleaned {
  if (field.pattern && !new RegExp(`^(?:${field.pattern.source})$`, "u").test(value))
    return { error: field.pattern.message };
  return { value };
}

function cleanEmail(field: FormField, raw: unknown): Cleaned {
  if (typeof raw !== "string") return { error: BAD_EMAIL };
  const value = raw.trim().toLowerCase();
  const max = maxLengthOf(field);
  if (max !== undefined && value.length > max) return { error: `${field.label} must be less than ${max} characters` };
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(value) || !value.isWellFormed()) return { error: BAD_EMAIL };
  return whenPattern(field, value);
}

function cleanNumber(field: FormField, raw: unknown): Cleaned {
  const value = typeof raw === "string" && /^\s*-?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw;
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    return { error: `${field.label} must be a whole number` };
  return withinBounds(field, value, (bound) =>
    field.kind === "durationDays" ? `${plural(bound, "day")}` : String(bound),
  );
}

function cleanMoney(field: FormField, raw: unknown): Cleaned {
  const typed =
    typeof raw === "string" ? /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?\s*$/.exec(raw) : null;
  const value = typed ? Number(typed[1]?.replaceAll(",", "")) * 100 + Number((typed[2] ?? "0").padEnd(2, "0")) : raw;
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    return { error: `${field.label} must be an amount like 1250.00` };
  return withinBounds(field, value, dollars);
}

/** Cents as people read them. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

function withinBounds(field: FormField, value: number, shown: (bound: number) => string): Cleaned {
  if (field.min !== undefined && value < field.min)
    return { error: `${field.label} must be at least ${shown(field.min)}` };
  if (field.max !== undefined && value > field.max)
    return { error: `${field.label} must be at most ${shown(field.max)}` };
  return { value };
}

function cleanDate(field: FormField, raw: unknown, now: number): Cleaned {
  const error = `${field.label} must be a date like 31/03/2026`;
  if (typeof raw !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(raw)) return { error };
  const at = Date.parse(`${raw}T00:00:00Z`);
  if (Number.isNaN(at) || isoDay(at) !== raw) return { error };
  const days = Math.round((at - Date.parse(`${isoDay(now)}T00:00:00Z`)) / DAY_MS);
  if (field.min !== undefined && days < field.min)
    return {
      error:
        field.min === 0
          ? `${field.label} must not be in the past`
          : `${field.label} must be ${dayWords(isoDay(now + field.min * DAY_MS))} or later`,
    };
  if (field.max !== undefined && days > field.max)
    return { error: `${field.label} must be ${dayWords(isoDay(now + field.max * DAY_MS))} or earlier` };
  return { value: raw };
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function oneOfOptions(field: FormField, raw: unknown): Cleaned {
  const option = (field.options ?? []).find(({ value }) => value === raw);
  return option ? { value: option.value } : { error: `${field.label} must be one of the choices` };
}

function cleanAnswer(field: FormField, raw: unknown): Cleaned {
  if (typeof raw === "boolean") return { value: raw };
  if (raw === "yes" || raw === "true") return { value: true };
  if (raw === "no" || raw === "false") return { value: false };
  return { error: missingWords(field) };
}

function orError(value: string, error: string | null): Cleaned {
  return error === null ? { value } : { error };
}

/** What was typed, as a list of items. */
export function itemsOf(raw: unknown): unknown[] {
  const items = typeof raw === "string" ? raw.split(/[\n,;]/) : Array.isArray(raw) ? raw : [raw];
  return items.map((item: unknown) => (typeof item === "string" ? item.trim() : item)).filter(isSet);
}

function cleanItems(field: FormField, raw: unknown, clean: (item: string) => Cleaned): Cleaned {
  const items = itemsOf(raw);
  const max = field.maxItems ?? MOST_ITEMS;
  if (items.length > max) return { error: `${field.label} may have at most ${max} entries` };
  const values: unknown[] = [];
  for (const item of items) {
    if (typeof item !== "string") return { error: `${field.label} must be a list of texts` };
    const one = clean(item);
    if ("error" in one) return one;
    if (values.includes(one.value)) return { error: `${field.label} names "${item}" twice` };
    values.push(one.value);
  }
  return { value: values };
}

function cleanKey(field: FormField, raw: unknown): Cleaned {
  if (typeof raw !== "string" || raw.length > (maxLengthOf(field) ?? 0))
    return { error: `${field.label} must be a public key in PEM form (BEGIN PUBLIC KEY)` };
  const key = readPublicKey(raw);
  if ("problem" in key)
    return { error: key.problem.startsWith("This") ? key.problem : `${field.label} ${key.problem}` };
  const accepted = field.options?.map(({ value }) => value) ?? KEY_ALGORITHMS;
  if (!(accepted as readonly string[]).includes(key.algorithm))
    return { error: `${field.label} must be an RSA key: the system takes no other` };
  return { value: key.body };
}
