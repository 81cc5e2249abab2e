/** SHOW GRANTS and SHOW FUTURE GRANTS: what roles and users were granted, and who has a role. */

import { type Account, type Command, type Grant, type Session, shownName } from "../account/model.ts";
import { hasManageGrants, need } from "../account/privileges.ts";
import { findUser, maySee } from "../account/users.ts";
import { table, type Table, timestampCell } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { findRole } from "./grants.ts";
import { seesDatabase } from "./show-rows.ts";

/** A database role is held by its name with that of its database, as "ORDERS.READER". */
type GrantsTo = "TO ROLE" | "TO DATABASE ROLE";
/** SHOW gives up to this many rows, without a word about the rest. */
const MAX_ROWS = 10_000;
const times = { created_on: "timestamp_ltz" } as const;

/** After SHOW GRANTS. */
export function parseShowGrants(cursor: Cursor): Command {
  const whose = cursor.oneOf("TO USER", "TO ROLE", "TO DATABASE ROLE", "OF ROLE");
  const name = whose === "TO DATABASE ROLE" ? cursor.qualified(2).join(".") : cursor.identifier();
  return { isChange: false, run: (session) => showGrants(session, whose, name) };
}

/** After SHOW FUTURE GRANTS. */
export function parseShowFutureGrants(cursor: Cursor): Command {
  const whose = cursor.oneOf("TO ROLE", "TO DATABASE ROLE");
  const name = whose === "TO DATABASE ROLE" ? cursor.qualified(2).join(".") : cursor.identifier();
  return { isChange: false, run: (session) => showFutureGrants(session, whose, name) };
}

/** What lies in a database the session's role has no part in is left out, without a word. */
function showFutureGrants(session: Session, whose: GrantsTo, role: string): Table {
  const { account } = session;
  if (whose === "TO ROLE") findRole(account, role);
  const maySeeIn = (database = ""): boolean =>
    hasManageGrants(session) || (account.databases.has(database) && seesDatabase(session, database));
  const rows = account.futureGrants
    .filter((grant) => grant.role === role && maySeeIn(grant.name[0]))
    .map(({ privilege, on, name, at }) => ({
      created_on: timestampCell(at),
      privilege,
      grant_on: on,
      name: `${shownName(name)}.<${on}>`,
      grant_to: granteeKind(whose),
      grantee_name: role,
      grant_option: "false",
    }));
  return table(
    ["created_on", "privilege", "grant_on", "name", "grant_to", "grantee_name", "grant_option"],
    rows,
    times,
  );
}

function granteeKind(whose: GrantsTo): string {
  return whose.slice("TO ".length).replace(" ", "_");
}

function showGrants(session: Session, whose: "TO USER" | GrantsTo | "OF ROLE", name: string): Table {
  const { account } = session;
  switch (whose) {
    case "TO USER":
      need(maySee(session, findUser(account, name)), `user '${shownName([name])}'`);
      return grantsToUser(account, name);
    case "OF ROLE":
      findRole(account, name);
      return membershipTable(account, ({ role }) => role === name);
    case "TO ROLE":
    case "TO DATABASE ROLE": {
      if (whose === "TO ROLE") findRole(account, name);
      const shown = grantsTo(account, name).slice(0, MAX_ROWS);
      const rows = shown.map(({ privilege, on, name: object, grantedBy, at }) => ({
        created_on: timestampCell(at),
        privilege,
        granted_on: on,
        name: on === "ACCOUNT" ? account.locator : shownName(object),
        granted_to: granteeKind(whose),
        grantee_name: name,
        grant_option: String(privilege === "OWNERSHIP"),
        granted_by: grantedBy,
      }));
      return table(
        ["created_on", "privilege", "granted_on", "name", "granted_to", "grantee_name", "grant_option", "granted_by"],
        rows,
        times,
      );
    }
  }
}

/** What a role may do itself: privileges, the roles granted to it as USAGE, and the roles it owns. */
function grantsTo(account: Account, role: string): Omit<Grant, "role">[] {
  return [
    ...account.grants.filter((grant) => grant.role === role),
    ...account.memberships
      .filter(({ to, holder }) => to === "ROLE" && holder === role)
      .map(({ role: held, grantedBy, at }) => ({ privilege: "USAGE", on: "ROLE", name: [held], grantedBy, at })),
    ...[...account.roles.values()]
      .filter(({ owner }) => owner === role)
      .map(({ name, createdAt }) => ({
        privilege: "OWNERSHIP",
        on: "ROLE",
        name: [name],
        grantedBy: role,
        at: createdAt,
      })),
  ];
}

/** What a user was granted: roles, and since 2025 privileges without one, whose role is NULL. */
function grantsToUser(account: Account, user: string): Table {
  const roles = account.memberships
    .filter(({ to, holder }) => to === "USER" && holder === user)
    .map(({ role, grantedBy, at }) => ({ privilege: "USAGE", on: "ROLE", name: [role], role, grantedBy, at }));
  const direct = account.userGrants.filter((grant) => grant.user === user).map((grant) => ({ ...grant, role: null }));
  const rows = [...roles, ...direct].map(({ privilege, on, name, role, grantedBy, at }) => ({
    created_on: timestampCell(at),
    privilege,
    granted_on: on,
    name: on === "ACCOUNT" ? account.locator : shownName(name),
    role,
    granted_to: "USER",
    grantee_name: user,
    grant_option: "false",
    granted_by: grantedBy,
  }));
  return table(
    [
      "created_on",
      "privilege",
      "granted_on",
      "name",
      "role",
      "granted_to",
      "grantee_name",
      "grant_option",
      "granted_by",
    ],
    rows,
    times,
  );
}

function membershipTable(account: Account, isWanted: (membership: Account["memberships"][number]) => boolean): Table {
  const rows = account.memberships.filter(isWanted).map(({ role, to, holder, grantedBy, at }) => ({
    created_on: timestampCell(at),
    role,
    granted_to: to,
    grantee_name: holder,
    granted_by: grantedBy,
  }));
  return table(["created_on", "role", "granted_to", "grantee_name", "granted_by"], rows, times);
}
