/** SHOW: real time, no warehouse, only what the role may see. */

import { type Account, type Command, type Grant, type Session, shownName } from "../account/model.ts";
import { hasManageGrants, need } from "../account/privileges.ts";
import { findUser, maySee } from "../account/users.ts";
import { table, type Table, timestampCell } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { findRole } from "./grants.ts";
import { findDatabase, findSchema } from "./objects.ts";
import {
  userColumns,
  userRow,
  roleRows,
  warehouseRows,
  databaseRows,
  monitorRows,
  type ShownRow,
  seesDatabase,
  roleColumns,
  warehouseColumns,
  databaseColumns,
  monitorColumns,
} from "./show-rows.ts";

/** SHOW gives up to this many rows. */
const MAX_ROWS = 10_000;
/** A database role is held by its name with that of its database, as "ORDERS.READER". */
type GrantsTo = "TO ROLE" | "TO DATABASE ROLE";
const times = { created_on: "timestamp_ltz", last_success_login: "timestamp_ltz" } as const;

/** What lies in a schema beside its tables and views. */
const IN_SCHEMA = ["STAGES", "PROCEDURES", "USER FUNCTIONS", "STREAMS", "TASKS", "SEQUENCES"] as const;

/** After SHOW. */
export function parseShow(cursor: Cursor): Command {
  cursor.accept("TERSE");
  const kind = IN_SCHEMA.find((one) => cursor.accept(one));
  if (kind !== undefined) return parseShowInSchema(cursor, kind);
  if (cursor.accept("FUTURE GRANTS")) return parseShowFutureGrants(cursor);
  const what = cursor.oneOf(
    "USERS",
    "ROLES",
    "WAREHOUSES",
    "DATABASES",
    "SCHEMAS",
    "RESOURCE MONITORS",
    "OBJECTS",
    "GRANTS",
  );
  switch (what) {
    case "GRANTS":
      return parseShowGrants(cursor);
    case "SCHEMAS":
      return parseShowSchemas(cursor);
    case "OBJECTS":
      return parseShowObjects(cursor);
    case "USERS":
      return listing(cursor, userColumns, (session) =>
        [...session.account.users.values()].map((user) => userRow(session, user)),
      );
    case "ROLES":
      return listing(cursor, roleColumns, roleRows);
    case "WAREHOUSES":
      return listing(cursor, warehouseColumns, warehouseRows);
    case "DATABASES":
      return listing(cursor, databaseColumns, databaseRows);
    default:
      return listing(cursor, monitorColumns, monitorRows);
  }
}

/** Reads the filters every listing takes and makes the command. */
function listing(
  cursor: Cursor,
  columns: readonly string[],
  rowsOf: (session: Session) => readonly ShownRow[],
): Command {
  const like = cursor.accept("LIKE") ? cursor.string() : null;
  const start = cursor.accept("STARTS WITH") ? cursor.string() : "";
  const limit = cursor.accept("LIMIT") ? cursor.integer() : MAX_ROWS;
  const from = cursor.accept("FROM") ? cursor.string() : null;
  const pattern = like === null ? null : likePattern(like);
  return {
    isChange: false,
    run(session) {
      const rows = rowsOf(session)
        .filter(
          ({ name }) =>
            name.startsWith(start) && (pattern === null || pattern.test(name)) && (from === null || name > from),
        )
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, Math.min(limit, MAX_ROWS));
      return table(columns, rows, times);
    },
  };
}

function likePattern(like: string): RegExp {
  const body = like.replaceAll(
    /\\([\s\S])|([%_])|([^\w\s])/g,
    (_, escaped?: string, wildcard?: string, other?: string) => {
      if (wildcard !== undefined) return wildcard === "%" ? "[\\s\\S]*" : "[\\s\\S]";
      return `\\${escaped ?? other ?? ""}`;
    },
  );
  return new RegExp(`^${body}$`, "i");
}

function parseShowSchemas(cursor: Cursor): Command {
  cursor.expect("IN DATABASE");
  const database = cursor.identifier();
  return listing(
    cursor,
    [
      "created_on",
      "name",
      "is_default",
      "is_current",
      "database_name",
      "owner",
      "comment",
      "options",
      "retention_time",
    ],
    (session) => {
      const { schemas } = findDatabase(session.account, database);
      need(seesDatabase(session, database), `database '${shownName([database])}'`);
      return [...schemas.values()].map(({ name, owner, comment, retentionDays, createdAt }) => ({
        created_on: timestampCell(createdAt),
        name,
        database_name: database,
        owner,
        comment,
        retention_time: String(retentionDays),
      }));
    },
  );
}

function parseShowObjects(cursor: Cursor): Command {
  cursor.expect("IN SCHEMA");
  const [database = "", schema = ""] = cursor.qualified(2);
  return listing(cursor, ["created_on", "name", "database_name", "schema_name", "kind"], ({ account, now }) =>
    [...findSchema(account, database, schema).objects].map((name) => ({
      created_on: timestampCell(now),
      name,
      database_name: database,
      schema_name: schema,
      kind: "TABLE",
    })),
  );
}

function parseShowInSchema(cursor: Cursor, kind: (typeof IN_SCHEMA)[number]): Command {
  cursor.expect("IN SCHEMA");
  const [database = "", schema = ""] = cursor.qualified(2);
  return listing(cursor, ["created_on", "name", "database_name", "schema_name"], ({ account, now }) =>
    (findSchema(account, database, schema).others?.get(kind) ?? []).map((name) => ({
      created_on: timestampCell(now),
      name,
      database_name: database,
      schema_name: schema,
    })),
  );
}

function parseShowGrants(cursor: Cursor): Command {
  const whose = cursor.oneOf("TO USER", "TO ROLE", "TO DATABASE ROLE", "OF ROLE");
  const name = whose === "TO DATABASE ROLE" ? cursor.qualified(2).join(".") : cursor.identifier();
  return { isChange: false, run: (session) => showGrants(session, whose, name) };
}

function parseShowFutureGrants(cursor: Cursor): Command {
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
      return membershipTable(account, ({ to, holder }) => to === "USER" && holder === name);
    case "OF ROLE":
      findRole(account, name);
      return membershipTable(account, ({ role }) => role === name);
    case "TO ROLE":
    case "TO DATABASE ROLE": {
      if (whose === "TO ROLE") findRole(account, name);
      const rows = grantsTo(account, name).map(({ privilege, on, name: object, grantedBy, at }) => ({
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
