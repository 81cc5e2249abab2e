/**
 * What a role opens beyond its name: whoever holds it also has the roles it holds, those that these hold, and so on.
 *
 * A role of a harmless name that leads to one that administers the account is that role by another door, and one that
 * was approved for reading may have come to write, so the account itself is asked, down to the last role, each time
 * something is to be given.
 */

import { isSystemRole } from "../../../lib/pure/systemRoles";
import { ConnectorError } from "../../contract/contract";
import { parseShownName } from "../api/identifiers";
import type { RoleGrant } from "./reads";
import { type Account, isPortalRole } from "./userAndRoleFacts";

/** Roles looked at below one; a role that leads to more is not judged, and so not given. */
const MAX_ROLES = 200;
/** Rows of one SHOW; of exactly so many nobody knows whether there are more. Editions of its reference differ about it. */
const MAX_SHOWN = 10_000;
/** The role everybody has. */
const EVERYBODY = "PUBLIC";
/** The database every account has: what it shares can only be read. */
const SHARED = "SNOWFLAKE.";
/** What a role may do that only reads. Whatever is not known to only read is taken for writing. */
const READS = /^(USAGE|SELECT|REFERENCES|READ|OPERATE|VIEW LINEAGE|IMPORTED PRIVILEGES|MONITOR( [A-Z ]+)?)$/;

/** What a role is to be given for: "read" is not given by one that writes. */
export type RoleLevel = "read" | "write";

/** Fails when a role leads to the administration of the account, or opens more than it is given for. */
export async function refuseReach(account: Account, role: string, level: RoleLevel = "write"): Promise<void> {
  const reason = await whyNotGive(account, role, level);
  if (reason !== null) throw new ConnectorError("user-fixable", "protected-role", reason);
}

/**
 * Why a role is given to nobody, or not for this, as a sentence; null when it may be given. One that is given for reading
 * costs a second statement for each role looked at, as it must not write to what is made later either.
 */
export async function whyNotGive(account: Account, role: string, level: RoleLevel = "write"): Promise<string | null> {
  if (level === "read") await requireSight(account);
  const reached = new Set([role]);
  const databaseRoles = new Set<string>();
  for (const current of reached) {
    if (current !== EVERYBODY && (isSystemRole(current) || isPortalRole(account.settings, current)))
      return `Role "${role}" holds role "${current}", which administers the account; the portal does not give it.`;
    if (reached.size > MAX_ROLES) return tooMany(role);
    for (const grant of await grantsOf(account, current, level === "read" && current !== EVERYBODY)) {
      if (grant.privilege === "MANAGE GRANTS")
        return current === role
          ? `Role "${role}" may manage grants, and with it give itself anything; the portal does not give it.`
          : `Role "${role}" holds role "${current}", which may manage grants; the portal does not give it.`;
      const held = roleWithin(grant);
      if (held !== null) reached.add(held);
      else if (level === "read" && current !== EVERYBODY) {
        if (isDatabaseRole(grant)) databaseRoles.add(grant.name);
        else if (writes(grant)) return writing(role, current, grant);
      }
    }
  }
  return await whyNotReadThrough(account, role, databaseRoles);
}

async function grantsOf({ reads }: Account, role: string, withFuture: boolean): Promise<readonly RoleGrant[]> {
  return await wholeOf(role, reads.grantsOf(role), withFuture ? reads.futureGrantsOf(role) : Promise.resolve([]));
}

/** All of these lists; fails where one is as long as SHOW gives at most, as the rest of it may say anything. */
async function wholeOf(role: string, ...lists: Promise<readonly RoleGrant[]>[]): Promise<readonly RoleGrant[]> {
  const found = await Promise.all(lists);
  if (role !== EVERYBODY && found.some(({ length }) => length === MAX_SHOWN))
    throw new ConnectorError(
      "user-fixable",
      "protected-role",
      `Role "${role}" may do more than Snowflake lists, too much to be sure of; the portal does not give it.`,
    );
  return found.flat();
}

