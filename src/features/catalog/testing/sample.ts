/** A form filled in by itself, so that a simulation has something to begin with. */

import { type FormValues, isSet } from "../../../../convex/core/catalog/rules/conditions";
import { domainOf, environmentOf, visibleFields, type Lookups } from "../../../../convex/core/catalog/rules/forms";
import { formFields } from "../../../../convex/core/catalog/rules/otherArea";
import type { FormField, RequestTypeDefinition } from "../../../../convex/core/catalog/table";
import { rolesIn } from "../../../../convex/core/domains/rules";
import { impossible } from "../../../../convex/lib/pure/impossible";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import type { OfferedArea, OfferedDomain } from "../../../components/pickers/list-pickers";

/** What a sample may point to. */
export interface SampleWorld {
  readonly now: number;
  readonly personId: string;
  /** Somebody else, for a field that must differ from another. */
  readonly otherId?: string;
  readonly areas: readonly OfferedArea[];
  /** The business area of a person: null for none, undefined while it is not known. */
  readonly areaOf: (personId: string) => string | null | undefined;
  readonly domains: readonly OfferedDomain[];
}

const REASON = "An example to see who would decide about a request like this.";

/** A plausible value for every field the form asks; what somebody filled in or emptied stays so. */
export function sampleForm(
  definition: Pick<RequestTypeDefinition, "fields" | "maxDurationDays">,
  world: SampleWorld,
  given: FormValues = {},
): Record<string, unknown> {
  const form: Record<string, unknown> = { ...given };
  for (const field of formFields(definition.fields)) {
    const applies = shownFields(definition, form, world).some(({ name }) => name === field.name);
    if (!applies || Object.hasOwn(given, field.name) || field.derived) continue;
    const value = sampleValue(field, form, definition, world);
    if (isSet(value)) form[field.name] = value;
  }
  return form;
}

/** The fields the form asks with these values. */
export function shownFields(
  definition: Pick<RequestTypeDefinition, "fields" | "maxDurationDays">,
  form: FormValues,
  world: SampleWorld,
): FormField[] {
  return visibleFields(definition, form, { now: world.now, lookups: lookupsIn(world) });
}

/** What a form may point to, as far as a simulation needs it: everything else is left to the server. */
export function lookupsIn({
  domains,
  personId,
  areaOf,
}: Pick<SampleWorld, "domains" | "personId" | "areaOf">): Lookups {
  return {
    person: () => undefined,
    area: () => undefined,
    ownArea: (id) => areaOf(id ?? personId),
    domain: (key) => {
      const found = domains.find((domain) => domain.key === key);
      return found && { name: found.name, sensitivity: found.sensitivity, roles: [] };
    },
    role: () => undefined,
    warehouse: () => undefined,
  };
}

/** The roles that can be chosen with a form: those of its domain, else of all; or what the field itself names. */
function rolesFor(
  field: FormField,
  form: FormValues,
  definition: Pick<RequestTypeDefinition, "fields">,
  { domains }: SampleWorld,
): string[] {
  const own = field.options?.map(({ value }) => value) ?? [];
  const domainKey = domainIn(definition, form);
  const among = domainKey === undefined ? domains : domains.filter(({ key }) => key === domainKey);
  const environment = environmentOf(field, form);
  return [...own, ...among.flatMap(({ roles }) => rolesIn(roles, environment).map(({ name }) => name))];
}

/** The chosen domain; null while none is, undefined when the form asks for none. */
export function domainIn(
  definition: Pick<RequestTypeDefinition, "fields">,
  form: FormValues,
): string | null | undefined {
  return definition.fields.some(({ kind }) => kind === "domain") ? domainOf(definition, form) : undefined;
}

function sampleValue(
  field: FormField,
  form: FormValues,
  definition: Pick<RequestTypeDefinition, "fields">,
  world: SampleWorld,
): unknown {
  // Without a choice it is for the person who asks.
  if (field.name === "requestedFor" && !field.isRequired) return undefined;
  if (field.defaultValue !== undefined) return field.defaultValue as unknown;
  switch (field.kind) {
    case "text":
    case "warehouse":
    case "email":
      return field.example ?? (field.kind === "email" ? "grace.hopper@example.com" : "Example");
    case "longText":
      return field.isRequired ? (field.example ?? REASON) : undefined;
    case "number":
    case "money":
    case "durationDays":
      return field.example !== undefined && Number.isInteger(Number(field.example))
        ? Number(field.example)
        : Math.max(field.min ?? 1, 1);
    case "date":
      return new Date(world.now + Math.max(field.min ?? 0, Math.min(7, field.max ?? 7)) * DAY_MS)
        .toISOString()
        .slice(0, 10);
    case "choice":
      return field.options?.[0]?.value;
    case "multiChoice":
      return field.options?.slice(0, 1).map(({ value }) => value);
    case "person":
      return field.differsFrom !== undefined && form[field.differsFrom] === world.personId
        ? world.otherId
        : world.personId;
    case "domain":
      return world.domains[0]?.key;
    case "businessArea":
      return (
        world.areaOf(typeof form["requestedFor"] === "string" ? form["requestedFor"] : world.personId) ??
        world.areas[0]?.id
      );
    case "role":
      return rolesFor(field, form, definition, world)[0];
    case "yesNo":
      return false;
    case "cidrList":
      return ["203.0.113.0/24"];
    case "nameList":
      return [field.example ?? "EXAMPLE"];
    case "publicKey":
      return undefined;
    default:
      return impossible(field.kind);
  }
}
