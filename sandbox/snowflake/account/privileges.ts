/** Who may do what: roles inherit the roles granted to them, privileges are looked up over all of these. */

import { problems } from "../problem.ts";
import type { Account, Session } from "./model.ts";

/** The role and every role it inherits. */
export function rolesUnder(account: Account, role: string): Set<string> {
  const roles = new Set([role]);
  for (const current of roles) {
    for (const membership of account.memberships) {
      if (membership.to === "ROLE" && membership.holder === current) roles.add(membership.role);
    }
  }
  return roles;
}

/** Whether a user may run statements as a role. */
export function mayAssume(account: Account, user: string, role: string): boolean {
  const held = account.memberships
    .filter((membership) => membership.to === "USER" && membership.holder === user)
    .map((membership) => membership.role);
  return role === "PUBLIC" || held.some((top) => rolesUnder(account, top).has(role));
}

/** Whether the session's role has a privilege on an object (or on the account). */
export function has({ account, role }: Session, privilege: string, on: string, ...name: readonly string[]): boolean {
  const roles = rolesUnder(account, role);
  return account.grants.some(
    (grant) => roles.has(grant.role) && grant.privilege === privilege && grant.on === on && sameName(grant.name, name),
  );
}

/** Whether the session's role owns something, or inherits the role that does. */
export function owns({ account, role }: Session, owner: string): boolean {
  return rolesUnder(account, role).has(owner);
}

export function isAccountAdmin(session: Session): boolean {
  return owns(session, "ACCOUNTADMIN");
}

export function hasManageGrants(session: Session): boolean {
  return has(session, "MANAGE GRANTS", "ACCOUNT");
}

/** Refuses with "insufficient privileges" unless allowed. */
export function need(isAllowed: boolean, on: string): void {
  if (!isAllowed) throw problems.noPrivilege(on);
}

export function sameName(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
