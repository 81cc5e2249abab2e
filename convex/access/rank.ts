/**
 * Who stands above whom, beside how far a role reaches among rows (scope.ts): how high a role ranks, up to which rank its
 * holder acts on people, and as what they bring somebody in.
 *
 *   common  what everybody is
 *   raised  whatever was granted beyond that
 *   top     what grants the others
 */

import { COMMON_ROLE, ROLE_NAMES, type RoleName, TOP_ROLE } from "./roles";

const RANKS = ["common", "raised", "top"] as const;
/** How high a role ranks. */
export type Rank = (typeof RANKS)[number];

/** Up to which rank a role's holder suspends, restores, removes, helps and corrects people. */
const ACTS_UP_TO: Readonly<Partial<Record<RoleName, Rank>>> = {
  admin: "common",
  governance: "raised",
  superAdmin: "top",
};

/** As what, beyond staff, a role's holder brings somebody in: as what they hold themselves, or as anything. */
const INVITES_AS: Readonly<Partial<Record<RoleName, "own" | "any">>> = { governance: "own", superAdmin: "any" };

/** How high somebody with these roles stands: their highest one counts. */
export function rankOf(roles: readonly RoleName[]): Rank {
  if (roles.includes(TOP_ROLE)) return "top";
  return grantedOf(roles).length > 0 ? "raised" : "common";
}

/** Whether somebody is a super admin: one of them is always left. */
export function isSuperAdmin(roles: readonly RoleName[]): boolean {
  return rankOf(roles) === "top";
}

/** Whether somebody holds more than staff. */
export function isElevated(roles: readonly RoleName[]): boolean {
  return rankOf(roles) !== "common";
}

/** What of these roles was granted: all but the one everybody has. */
export function grantedOf(roles: readonly RoleName[]): RoleName[] {
  return roles.filter((role) => role !== COMMON_ROLE);
}

/** Roles as a person holds them: everybody is staff, and no role counts twice. */
export function wholeRoles(granted: readonly RoleName[] = []): RoleName[] {
  return [...new Set<RoleName>([COMMON_ROLE, ...granted])];
}

/** Up to which rank somebody with these roles acts on people; null where they act on nobody. */
export function actsUpTo(roles: readonly RoleName[]): Rank | null {
  const own = new Set(roles.map((role) => ACTS_UP_TO[role]));
  return RANKS.findLast((rank) => own.has(rank)) ?? null;
}

/** Whether somebody with these roles acts on somebody with those: nobody reaches above themselves. */
export function reaches(roles: readonly RoleName[], theirs: readonly RoleName[]): boolean {
  const highest = actsUpTo(roles);
  return highest !== null && RANKS.indexOf(rankOf(theirs)) <= RANKS.indexOf(highest);
}

/**
 * Roles somebody may bring a person in with. Admins invite staff; governance gives what they hold, a super admin
 * everything. Whoever invites nobody by themselves asks for staff.
 */
export function rolesToGive(roles: readonly RoleName[]): RoleName[] {
  const gives = new Set(roles.map((role) => INVITES_AS[role]));
  if (gives.has("any")) return [...ROLE_NAMES];
  const given = wholeRoles(gives.has("own") ? roles : []);
  return ROLE_NAMES.filter((role) => given.includes(role));
}

/** Roles in the order their holders are turned to: whoever stands higher comes where nobody else is left. */
export function inTurn(roles: readonly RoleName[]): RoleName[][] {
  return RANKS.map((rank) => roles.filter((role) => rankOf([role]) === rank)).filter((turn) => turn.length > 0);
}
