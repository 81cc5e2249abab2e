/**
 * What the connector looks at: SHOW and DESCRIBE, which are real time and need no warehouse.
 *
 * STARTS WITH is the filter that takes its text as it is and minds case; LIKE would read `_` and `%` as wildcards.
 * The row of exactly the name is picked here.
 */

import { ConnectorError, type WarehouseState } from "../../contract/contract";
import { type Row, textOf } from "../api/cells";
import { isShownAs, parseShownName, qualify, quoteIdent, quoteLiteral } from "../api/identifiers";

const USERS_PER_PAGE = 1000;
const MAX_USER_PAGES = 100;
const MAX_WAREHOUSES = 1000;
/** What goes with a schema that is dropped, as SHOW calls it. OBJECTS are its tables and views. */
const SCHEMA_CONTENTS = ["OBJECTS", "STAGES", "PROCEDURES", "USER FUNCTIONS", "STREAMS", "TASKS", "SEQUENCES"] as const;

/** Runs a statement that changes nothing, as the connection's role or as the one for resource monitors. */
export type ReadStatement = (statement: string, as?: "monitor role") => Promise<readonly Row[]>;

/** A user as SHOW USERS tells. */
export interface UserState {
  readonly name: string;
  readonly isDisabled: boolean;
  /** PERSON, SERVICE, ...; PERSON when the account never set one. */
  readonly type: string;
  readonly loginName: string;
  readonly displayName: string;
  readonly email: string;
  readonly defaultRole: string;
  readonly defaultWarehouse: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Roles that count beside the default one from the first statement on, as SHOW lists them: "[]" for none. */
  readonly secondaryRoles: string;
  readonly comment: string;
  readonly hasSignedIn: boolean;
}

/** A privilege of a role, such as USAGE on ROLE ANALYST: a role holds the roles it may use. */
export interface RoleGrant {
  readonly privilege: string;
  readonly on: string;
  readonly name: string;
  /** On whatever of the kind is made later: the name ends in it, as ORDERS.CORE.<TABLE>. */
  readonly isFuture: boolean;
}

/** Reads of one account. */
export interface Reads {
  user(name: string): Promise<UserState | null>;
  users(): Promise<UserState[]>;
  /** Fingerprints of the two key slots, empty where there is none; null when there is no such user. */
  keySlots(user: string): Promise<readonly [string, string] | null>;
  rolesOf(user: string): Promise<readonly string[]>;
  /** What a user was granted without a role between. */
  grantsOfUser(user: string): Promise<readonly RoleGrant[]>;
  /** The network policy that was set for the user itself, as SHOW prints it; empty where only the account's holds. */
  networkPolicyOf(user: string): Promise<string>;
  hasRole(role: string): Promise<boolean>;
  /** What a role is granted itself, with each role it holds or owns. Fails when the account does not say. */
  grantsOf(role: string): Promise<readonly RoleGrant[]>;
  /** The same of a database role, by the name SHOW printed for it. */
  grantsOfDatabaseRole(shownName: string): Promise<readonly RoleGrant[]>;
  /**
   * What a role is granted on whatever is made later. Shown as far as the portal's role has a part in it, and all of it
   * only with MANAGE GRANTS.
   */
  futureGrantsOf(role: string): Promise<readonly RoleGrant[]>;
  /** The same of a database role. */
  futureGrantsOfDatabaseRole(shownName: string): Promise<readonly RoleGrant[]>;
  /** Privileges of a role on one object, sorted. */
  privilegesOf(role: string, on: string, ...name: readonly string[]): Promise<readonly string[]>;
  warehouse(name: string): Promise<Row | null>;
  /** The warehouses the portal's role is shown, by name, so many at most. */
  warehouses(): Promise<readonly WarehouseState[]>;
  monitor(name: string): Promise<Row | null>;
  hasDatabase(name: string): Promise<boolean>;
  schema(database: string, name: string): Promise<Row | null>;
  /** How much lies in a schema, as far as the portal's role is shown it. Fails when it may not see the schema. */
  countContents(database: string, schema: string): Promise<number>;
  /** The value of a tag on an object; empty when it is not set. */
  tag(tag: readonly string[], domain: "WAREHOUSE" | "SCHEMA", object: readonly string[]): Promise<string>;
}

