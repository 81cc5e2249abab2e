/** The account in memory: everything the sandbox knows. Names are as stored, case and all. */

import type { Table } from "../result.ts";

/** A programmatic access token. */
export interface AccessToken {
  readonly secret: string;
  readonly roleRestriction: string | null;
  readonly expiresAt: number;
}

export type UserType = "PERSON" | "SERVICE" | "LEGACY_SERVICE";

/** A user; the two key slots hold base64 of a DER public key. */
export interface User {
  name: string;
  loginName: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  /** Null when never set; behaves as PERSON. */
  type: UserType | null;
  isDisabled: boolean;
  defaultRole: string | null;
  defaultWarehouse: string | null;
  defaultNamespace: string | null;
  defaultSecondaryRoles: "ALL" | "NONE";
  publicKeys: [string | null, string | null];
  tokens: AccessToken[];
  hasPassword: boolean;
  mustChangePassword: boolean;
  networkPolicy: string | null;
  comment: string;
  owner: string;
  createdAt: number;
  lastLoginAt: number | null;
}

export interface Role {
  readonly name: string;
  readonly owner: string;
  readonly comment: string;
  readonly createdAt: number;
  /** SNOWFLAKE database roles granted to it: USAGE_VIEWER and the like. */
  readonly databaseRoles: Set<string>;
}

export interface Warehouse {
  readonly name: string;
  readonly owner: string;
  readonly createdAt: number;
  size: string;
  autoSuspend: number;
  minClusters: number;
  maxClusters: number;
  comment: string;
  monitor: string | null;
  readonly tags: Map<string, string>;
  /** What it does at the moment; left out, it is suspended and the next query starts it. */
  readonly now?: WarehouseNow;
}

export interface WarehouseNow {
  readonly state: string;
  readonly running?: number;
  readonly queued?: number;
  readonly doesResume?: boolean;
}

export interface Schema {
  readonly name: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly retentionDays: number;
  readonly comment: string;
  /** Tables and views, by name. */
  readonly objects: Set<string>;
  /** What else lies in it, by what SHOW calls it, as "STAGES". */
  readonly others?: Map<string, readonly string[]>;
  readonly tags: Map<string, string>;
}

export interface Database {
  readonly name: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly schemas: Map<string, Schema>;
}

export interface Monitor {
  readonly name: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly credits: number;
  readonly frequency: string;
  readonly triggers: readonly {
    readonly percent: number;
    readonly action: "NOTIFY" | "SUSPEND" | "SUSPEND_IMMEDIATE";
  }[];
}

/** A role held by a user or a role. */
export interface Membership {
  readonly role: string;
  readonly to: "USER" | "ROLE";
  readonly holder: string;
  readonly grantedBy: string;
  readonly at: number;
}

/** A privilege on an object. Account-wide ones are on "ACCOUNT" with no name. */
export interface Grant {
  readonly privilege: string;
  readonly on: string;
  readonly name: readonly string[];
  readonly role: string;
  readonly grantedBy: string;
  readonly at: number;
}

/** A privilege of a user, with no role between. */
export interface UserGrant extends Omit<Grant, "role"> {
  readonly user: string;
}

/**
 * One thing the account was asked to do, executed or refused. Replays of a known requestId are not executed, so not
 * here.
 */
export interface JournalEntry {
  readonly queryId: string;
  /** The SQL text, or "POST /api/v2/users" and its like. */
  readonly statement: string;
  readonly user: string;
  readonly role: string;
  readonly tag: string | null;
  readonly requestId: string | null;
  readonly at: number;
  readonly isChange: boolean;
  /** Null when it succeeded, otherwise the code it was refused with. */
  readonly errorCode: string | null;
}

/** The account. */
export interface Account {
  readonly organization: string;
  readonly name: string;
  readonly locator: string;
  readonly region: string;
  readonly version: string;
  readonly users: Map<string, User>;
  readonly roles: Map<string, Role>;
  readonly warehouses: Map<string, Warehouse>;
  readonly databases: Map<string, Database>;
  readonly monitors: Map<string, Monitor>;
  /** Tags by their quoted full name, with the role that owns each. */
  readonly tags: Map<string, string>;
  readonly networkPolicies: Set<string>;
  memberships: Membership[];
  grants: Grant[];
  /** Privileges on whatever of a kind is made later in a database or a schema, which the name is. */
  futureGrants: Grant[];
  /** Privileges somebody was granted without a role. */
  userGrants: UserGrant[];
  /** What holds for users that have no network policy of their own. */
  networkPolicy: string | null;
  readonly journal: JournalEntry[];
  readonly logins: { readonly user: string; readonly at: number; readonly isSuccess: boolean }[];
  readonly metering: { readonly warehouse: string; readonly at: number; readonly credits: string }[];
}

/** Who runs a statement, in which context. Every statement is a session of its own. */
export interface Session {
  readonly account: Account;
  readonly user: User;
  readonly role: string;
  readonly warehouse: string | null;
  readonly now: number;
}

/** A parsed statement, ready to run. */
export interface Command {
  readonly isChange: boolean;
  run(session: Session): Table;
}

/** A name as SHOW and messages print it: bare where a bare word means the same. */
export function shownName(parts: readonly string[]): string {
  return parts.map((part) => (/^[A-Z_][A-Z0-9_$]*$/.test(part) ? part : quoted(part))).join(".");
}

/** A name in quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
