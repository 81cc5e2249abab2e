/** Roles, who holds them, and what they may do. */

import { type Account, type Command, type Grant, type Session, shownName } from "../account/model.ts";
import { has, hasManageGrants, need, owns, rolesUnder, sameName } from "../account/privileges.ts";
import { findUser } from "../account/users.ts";
import { problems } from "../problem.ts";
import { status } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { findDatabase, findSchema, findWarehouse } from "./objects.ts";

const PRIVILEGES = {
  ACCOUNT: ["CREATE USER", "CREATE ROLE", "CREATE WAREHOUSE", "CREATE DATABASE", "MANAGE GRANTS", "APPLY TAG"],
  WAREHOUSE: ["USAGE", "OPERATE", "MODIFY", "MONITOR"],
  DATABASE: ["USAGE", "CREATE SCHEMA", "MONITOR"],
  SCHEMA: ["USAGE", "CREATE TABLE", "CREATE VIEW", "CREATE STAGE", "MODIFY", "MONITOR"],
  TABLE: ["SELECT", "INSERT"],
} as const;

/** After CREATE ROLE. */
export function parseCreateRole(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF NOT EXISTS");
  const name = cursor.identifier();
  let comment = "";
  if (cursor.accept("COMMENT")) {
    cursor.expectSymbol("=");
    comment = cursor.string();
  }
  return {
    isChange: true,
    run(session) {
      const { account, role, now } = session;
      need(has(session, "CREATE ROLE", "ACCOUNT"), "account");
      if (account.roles.has(name)) {
        if (isOptional) return status(`${shownName([name])} already exists, statement succeeded.`);
        throw problems.exists(shownName([name]));
      }
      account.roles.set(name, { name, owner: role, comment, createdAt: now, databaseRoles: new Set() });
      return status(`Role ${shownName([name])} successfully created.`);
    },
  };
}

/** After DROP ROLE. */
export function parseDropRole(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF EXISTS");
  const name = cursor.identifier();
  return {
    isChange: true,
    run(session) {
      const { account } = session;
      if (isOptional && !account.roles.has(name))
        return status("Drop statement executed successfully (object already dropped).");
      need(owns(session, findRole(account, name).owner), `role '${shownName([name])}'`);
      account.roles.delete(name);
      account.memberships = account.memberships.filter(
        (membership) => membership.role !== name && !(membership.to === "ROLE" && membership.holder === name),
      );
      account.grants = account.grants.filter((grant) => grant.role !== name);
      return status(`${shownName([name])} successfully dropped.`);
    },
  };
}

/** After GRANT or REVOKE: `ROLE r TO USER u`, or `privileges ON kind name TO ROLE r`, or the latter to a user. */
export function parseGrant(cursor: Cursor, verb: "GRANT" | "REVOKE"): Command {
  return cursor.accept("ROLE") ? parseMembership(cursor, verb) : parsePrivileges(cursor, verb);
}

function parseMembership(cursor: Cursor, verb: "GRANT" | "REVOKE"): Command {
  const role = cursor.identifier();
  cursor.expect(verb === "GRANT" ? "TO" : "FROM");
  const to = cursor.oneOf("USER", "ROLE");
  const holder = cursor.identifier();
  return {
    isChange: true,
    run: (session) =>
      verb === "GRANT"
        ? grantMembership(session, { role, to, holder })
        : revokeMembership(session, { role, to, holder }),
  };
}

/** Whose role it is to be. */
export interface Holding {
  readonly role: string;
  readonly to: "USER" | "ROLE";
  readonly holder: string;
}

export function grantMembership(session: Session, { role, to, holder }: Holding): ReturnType<typeof status> {
  const { account, now } = session;
  checkHolding(session, { role, to, holder });
  if (to === "ROLE" && rolesUnder(account, role).has(holder)) throw problems.invalidValue("cyclic grant of roles");
  if (!account.memberships.some((membership) => isHolding(membership, { role, to, holder })))
    account.memberships.push({ role, to, holder, grantedBy: session.role, at: now });
  return status("Statement executed successfully.");
}

export function revokeMembership(session: Session, holding: Holding): ReturnType<typeof status> {
  const { account } = session;
  checkHolding(session, holding);
  account.memberships = account.memberships.filter((membership) => !isHolding(membership, holding));
  return status("Statement executed successfully.");
}

function checkHolding(session: Session, { role, to, holder }: Holding): void {
  const found = findRole(session.account, role);
  if (to === "USER") findUser(session.account, holder);
  else findRole(session.account, holder);
  need(owns(session, found.owner) || hasManageGrants(session), `role '${shownName([role])}'`);
}

function isHolding(membership: Holding, { role, to, holder }: Holding): boolean {
  return membership.role === role && membership.to === to && membership.holder === holder;
}

function parsePrivileges(cursor: Cursor, verb: "GRANT" | "REVOKE"): Command {
  const all = [...new Set(Object.values(PRIVILEGES).flat())];
  const privileges = [cursor.oneOf(...all)];
  while (cursor.acceptSymbol(",")) privileges.push(cursor.oneOf(...all));
  cursor.expect("ON");
  const on = cursor.oneOf("ACCOUNT", "WAREHOUSE", "DATABASE", "SCHEMA", "TABLE");
  const name = on === "ACCOUNT" ? [] : cursor.qualified({ SCHEMA: 2, TABLE: 3, WAREHOUSE: 1, DATABASE: 1 }[on]);
  cursor.expect(verb === "GRANT" ? "TO" : "FROM");
  const to = cursor.oneOf("ROLE", "USER");
  const holder = cursor.identifier();
  const known: readonly string[] = PRIVILEGES[on];
  const unknown = privileges.find((privilege) => !known.includes(privilege));
  if (unknown !== undefined) throw problems.invalidValue(`privilege '${unknown}' on ${on}`);
  return {
    isChange: true,
    run(session) {
      const { account, now } = session;
      const owner = ownerOf(account, on, name);
      if (to === "ROLE") findRole(account, holder);
      else findUser(account, holder);
      need(
        hasManageGrants(session) || (owner !== null && owns(session, owner)),
        `${on.toLowerCase()} '${shownName(name)}'`,
      );
      const isSame = (grant: Omit<Grant, "role">): boolean =>
        privileges.some((one) => one === grant.privilege) && grant.on === on && sameName(grant.name, name);
      // What is there is taken away first, so that nothing is there twice.
      if (to === "ROLE") account.grants = account.grants.filter((grant) => grant.role !== holder || !isSame(grant));
      else account.userGrants = account.userGrants.filter((grant) => grant.user !== holder || !isSame(grant));
      for (const privilege of verb === "GRANT" ? privileges : []) {
        const granted = { privilege, on, name, grantedBy: session.role, at: now };
        if (to === "ROLE") account.grants.push({ ...granted, role: holder });
        else account.userGrants.push({ ...granted, user: holder });
      }
      return status("Statement executed successfully.");
    },
  };
}

function ownerOf(
  account: Account,
  on: keyof typeof PRIVILEGES,
  [first = "", second = ""]: readonly string[],
): string | null {
  switch (on) {
    case "ACCOUNT":
      return "ACCOUNTADMIN";
    case "WAREHOUSE":
      return findWarehouse(account, first).owner;
    case "DATABASE":
      return findDatabase(account, first).owner;
    default:
      return findSchema(account, first, second).owner;
  }
}

export function findRole(account: Account, name: string): NonNullable<ReturnType<Account["roles"]["get"]>> {
  const role = account.roles.get(name);
  if (role === undefined) throw problems.missing("Role", shownName([name]));
  return role;
}