/** Reads through `read`. */
export function readsThrough(read: ReadStatement): Reads {
  const findByName = async (what: string, name: string): Promise<Row | null> =>
    (await read(`SHOW ${what} STARTS WITH ${quoteLiteral(name)}`)).find((row) => textOf(row, "name") === name) ?? null;
  return {
    async user(name) {
      const row = await findByName("USERS", name);
      return row === null ? null : userState(row);
    },
    users: () => allUsers(read),
    keySlots: (user) => keySlots(read, user),
    rolesOf: async (user) => (await grantsToUser(read, user)).map(roleIn).filter((role) => role !== null),
    grantsOfUser: async (user) => (await grantsToUser(read, user)).filter((row) => roleIn(row) === null).map(roleGrant),
    async networkPolicyOf(user) {
      const rows = await orNothing(read(`SHOW PARAMETERS LIKE 'NETWORK_POLICY' IN USER ${quoteIdent(user)}`));
      const own = rows.find((row) => textOf(row, "key") === "NETWORK_POLICY" && textOf(row, "level") === "USER");
      return own === undefined ? "" : textOf(own, "value");
    },
    hasRole: async (role) => (await findByName("ROLES", role)) !== null,
    grantsOf: async (role) => (await read(`SHOW GRANTS TO ROLE ${quoteIdent(role)}`)).map(roleGrant),
    grantsOfDatabaseRole: async (shown) =>
      (await read(`SHOW GRANTS TO DATABASE ROLE ${fromShown(shown)}`)).map(roleGrant),
    futureGrantsOf: async (role) => (await read(`SHOW FUTURE GRANTS TO ROLE ${quoteIdent(role)}`)).map(futureGrant),
    futureGrantsOfDatabaseRole: async (shown) =>
      (await read(`SHOW FUTURE GRANTS TO DATABASE ROLE ${fromShown(shown)}`)).map(futureGrant),
    async privilegesOf(role, on, ...name) {
      const rows = await orNothing(read(`SHOW GRANTS TO ROLE ${quoteIdent(role)}`));
      return rows
        .filter((row) => textOf(row, "granted_on") === on && isShownAs(textOf(row, "name"), ...name))
        .map((row) => textOf(row, "privilege"))
        .sort();
    },
    warehouse: (name) => findByName("WAREHOUSES", name),
    warehouses: async () => (await read(`SHOW WAREHOUSES LIMIT ${MAX_WAREHOUSES}`)).map(warehouseState),
    // The one SHOW without STARTS WITH; an account has few monitors. Other roles see none of them, which would read as
    // "missing".
    monitor: async (name) =>
      (await read("SHOW RESOURCE MONITORS", "monitor role")).find((row) => textOf(row, "name") === name) ?? null,
    hasDatabase: async (name) => (await findByName("DATABASES", name)) !== null,
    async schema(database, name) {
      const rows = await orNothing(
        read(`SHOW SCHEMAS IN DATABASE ${quoteIdent(database)} STARTS WITH ${quoteLiteral(name)}`),
      );
      return rows.find((row) => textOf(row, "name") === name) ?? null;
    },
    async countContents(database, schema) {
      let count = 0;
      for (const kind of SCHEMA_CONTENTS) {
        const rows = await read(`SHOW ${kind} IN SCHEMA ${qualify(database, schema)}`);
        count += rows.filter((row) => textOf(row, "is_builtin") !== "Y").length;
      }
      return count;
    },
    async tag(tag, domain, object) {
      const rows = await orNothing(
        read(
          `SELECT SYSTEM$GET_TAG(${quoteLiteral(qualify(...tag))}, ${quoteLiteral(qualify(...object))}, '${domain}') AS TAG_VALUE`,
        ),
      );
      return rows[0] === undefined ? "" : textOf(rows[0], "TAG_VALUE");
    },
  };
}

function grantsToUser(read: ReadStatement, user: string): Promise<readonly Row[]> {
  return orNothing(read(`SHOW GRANTS TO USER ${quoteIdent(user)}`));
}

