/** Whether a request of the catalog may remove somebody from the portal: never by less than Remove User asks for. */

import { isElevated, isSuperAdmin, reaches } from "../../../access/rank";
import type { PersonStatus, RoleName } from "../../../access/roles";
import { rolesHold } from "../../../access/rules";

/** What is looked at when somebody's last day is over. */
export interface LeaveFacts {
  readonly name: string;
  readonly status: PersonStatus;
  readonly roles: readonly RoleName[];
  readonly isProtected: boolean;
  readonly otherSuperAdmins: number;
  /** The roles of each one who approved the request, but for whoever asked and whom it is about. */
  readonly approverRoles: readonly (readonly RoleName[])[];
  /** Whether one of those who may take over is still there, and another human. */
  readonly hasSuccessor: boolean;
  /** Business areas and data domains they are in charge of. */
  readonly leftBehind: readonly string[];
}

/** Names of what is left behind that are said; more are counted. */
const NAMED = 3;

/** Why a request does not remove this person, as what its task fails with, or null. */
export function whyNotLeave(facts: LeaveFacts): string | null {
  const { name, status, roles, approverRoles, leftBehind } = facts;
  if (facts.isProtected) return "Cannot remove protected system users";
  if (status !== "active" && status !== "suspended") return `${name} never came in: withdraw the invitation instead.`;
  if (approverRoles.length === 0) return `Nobody but the requester approved it. Remove ${name} under Remove User.`;
  if (isSuperAdmin(roles) && facts.otherSuperAdmins < 1)
    return `${name} is the last active super admin. Make somebody else one first, then try again.`;
  if (isElevated(roles) && !approverRoles.some((held) => mayRemove(held, roles)))
    return `${name} holds more than staff. Remove them under Remove User, where two people confirm it, then try again.`;
  if (!facts.hasSuccessor)
    return `Neither the successor of ${name} nor the requester can take over. Remove ${name} under Remove User, with another successor, then try again.`;
  if (leftBehind.length === 0) return null;
  const more = leftBehind.length - NAMED;
  const names = `${leftBehind.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${name} is still in charge of ${names}. Hand that over first, or remove them under Remove User, then try again.`;
}

function mayRemove(held: readonly RoleName[], roles: readonly RoleName[]): boolean {
  return rolesHold(held, "people.remove") && reaches(held, roles);
}
