/**
 * Links to the domains of a catalogue. Each field has one direction: the catalogue leads it, and the portal takes it from
 * there, or the portal leads it, and nothing comes in. Nothing ever goes out.
 */

import type { Refusal } from "../../../lib/pure/refusal";
import { whyNotText } from "../../../lib/pure/text";
import type { Domain, DomainProblems } from "../rules";
import type { CatalogueField, DataDomain } from "../table";

/** The catalogue in sentences. */
export const CATALOGUE = "Collate";

/** What the catalogue can lead, in words. */
export const CATALOGUE_FIELDS: Readonly<Record<CatalogueField, string>> = {
  description: "Description",
  experts: "Experts",
};

const FULL_NAME_MAX_LENGTH = 256;

/** What a link is decided on. */
export interface LinkFacts {
  readonly fullName: string;
  readonly leads: readonly CatalogueField[];
  readonly domain: Pick<DataDomain, "status" | "inherits">;
  /** The name of another domain with the same link, or null. */
  readonly takenBy: string | null;
  readonly isConnected: boolean;
}

/** Why a domain cannot be linked like this, or null. */
export function whyNotLink({ fullName, leads, domain, takenBy, isConnected }: LinkFacts): Refusal | null {
  if (domain.status === "archived")
    return { code: "wrong-state", message: "An archived data domain can no longer be changed." };
  if (!isConnected) return { code: "connector-off", message: `The portal is not connected to ${CATALOGUE}.` };
  const name =
    whyNotText(`Name in ${CATALOGUE}`, fullName, { maxLength: FULL_NAME_MAX_LENGTH, isRequired: true }) ??
    (takenBy === null ? null : `${takenBy} is already linked to this domain`);
  const experts =
    leads.includes("experts") && domain.inherits?.includes("experts")
      ? "Its experts come from the domain above it. Give it experts of its own first"
      : null;
  if (name === null && experts === null) return null;
  return {
    code: "invalid-form",
    fields: { ...(name !== null && { fullName: name }), ...(experts !== null && { leads: experts }) },
  };
}

/** What a change says about fields that the catalogue leads, by field: none of it can be kept. */
export function ledProblems(before: Domain, after: Domain, leads: readonly CatalogueField[]): DomainProblems {
  const why = (field: CatalogueField): string =>
    `${CATALOGUE} leads the ${CATALOGUE_FIELDS[field].toLowerCase()}. Change it there, or ask data governance to change the link`;
  const isOther = (now: readonly string[], was: readonly string[]): boolean =>
    now.length !== was.length || now.some((id) => !was.includes(id));
  return {
    ...(leads.includes("description") &&
      after.description !== before.description && { description: why("description") }),
    ...(leads.includes("experts") &&
      (isOther(after.expertIds, before.expertIds) || after.inherits.includes("experts")) && {
        experts: why("experts"),
      }),
  };
}