/** Fails where SHOW may leave out some of what a role is granted later: what is not shown would pass as not there. */
async function requireSight(account: Account): Promise<void> {
  if (!(await seesEverything(account)))
    throw new ConnectorError(
      "admin-fixable",
      "grants-not-readable",
      "The portal's Snowflake role may not see everything a role may do, such as on tables made later. Grant it MANAGE GRANTS, then try again.",
    );
}

/** Whether the portal's role has MANAGE GRANTS, itself or by a role it holds: only then SHOW leaves nothing out. */
export async function seesEverything({ reads, settings }: Account): Promise<boolean> {
  const held = new Set([settings.role]);
  for (const role of held) {
    if (held.size > MAX_ROLES) return false;
    for (const grant of await reads.grantsOf(role)) {
      if (grant.privilege === "MANAGE GRANTS") return true;
      const within = grant.privilege === "USAGE" ? roleWithin(grant) : null;
      if (within !== null) held.add(within);
    }
  }
  return false;
}

/**
 * The databases a role opens, also through the roles it holds: those it may use, and those something of it lies in or
 * will, as everybody may be allowed to use these. Too many roles to be sure of are refused by the plan before.
 */
export async function databasesOpened(account: Account, role: string): Promise<string[]> {
  const reached = new Set([role]);
  const databases = new Set<string>();
  await requireSight(account);
  for (const current of reached) {
    // What everybody has is nobody's to decide about.
    if (current === EVERYBODY || reached.size > MAX_ROLES) continue;
    for (const grant of await grantsOf(account, current, true)) {
      const held = roleWithin(grant);
      const database = held === null ? databaseOf(grant) : null;
      if (held !== null) reached.add(held);
      if (database !== null) databases.add(database);
    }
  }
  return [...databases].toSorted();
}

function databaseOf({ privilege, on, name }: RoleGrant): string | null {
  if (privilege.startsWith("MONITOR") || name === "SNOWFLAKE" || name.startsWith(SHARED)) return null;
  const [first = null, ...within] = parseShownName(name) ?? [];
  return on === "DATABASE" || within.length > 0 ? first : null;
}

/** Why a role does not only read by the database roles it holds, or null. */
async function whyNotReadThrough(account: Account, role: string, reached: Set<string>): Promise<string | null> {
  for (const current of reached) {
    if (reached.size > MAX_ROLES) return tooMany(role);
    const { reads } = account;
    const lists = [reads.grantsOfDatabaseRole(current), reads.futureGrantsOfDatabaseRole(current)];
    for (const grant of await wholeOf(current, ...lists)) {
      if (isDatabaseRole(grant)) reached.add(grant.name);
      else if (writes(grant)) return writing(role, current, grant);
    }
  }
  return null;
}

function isDatabaseRole({ on, name, privilege }: RoleGrant): boolean {
  return on === "DATABASE_ROLE" && ["USAGE", "OWNERSHIP"].includes(privilege) && !name.startsWith(SHARED);
}

function writes({ privilege, on, name }: RoleGrant): boolean {
  return !READS.test(privilege) && !(on === "DATABASE_ROLE" && name.startsWith(SHARED));
}

function writing(role: string, current: string, { privilege, on, name, isFuture }: RoleGrant): string {
  const through = current === role ? "" : ` through role "${current}"`;
  const kind = `${isFuture ? "every new " : ""}${on.toLowerCase().replaceAll("_", " ")}`;
  return `Role "${role}" was asked for to read, but has ${privilege} on ${kind} ${name}${through}; the portal does not give it for reading.`;
}

function tooMany(role: string): string {
  return `Role "${role}" holds more than ${MAX_ROLES} other roles, too many to be sure of; the portal does not give it.`;
}

/** The role a grant is about, for those that hold it or may take it at any time, as its owner may. */
function roleWithin({ privilege, on, name }: RoleGrant): string | null {
  if (on !== "ROLE" || !["USAGE", "OWNERSHIP"].includes(privilege)) return null;
  const parts = parseShownName(name);
  return parts?.length === 1 ? (parts[0] ?? name) : name;
}
