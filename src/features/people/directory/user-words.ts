/** Words of the list of people and of one person's details. */

import { ROLES } from "../../../../convex/access/roles";
import { lastDay } from "../../../../convex/core/people/rules/dates";
import { telling } from "../../../../convex/core/people/rules/listed";
import { CONNECTOR_LABELS, CONNECTOR_NAMES } from "../../../../convex/core/services/rules";
import type { PersonPage, PersonRow } from "./api";

/** "Governance, FinOps until 03/12/2026"; "Staff" for those who are nothing more. */
export function rolesText(roles: PersonRow["roles"], ends: PersonPage["roleEnds"] = []): string {
  return telling(roles)
    .map((role) => {
      const end = ends.find((one) => one.role === role);
      return end ? `${ROLES[role].label} until ${lastDay(end.endsAt)}` : ROLES[role].label;
    })
    .join(", ");
}

/** "Snowflake, Sigma": where the portal knows of an account. */
export function systemsText(systems: PersonRow["systems"]): string {
  return systems.map((system) => CONNECTOR_LABELS[system]).join(", ");
}

/** The systems about which nothing is known for a person, in one sentence; null when there is none. */
export function unknownText(accounts: PersonPage["accounts"]): string | null {
  const known = new Set<string>(accounts.map(({ system }) => system));
  const unknown = CONNECTOR_NAMES.filter((name) => !known.has(name)).map((name) => CONNECTOR_LABELS[name]);
  if (unknown.length === 0) return null;
  return `The portal knows nothing about accounts in ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(unknown)}.`;
}

/** "and 3 more", "and at least 45 more"; null when everything is shown. */
export function moreText({ more, isAll }: { readonly more: number; readonly isAll: boolean }): string | null {
  if (more === 0) return null;
  return isAll ? `and ${more} more` : `and at least ${more} more`;
}