/**
 * The role a row of SHOW GRANTS TO USER is about, or null. Since 2025 a user may be granted privileges without one; before,
 * the row had the role and no privilege: docs.snowflake.com/en/release-notes/bcr-bundles/2025_01/bcr-1803.
 */
function roleIn(row: Row): string | null {
  const kind = `${textOf(row, "privilege")} ${textOf(row, "granted_on")}`.trim();
  if (kind !== "" && kind !== "USAGE ROLE") return null;
  const name = textOf(row, "name");
  return textOf(row, "role") || (parseShownName(name)?.[0] ?? name);
}

function fromShown(name: string): string {
  return qualify(...(parseShownName(name) ?? [name]));
}

function roleGrant(row: Row): RoleGrant {
  return {
    privilege: textOf(row, "privilege"),
    on: textOf(row, "granted_on"),
    name: textOf(row, "name"),
    isFuture: false,
  };
}

/** The columns have other names than those of grants that are: docs.snowflake.com/en/sql-reference/sql/show-grants. */
function futureGrant(row: Row): RoleGrant {
  return {
    privilege: textOf(row, "privilege"),
    on: textOf(row, "grant_on"),
    name: textOf(row, "name"),
    isFuture: true,
  };
}

function warehouseState(row: Row): WarehouseState {
  return {
    name: textOf(row, "name"),
    state: textOf(row, "state"),
    size: textOf(row, "size"),
    running: countIn(row, "running"),
    queued: countIn(row, "queued"),
    doesResume: textOf(row, "auto_resume") === "true",
  };
}

/** Without the privilege to monitor it a warehouse has no counts, which must not be read as none. */
function countIn(row: Row, column: string): number | null {
  const count = textOf(row, column);
  return /^\d+$/.test(count) ? Number(count) : null;
}

/** An object that is not there has no rows. */
async function orNothing(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "not-found") return [];
    throw error;
  }
}

function userState(row: Row): UserState {
  const disabled = textOf(row, "disabled");
  // Without OWNERSHIP or MANAGE GRANTS every column but the name is NULL, which must not be read as "not disabled".
  if (disabled === "")
    throw new ConnectorError(
      "admin-fixable",
      "user-not-readable",
      `The portal's Snowflake role may not read user "${textOf(row, "name")}". Grant it MANAGE GRANTS, or ownership of the user.`,
    );
  return {
    name: textOf(row, "name"),
    isDisabled: disabled === "true",
    type: textOf(row, "type") || "PERSON",
    loginName: textOf(row, "login_name"),
    displayName: textOf(row, "display_name"),
    email: textOf(row, "email"),
    defaultRole: textOf(row, "default_role"),
    defaultWarehouse: textOf(row, "default_warehouse"),
    firstName: textOf(row, "first_name"),
    lastName: textOf(row, "last_name"),
    secondaryRoles: textOf(row, "default_secondary_roles"),
    comment: textOf(row, "comment"),
    hasSignedIn: textOf(row, "last_success_login") !== "",
  };
}

async function allUsers(read: ReadStatement): Promise<UserState[]> {
  const users: UserState[] = [];
  for (let page = 0; page < MAX_USER_PAGES; page++) {
    const last = users.at(-1);
    const rows = await read(
      `SHOW USERS LIMIT ${USERS_PER_PAGE}${last === undefined ? "" : ` FROM ${quoteLiteral(last.name)}`}`,
    );
    users.push(...rows.map(userState));
    if (rows.length < USERS_PER_PAGE) return users;
  }
  throw new ConnectorError("bug", "result-too-large", "The account has more users than the portal reads.");
}

async function keySlots(read: ReadStatement, user: string): Promise<readonly [string, string] | null> {
  const rows = await orNothing(read(`DESCRIBE USER ${quoteIdent(user)}`));
  if (rows.length === 0) return null;
  const property = (name: string): string => {
    const row = rows.find((candidate) => textOf(candidate, "property") === name);
    return row === undefined ? "" : textOf(row, "value");
  };
  return [property("RSA_PUBLIC_KEY_FP"), property("RSA_PUBLIC_KEY_2_FP")];
}
