/** SHOW: real time, no warehouse, only what the role may see. */

import { type Command, type Session, shownName } from "../account/model.ts";
import { need } from "../account/privileges.ts";
import { findUser, maySee } from "../account/users.ts";
import { table, timestampCell } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { findDatabase, findSchema } from "./objects.ts";
import { parseShowFutureGrants, parseShowGrants } from "./show-grants.ts";
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
const times = { created_on: "timestamp_ltz", last_success_login: "timestamp_ltz" } as const;

/** What lies in a schema beside its tables and views. */
const IN_SCHEMA = ["STAGES", "PROCEDURES", "USER FUNCTIONS", "STREAMS", "TASKS", "SEQUENCES"] as const;

/** After SHOW. */
export function parseShow(cursor: Cursor): Command {
  cursor.accept("TERSE");
  const kind = IN_SCHEMA.find((one) => cursor.accept(one));
  if (kind !== undefined) return parseShowInSchema(cursor, kind);
  if (cursor.accept("FUTURE GRANTS")) return parseShowFutureGrants(cursor);
  if (cursor.accept("PARAMETERS")) return parseShowParameters(cursor);
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

/** Of the parameters of a user there is one here: its own network policy, else the account's, with the level it is of. */
function parseShowParameters(cursor: Cursor): Command {
  cursor.expect("LIKE");
  const pattern = likePattern(cursor.string());
  cursor.expect("IN USER");
  const name = cursor.identifier();
  return {
    isChange: false,
    run(session) {
      const { account } = session;
      const user = findUser(account, name);
      need(maySee(session, user), `user '${shownName([name])}'`);
      const level = user.networkPolicy !== null ? "USER" : account.networkPolicy !== null ? "ACCOUNT" : "";
      const row = {
        key: "NETWORK_POLICY",
        value: user.networkPolicy ?? account.networkPolicy ?? "",
        default: "",
        level,
        description: "Network policy assigned for the given target.",
        type: "STRING",
      };
      return table(Object.keys(row), pattern.test(row.key) ? [row] : []);
    },
  };
}
