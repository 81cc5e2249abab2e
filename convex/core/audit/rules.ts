/** What may stand in an audit event. */

import { canonicalJson } from "../../lib/pure/canonicalJson";
import type { AuditOutcome } from "./table";

/** How an action ended that says so itself, as "task.failed" and "password.changeRefused" do. */
export function outcomeOf(action: string): AuditOutcome {
  if (/failed$/i.test(action)) return "failure";
  return /(refused|denied)$/i.test(action) ? "denied" : "success";
}

/** What stands in place of a secret. */
export const MASK = "••••••";

const SECRET_FIELD = /password|secret|token|private_?key|api_?key|credential|authorization|cookie/i;
/** Flags about secrets that are no secrets themselves. */
const HARMLESS_FIELDS = new Set(["hasChangedInitialPassword"]);

/** A field whose value changed. */
export interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of `after` that differ from `before`, secrets masked; null stands for "absent". */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.keys(after)
    .filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]))
    .map((field) => ({ field, before: masked(field, before[field]), after: masked(field, after[field]) }));
}

/** A value as it may be stored: the whole of it when its name says secret, else with secrets inside replaced. */
export function masked(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (SECRET_FIELD.test(field) && !HARMLESS_FIELDS.has(field)) return MASK;
  if (Array.isArray(value)) return value.map((item) => masked(field, item));
  if (typeof value === "object") return maskedObject(value as Readonly<Record<string, unknown>>);
  return value;
}

/** An object with every secret inside it replaced. */
export function maskedObject(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, masked(field, inner)]));
}
