/** Accounts to start from: Snowflake's own roles, and whatever a seed adds. */

import { type Account, type Role, shownName, type User, type UserType, type WarehouseNow } from "./model.ts";

/** A user of a seed; the rest takes Snowflake's defaults. */
export interface SeedUser {
  readonly name: string;
  readonly type?: UserType;
  readonly email?: string;
  readonly displayName?: string;
  readonly roles?: readonly string[];
  readonly defaultRole?: string;
  readonly defaultWarehouse?: string;
  /** Base64 of DER public keys. */
  readonly publicKeys?: readonly [string | null, string | null];
  readonly tokens?: readonly {
    readonly secret: string;
    readonly roleRestriction?: string;
    readonly expiresAt: number;
  }[];
  readonly networkPolicy?: string;
  readonly isDisabled?: boolean;
  readonly owner?: string;
  readonly lastLoginAt?: number;
}

/** A statement somebody ran before the sandbox began: run when the account is made, and noted at its own time. */
export interface SeedStatement {
  readonly user: string;
  readonly role: string;
  readonly statement: string;
  readonly at: number;
}

/** What an account starts with. Objects belong to SYSADMIN, users and roles to USERADMIN, unless said. */
export interface Seed {
  readonly organization?: string;
  readonly account?: string;
  readonly roles?: readonly {
    readonly name: string;
    readonly owner?: string;
    readonly grantedToRoles?: readonly string[];
    readonly databaseRoles?: readonly string[];
  }[];
  readonly users?: readonly SeedUser[];
  readonly warehouses?: readonly {
    readonly name: string;
    readonly size?: string;
    readonly owner?: string;
    readonly now?: WarehouseNow | undefined;
  }[];
  readonly databases?: readonly {
    readonly name: string;
    readonly owner?: string;
    readonly schemas?: readonly { readonly name: string; readonly objects?: readonly string[] }[];
  }[];
  readonly tags?: readonly { readonly name: readonly [string, string, string]; readonly owner?: string }[];
  readonly networkPolicies?: readonly string[];
  readonly grants?: readonly {
    readonly privilege: string;
    readonly on: string;
    readonly name?: readonly string[];
    readonly role: string;
  }[];
  /** Privileges on whatever of the kind is made later in the database or schema of this name. */
  readonly futureGrants?: Seed["grants"];
  readonly userGrants?: readonly {
    readonly privilege: string;
    readonly on: string;
    readonly name?: readonly string[];
    readonly user: string;
  }[];
  /** The account's own, for users that have none. */
  readonly networkPolicy?: string;
  readonly metering?: readonly { readonly warehouse: string; readonly at: number; readonly credits: string }[];
  readonly statements?: readonly SeedStatement[];
}

const SYSTEM_ROLES = ["ACCOUNTADMIN", "SECURITYADMIN", "USERADMIN", "SYSADMIN", "PUBLIC"];
const SYSTEM_HIERARCHY = [
  ["SECURITYADMIN", "ACCOUNTADMIN"],
  ["SYSADMIN", "ACCOUNTADMIN"],
  ["USERADMIN", "SECURITYADMIN"],
] as const;
const SYSTEM_PRIVILEGES = [
  ["USERADMIN", "CREATE USER"],
  ["USERADMIN", "CREATE ROLE"],
  ["SECURITYADMIN", "MANAGE GRANTS"],
  ["SYSADMIN", "CREATE WAREHOUSE"],
  ["SYSADMIN", "CREATE DATABASE"],
  ["ACCOUNTADMIN", "APPLY TAG"],
  ["ACCOUNTADMIN", "MONITOR"],
] as const;

