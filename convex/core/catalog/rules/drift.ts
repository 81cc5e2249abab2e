/**
 * What a data domain has come to mean since a request was sent: whoever decided, decided about what they saw then. A
 * role the domain no longer has as it was is not granted; more sensitive data is decided about anew.
 */

import { BY_SENSITIVITY, rolesIn, SENSITIVITY_LABELS, type Sensitivity } from "../../domains/rules";
import type { DataDomain } from "../../domains/table";
import type { AccessLevel, FormField } from "../table";
import type { FormValues } from "./conditions";
import { domainOf, environmentOf } from "./forms";

type KnownDomain = Pick<DataDomain, "name" | "sensitivity" | "roles">;

/** What was sent: the answers, and whether they opened data to read or to change. */
export interface Sent {
  readonly fields: FormField[];
  readonly form: FormValues;
  /** Unknown where a version before this rule sent it. */
  readonly level?: AccessLevel | undefined;
}

/** The domains the answers may name, as they are now. */
export interface DomainsNow {
  /** The domain with this key, in whatever state. */
  readonly byKey: (key: string) => KnownDomain | null;
  /** Whether any domain has a role, for a form that names a role and no domain. */
  readonly hasRole: (role: string) => boolean;
}

/** Why what was approved cannot be given as it is: never again, or not before it is approved anew. */
export type Drift =
  | { readonly kind: "changed"; readonly reason: string }
  | { readonly kind: "raised"; readonly reason: string; readonly answers: Readonly<Record<string, Sensitivity>> };

/** What came in between, or null: what was approved is what would be given. */
export function driftOf(sent: Sent, now: DomainsNow): Drift | null {
  for (const field of sent.fields) {
    const reason = field.kind === "role" ? whyNotRole(field, sent, now) : null;
    if (reason !== null) return { kind: "changed", reason };
  }
  return raised(sent, now);
}

function whyNotRole(field: FormField, { fields, form, level }: Sent, now: DomainsNow): string | null {
  const name = form[field.name];
  if (typeof name !== "string" || field.options?.some(({ value }) => value === name) === true) return null;
  const key = domainOf({ fields }, form);
  if (key === null) return now.hasRole(name) ? null : `${name} is no longer a role of any data domain. ${WAY_OUT}`;
  const domain = now.byKey(key);
  const place = domain?.name ?? key;
  const environment = environmentOf(field, form);
  const role = rolesIn(domain?.roles ?? [], environment).find((one) => one.name === name);
  if (!role) {
    const whose = environment === null ? place : `${place} for this environment`;
    return `${name} is no longer a role of ${whose}. ${WAY_OUT}`;
  }
  return level === "read" && role.level === "write"
    ? `${name} now lets people change the data of ${place}; it was approved for reading. ${WAY_OUT}`
    : null;
}

const WAY_OUT = "Cancel the request, or retry once the domain is as it was.";

function raised({ fields, form }: Sent, now: DomainsNow): Drift | null {
  const found = fields.flatMap(({ name, derived }) => {
    const key = derived?.from === "domainSensitivity" ? form[derived.field] : undefined;
    const domain = typeof key === "string" ? now.byKey(key) : null;
    const before = BY_SENSITIVITY.indexOf(form[name] as Sensitivity);
    return domain && before >= 0 && BY_SENSITIVITY.indexOf(domain.sensitivity) > before ? [{ name, domain }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const before = SENSITIVITY_LABELS[form[first.name] as Sensitivity];
  return {
    kind: "raised",
    reason: `Sensitivity of ${first.domain.name} was ${before} and is now ${SENSITIVITY_LABELS[first.domain.sensitivity]}: approvals start again`,
    answers: Object.fromEntries(found.map(({ name, domain }) => [name, domain.sensitivity])),
  };
}
