/** Stored values as people read them in a history: pure, so that each case stands in change-text.test.ts. */

import { type RoleName, ROLES } from "../../../convex/access/roles";
import { fieldWords } from "../../../convex/core/audit/rules/eventWords";
import { formatDateTime } from "../../lib/dates";

/** One field before and after, as the audit trail keeps it. */
export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A time is recognised by its field's name: the audit trail keeps milliseconds. */
const timeField = /(At|Until|^until)$/;

/** Of these only some parts mean something to a reader; the rest is how the portal keeps them. */
const NAMED_PARTS: Readonly<Record<string, readonly string[]>> = {
  openQuestion: ["question"],
  hold: ["reason", "until"],
  waitingOn: ["text"],
};

/** A stored value as text a person can read; "none" stands for nothing. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "number" && timeField.test(field)) return formatDateTime(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object") return String(value as string | number | bigint);
  const parts = NAMED_PARTS[field];
  if (parts === undefined) return JSON.stringify(value);
  const shown = parts.flatMap((part) =>
    part in value ? [[part, (value as Record<string, unknown>)[part]] as const] : [],
  );
  return shown
    .map(([part, inner], index) =>
      index === 0 ? valueText(part, inner) : `${fieldWords(part).toLowerCase()} ${valueText(part, inner)}`,
    )
    .join(", ");
}

/** A stored value as a history tells it: what the portal keeps as a code, a list or a record is put into words. */
export function storedText(field: string, value: unknown): string {
  if (typeof value === "string")
    return field === "roles"
      ? roleText(value)
      : /^[a-z]+(_[a-z]+)+$/.test(value)
        ? value.replaceAll("_", " ")
        : valueText(field, value);
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => storedText(field, item)).join(", ");
  if (typeof value !== "object" || value === null || field in NAMED_PARTS) return valueText(field, value);
  if ("isProven" in value) return proofText(value);
  const shown = Object.entries(value).filter(([part, inner]) => !part.endsWith("Id") && inner !== null && inner !== "");
  return shown.length === 0
    ? "recorded"
    : shown.map(([part, inner]) => `${fieldWords(part).toLowerCase()} ${storedText(part, inner)}`).join(", ");
}

function roleText(role: string): string {
  return Object.hasOwn(ROLES, role) ? ROLES[role as RoleName].label : role;
}

/** "proven: user ADA active, role ORDERS_READ granted". */
function proofText(proof: object): string {
  const { isProven, facts } = proof as { isProven?: unknown; facts?: unknown };
  const shown = Array.isArray(facts)
    ? facts.map((fact: { subject?: unknown; actual?: unknown }) => `${String(fact.subject)} ${String(fact.actual)}`)
    : [];
  return [isProven === true ? "proven" : "not proven", ...(shown.length > 0 ? [shown.join(", ")] : [])].join(": ");
}

/** The changes a reader can tell: what differs in nothing that is shown is left out. */
export function visibleChanges(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.filter(({ field, before, after }) => valueText(field, before) !== valueText(field, after));
}
