/** The list of people without the database: the order of its choices, and whom a filter lets through. */

import { wholeRoles } from "../../../access/rank";
import { GRANTED_ROLES, type PersonStatus, type RoleName } from "../../../access/roles";
import type { PersonFilter, PersonSort } from "../table";

/** What each status is called. */
export const STATUS_LABELS: Readonly<Record<PersonStatus, string>> = {
  active: "Active",
  invited: "Invited",
  suspended: "Suspended",
  removed: "Removed",
  expired: "Invitation expired",
  revoked: "Invitation withdrawn",
};

/** Every status, in the order of lists. */
export const PERSON_STATUSES = Object.keys(STATUS_LABELS) as PersonStatus[];

/** The orders of the list; the first is the usual one. */
export const PERSON_SORTS = ["name", "seen", "unseen"] as const satisfies readonly PersonSort[];

/**
 * The roles that say something about somebody: everybody is staff, so it is said only of those who are nothing else.
 */
export function telling(roles: readonly RoleName[]): RoleName[] {
  const more = GRANTED_ROLES.filter((role) => roles.includes(role));
  return more.length > 0 ? more : wholeRoles();
}

/** What a filter looks at in a person. */
export interface ListedPerson {
  readonly roles: readonly RoleName[];
  readonly status: PersonStatus;
  readonly businessAreaId?: string;
}

/** Whether a person passes everything in a filter but its text. */
export function personPasses(
  person: ListedPerson,
  { roles = [], statuses = [], businessAreaId, areaIds }: PersonFilter & { readonly areaIds?: readonly string[] },
): boolean {
  return (
    (roles.length === 0 || telling(person.roles).some((role) => roles.includes(role))) &&
    (statuses.length === 0 || statuses.includes(person.status)) &&
    (businessAreaId === undefined ||
      (person.businessAreaId !== undefined && (areaIds ?? [businessAreaId]).includes(person.businessAreaId)))
  );
}