/** A new account made from a seed. */
export function accountOf(seed: Seed, now: number): Account {
  const account: Account = {
    organization: seed.organization ?? "SANDBOX",
    name: seed.account ?? "PORTAL",
    locator: "SB00001",
    region: "AWS_EU_CENTRAL_1",
    version: "9.30.0",
    users: new Map(),
    roles: new Map(),
    warehouses: new Map(),
    databases: new Map(),
    monitors: new Map(),
    tags: new Map((seed.tags ?? []).map(({ name, owner }) => [shownName(name), owner ?? "SYSADMIN"])),
    networkPolicies: new Set(seed.networkPolicies),
    memberships: [],
    grants: [],
    futureGrants: [],
    userGrants: [],
    networkPolicy: seed.networkPolicy ?? null,
    journal: [],
    logins: [],
    metering: [...(seed.metering ?? [])],
  };
  addSystem(account, now);
  addRoles(account, seed, now);
  for (const user of seed.users ?? []) addUser(account, user, now);
  for (const { name, size = "X-Small", owner = "SYSADMIN", now: does } of seed.warehouses ?? []) {
    account.warehouses.set(name, {
      name,
      owner,
      createdAt: now,
      size,
      autoSuspend: 60,
      minClusters: 1,
      maxClusters: 1,
      comment: "",
      monitor: null,
      tags: new Map(),
      ...(does && { now: does }),
    });
  }
  for (const { name, owner = "SYSADMIN", schemas = [] } of seed.databases ?? []) {
    const made = schemas.map(
      (schema) =>
        [
          schema.name,
          {
            name: schema.name,
            owner,
            createdAt: now,
            retentionDays: 1,
            comment: "",
            objects: new Set(schema.objects),
            tags: new Map<string, string>(),
          },
        ] as const,
    );
    account.databases.set(name, { name, owner, createdAt: now, schemas: new Map(made) });
  }
  for (const { privilege, on, name = [], role } of seed.grants ?? [])
    account.grants.push({ privilege, on, name, role, grantedBy: "ACCOUNTADMIN", at: now });
  for (const { privilege, on, name = [], role } of seed.futureGrants ?? [])
    account.futureGrants.push({ privilege, on, name, role, grantedBy: "ACCOUNTADMIN", at: now });
  for (const { privilege, on, name = [], user } of seed.userGrants ?? [])
    account.userGrants.push({ privilege, on, name, user, grantedBy: "ACCOUNTADMIN", at: now });
  return account;
}

function addSystem(account: Account, now: number): void {
  for (const name of SYSTEM_ROLES) account.roles.set(name, newRole({ name, owner: "", createdAt: now }));
  for (const [role, holder] of SYSTEM_HIERARCHY)
    account.memberships.push({ role, to: "ROLE", holder, grantedBy: "", at: now });
  for (const [role, privilege] of SYSTEM_PRIVILEGES)
    account.grants.push({ privilege, on: "ACCOUNT", name: [], role, grantedBy: "", at: now });
}

function addRoles(account: Account, { roles = [] }: Seed, now: number): void {
  for (const { name, owner = "USERADMIN", grantedToRoles = ["SYSADMIN"], databaseRoles = [] } of roles) {
    account.roles.set(name, newRole({ name, owner, createdAt: now, databaseRoles }));
    for (const holder of grantedToRoles)
      account.memberships.push({ role: name, to: "ROLE", holder, grantedBy: owner, at: now });
  }
}

function newRole({
  name,
  owner,
  createdAt,
  databaseRoles = [],
}: {
  name: string;
  owner: string;
  createdAt: number;
  databaseRoles?: readonly string[];
}): Role {
  return { name, owner, comment: "", createdAt, databaseRoles: new Set(databaseRoles) };
}

function addUser(account: Account, seed: SeedUser, now: number): void {
  const user: User = {
    name: seed.name,
    loginName: (seed.email ?? seed.name).toUpperCase(),
    displayName: seed.displayName ?? seed.name,
    firstName: null,
    lastName: null,
    email: seed.email ?? null,
    type: seed.type ?? null,
    isDisabled: seed.isDisabled ?? false,
    defaultRole: seed.defaultRole ?? null,
    defaultWarehouse: seed.defaultWarehouse ?? null,
    defaultNamespace: null,
    defaultSecondaryRoles: "ALL",
    publicKeys: [seed.publicKeys?.[0] ?? null, seed.publicKeys?.[1] ?? null],
    tokens: (seed.tokens ?? []).map(({ secret, roleRestriction = null, expiresAt }) => ({
      secret,
      roleRestriction,
      expiresAt,
    })),
    hasPassword: false,
    mustChangePassword: false,
    networkPolicy: seed.networkPolicy ?? null,
    comment: "",
    owner: seed.owner ?? "USERADMIN",
    createdAt: now,
    lastLoginAt: seed.lastLoginAt ?? null,
  };
  account.users.set(user.name, user);
  for (const role of seed.roles ?? [])
    account.memberships.push({ role, to: "USER", holder: user.name, grantedBy: "USERADMIN", at: now });
}
