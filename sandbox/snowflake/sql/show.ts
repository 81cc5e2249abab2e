/** SHOW: real time, no warehouse, only what the role may see. */
import { type Account, type Command, type Session, shownName, type User } from "../account/model.ts";
import { has, hasManageGrants, isAccountAdmin, need, owns } from "../account/privileges.ts";
import { findUser, maySee } from "../account/users.ts";
import { type Cell, table, type Table, timestampCell } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { findRole } from "./grants.ts";
import { findDatabase, findSchema } from "./objects.ts";

/** SHOW gives up to this many rows. */
const MAX_ROWS = 10_000;
type ShownRow = Readonly<Record<string, Cell>> & { readonly name: string };
const times = { created_on: "timestamp_ltz", last_success_login: "timestamp_ltz" } as const;

/** After SHOW. */
export function parseShow(cursor: Cursor): Command {
  cursor.accept("TERSE");
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
      return listing(
        cursor,
        [
          "created_on",
          "name",
          "is_default",
          "is_current",
          "is_inherited",
          "assigned_to_users",
          "granted_to_roles",
          "granted_roles",
          "owner",
          "comment",
        ],
        roleRows,
      );
    case "WAREHOUSES":
      return listing(
        cursor,
        [
          "name",
          "state",
          "type",
          "size",
          "min_cluster_count",
          "max_cluster_count",
          "started_clusters",
          "auto_suspend",
          "auto_resume",
          "created_on",
          "owner",
          "comment",
          "resource_monitor",
        ],
        warehouseRows,
      );
    case "DATABASES":
      return listing(
        cursor,
        ["created_on", "name", "is_default", "is_current", "origin", "owner", "comment", "options", "retention_time"],
        databaseRows,
      );
    default:
      return listing(
        cursor,
        [
          "name",
          "credit_quota",
          "used_credits",
          "remaining_credits",
          "level",
          "frequency",
          "start_time",
          "end_time",
          "notify_at",
          "suspend_at",
          "suspend_immediately_at",
          "created_on",
          "owner",
          "comment",
        ],
        monitorRows,
      );
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

const userColumns = [
  "name",
  "created_on",
  "login_name",
  "display_name",
  "first_name",
  "last_name",
  "email",
  "mins_to_unlock",
  "days_to_expiry",
  "comment",
  "disabled",
  "must_change_password",
  "snowflake_lock",
  "default_warehouse",
  "default_namespace",
  "default_role",
  "default_secondary_roles",
  "owner",
  "last_success_login",
  "has_password",
  "has_rsa_public_key",
  "type",
  "has_pat",
];

function userRow(session: Session, user: User): ShownRow {
  if (!maySee(session, user)) return { name: user.name };
  return {
    name: user.name,
    created_on: timestampCell(user.createdAt),
    login_name: user.loginName,
    display_name: user.displayName,
    first_name: user.firstName ?? "",
    last_name: user.lastName ?? "",
    email: user.email ?? "",
    comment: user.comment,
    disabled: String(user.isDisabled),
    must_change_password: String(user.mustChangePassword),
    snowflake_lock: "false",
    default_warehouse: user.defaultWarehouse,
    default_namespace: user.defaultNamespace,
    default_role: user.defaultRole,
    default_secondary_roles: user.defaultSecondaryRoles === "ALL" ? '["ALL"]' : "[]",
    owner: user.owner,
    last_success_login: user.lastLoginAt === null ? null : timestampCell(user.lastLoginAt),
    has_password: String(user.hasPassword),
    has_rsa_public_key: String(user.publicKeys.some((key) => key !== null)),
    type: user.type,
    has_pat: String(user.tokens.length > 0),
  };
}

function roleRows({ account, role: current, user }: Session): ShownRow[] {
  return [...account.roles.values()].map(({ name, owner, comment, createdAt }) => ({
    created_on: timestampCell(createdAt),
    name,
    is_default: name === user.defaultRole ? "Y" : "N",
    is_current: name === current ? "Y" : "N",
    assigned_to_users: String(
      account.memberships.filter((membership) => membership.role === name && membership.to === "USER").length,
    ),
    granted_to_roles: String(
      account.memberships.filter((membership) => membership.role === name && membership.to === "ROLE").length,
    ),
    granted_roles: String(
      account.memberships.filter((membership) => membership.holder === name && membership.to === "ROLE").length,
    ),
    owner,
    comment,
  }));
}

function warehouseRows(session: Session): ShownRow[] {
  const isVisible = (name: string, owner: string): boolean =>
    owns(session, owner) ||
    isAccountAdmin(session) ||
    hasManageGrants(session) ||
    ["USAGE", "OPERATE", "MODIFY", "MONITOR"].some((privilege) => has(session, privilege, "WAREHOUSE", name));
  return [...session.account.warehouses.values()]
    .filter(({ name, owner }) => isVisible(name, owner))
    .map((warehouse) => ({
      name: warehouse.name,
      state: "SUSPENDED",
      type: "STANDARD",
      size: warehouse.size,
      min_cluster_count: String(warehouse.minClusters),
      max_cluster_count: String(warehouse.maxClusters),
      started_clusters: "0",
      auto_suspend: String(warehouse.autoSuspend),
      auto_resume: "true",
      created_on: timestampCell(warehouse.createdAt),
      owner: warehouse.owner,
      comment: warehouse.comment,
      // The word, not NULL.
      resource_monitor: warehouse.monitor ?? "null",
    }));
}

function databaseRows(session: Session): ShownRow[] {
  return [...session.account.databases.values()]
    .filter((database) => seesDatabase(session, database.name))
    .map(({ name, owner, createdAt }) => ({
      created_on: timestampCell(createdAt),
      name,
      owner,
      comment: "",
      retention_time: "1",
    }));
}

function seesDatabase(session: Session, name: string): boolean {
  return (
    owns(session, findDatabase(session.account, name).owner) ||
    hasManageGrants(session) ||
    ["USAGE", "CREATE SCHEMA", "MONITOR"].some((privilege) => has(session, privilege, "DATABASE", name))
  );
}

function monitorRows(session: Session): ShownRow[] {
  const percents = (
    triggers: readonly { readonly percent: number; readonly action: string }[],
    action: string,
  ): string =>
    triggers
      .filter((trigger) => trigger.action === action)
      .map(({ percent }) => `${percent}%`)
      .join(",") || "null";
  const isVisible = isAccountAdmin(session) || has(session, "MONITOR", "ACCOUNT");
  return (isVisible ? [...session.account.monitors.values()] : []).map(
    ({ name, credits, frequency, triggers, owner, createdAt }) => ({
      name,
      credit_quota: credits.toFixed(2),
      used_credits: "0.00",
      remaining_credits: credits.toFixed(2),
      level: [...session.account.warehouses.values()].some((warehouse) => warehouse.monitor === name)
        ? "WAREHOUSE"
        : "null",
      frequency,
      notify_at: percents(triggers, "NOTIFY"),
      suspend_at: percents(triggers, "SUSPEND"),
      suspend_immediately_at: percents(triggers, "SUSPEND_IMMEDIATE"),
      created_on: timestampCell(createdAt),
      owner,
      comment: "",
    }),
  );
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

function parseShowGrants(cursor: Cursor): Command {
  const whose = cursor.oneOf("TO USER", "TO ROLE", "OF ROLE");
  const name = cursor.identifier();
  return { isChange: false, run: (session) => showGrants(session, whose, name) };
}

function showGrants(session: Session, whose: "TO USER" | "TO ROLE" | "OF ROLE", name: string): Table {
  const { account } = session;
  switch (whose) {
    case "TO USER":
      need(maySee(session, findUser(account, name)), `user '${shownName([name])}'`);
      return membershipTable(account, ({ to, holder }) => to === "USER" && holder === name);
    case "OF ROLE":
      findRole(account, name);
      return membershipTable(account, ({ role }) => role === name);
    case "TO ROLE": {
      findRole(account, name);
      const rows = account.grants
        .filter((grant) => grant.role === name)
        .map(({ privilege, on, name: object, grantedBy, at }) => ({
          created_on: timestampCell(at),
          privilege,
          granted_on: on,
          name: on === "ACCOUNT" ? account.locator : shownName(object),
          granted_to: "ROLE",
          grantee_name: name,
          grant_option: "false",
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
