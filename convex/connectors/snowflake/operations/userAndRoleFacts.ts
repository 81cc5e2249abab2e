/** Facts several operations look at: how they are named, read and required. */

import { isSystemRole } from "../../../lib/pure/systemRoles";
import { type Call, ConnectorError, type Fact } from "../../contract/contract";
import type { Facts } from "../../contract/operation";
import { quoteIdent } from "../api/identifiers";
import type { SnowflakeSettings } from "../api/settings";
import type { Reads } from "./reads";

export const MISSING = "missing";
export const EXISTS = "exists";
export const ACTIVE = "active";
export const DISABLED = "disabled";
export const GRANTED = "granted";
export const NOT_GRANTED = "not granted";
export const NONE = "none";

/** What an operation is made with. */
export interface Account {
  readonly reads: Reads;
  readonly settings: SnowflakeSettings;
}

export const userSubject = (user: string): string => `User ${quoteIdent(user)}`;
export const roleSubject = (role: string): string => `Role ${quoteIdent(role)}`;
export const membershipSubject = (user: string, role: string): string =>
  `Role ${quoteIdent(role)} of user ${quoteIdent(user)}`;

/** One statement, run as the connection's role. */
export function sql({ settings }: Account, statement: string): Call {
  return { kind: "sql", statement, role: settings.role };
}

export async function userFact({ reads }: Account, user: string): Promise<Fact> {
  const state = await reads.user(user);
  return { subject: userSubject(user), value: state === null ? MISSING : state.isDisabled ? DISABLED : ACTIVE };
}

export const rolesSubject = (user: string): string => `Roles of user ${quoteIdent(user)}`;

/** All roles a user was granted, as a list that is compared as a whole. */
export const rolesValue = (roles: readonly string[]): string => (roles.length === 0 ? NONE : JSON.stringify(roles));

export async function rolesFact({ reads }: Account, user: string): Promise<Fact> {
  const roles = (await reads.rolesOf(user)).filter((role) => role !== "PUBLIC").toSorted();
  return { subject: rolesSubject(user), value: rolesValue(roles) };
}

export const directSubject = (user: string): string => `Privileges of user ${quoteIdent(user)} without a role`;

/** A privilege a user was granted directly, as it is written in a fact. */
export interface DirectGrant {
  readonly privilege: string;
  readonly on: string;
  readonly name: string;
}

/** All privileges a user was granted directly, as a list that is compared as a whole. */
export const directValue = (grants: readonly DirectGrant[]): string =>
  grants.length === 0 ? NONE : JSON.stringify(grants);

/** What of it is granted by several is in the list once. */
export async function directFact({ reads }: Account, user: string): Promise<Fact> {
  const grants = (await reads.grantsOfUser(user)).map(({ privilege, on, name }) => ({ on, name, privilege }));
  const listed = [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).entries()];
  return {
    subject: directSubject(user),
    value: directValue(listed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant)),
  };
}

export async function roleFact({ reads }: Account, role: string): Promise<Fact> {
  return { subject: roleSubject(role), value: (await reads.hasRole(role)) ? EXISTS : MISSING };
}

export async function membershipFact({ reads }: Account, user: string, role: string): Promise<Fact> {
  return {
    subject: membershipSubject(user, role),
    value: (await reads.rolesOf(user)).includes(role) ? GRANTED : NOT_GRANTED,
  };
}

/** Fails when a role is one that no request may give or take. */
export function refuseSystemRole({ settings }: Account, role: string): void {
  if (isSystemRole(role) || isPortalRole(settings, role)) {
    throw new ConnectorError(
      "user-fixable",
      "protected-role",
      `Role "${role}" administers the account; the portal neither gives nor takes it.`,
    );
  }
}

/** Whether the portal itself works as this role. */
export function isPortalRole({ role: own, monitorRole }: SnowflakeSettings, role: string): boolean {
  return role === own || role === monitorRole;
}

/** Fails when a user is the one the portal itself signs in as. */
export function refuseOwnUser({ settings }: Account, user: string): void {
  if (user.toUpperCase() === settings.user.toUpperCase())
    throw new ConnectorError("user-fixable", "protected-user", "The portal does not change its own user.");
}

export function requireUser(facts: Facts, user: string): void {
  if (facts.is(userSubject(user), MISSING))
    throw new ConnectorError(
      "user-fixable",
      "user-missing",
      `Snowflake has no user "${user}". Names are case-sensitive.`,
    );
}

export function requireRole(facts: Facts, role: string): void {
  if (facts.is(roleSubject(role), MISSING))
    throw new ConnectorError(
      "user-fixable",
      "role-missing",
      `Snowflake has no role "${role}". Names are case-sensitive.`,
    );
}
