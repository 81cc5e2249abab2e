/** What is shown of a change of a person before anybody says yes. */

import type { Doc } from "../../_generated/dataModel";
import { ROLES, type RoleName } from "../../access/roles";
import { lastDay, type WishedEnd } from "../../core/people/rules/dates";
import { telling } from "../../core/people/rules/listed";
import type { ProposedLine } from "../../core/proposals/table";
import type { Shown } from "./change";

/** What is shown of a change of a person. */
export function shown(
  person: Doc<"people">,
  title: string,
  lines: readonly ProposedLine[],
  needsSecond: boolean,
): Shown {
  const subject = { type: "person", id: person._id, label: person.email };
  return { subject, title, lines, partyIds: [person._id], needsSecond };
}

/** Roles before and after, in words. */
export function rolesLine(before: readonly RoleName[], after: readonly RoleName[]): ProposedLine[] {
  return [{ field: "Roles", before: rolesWords(before), after: rolesWords(after) }];
}

/** What roles say about somebody, in words, each with its last day where it has one. */
export function rolesWords(roles: readonly RoleName[], ends: readonly WishedEnd[] = []): string {
  return telling(roles)
    .map((role) => {
      const end = ends.find((one) => one.role === role);
      return end ? `${ROLES[role].label} until ${lastDay(end.endsAt)}` : ROLES[role].label;
    })
    .join(", ");
}
