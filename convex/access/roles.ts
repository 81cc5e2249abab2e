/**
 * What a person may be and how one may look through another's eyes: the shapes that deciding who may do what begins
 * with.
 */

import { v, type Infer } from "convex/values";

/**
 * Additive roles with their words: as a label, in a sentence about one person, and for everybody who holds it. Every
 * active person is staff; Admin contains neither Governance nor FinOps.
 */
export const ROLES = {
  staff: { label: "Staff", word: "staff", holders: "everybody" },
  admin: { label: "Admin", word: "admin", holders: "admins" },
  governance: { label: "Governance", word: "governance", holders: "governance" },
  finops: { label: "FinOps", word: "FinOps", holders: "FinOps" },
  superAdmin: { label: "Super admin", word: "super admin", holders: "super admins" },
} as const;
export type RoleName = keyof typeof ROLES;

/** Every role, the one everybody has first. */
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

export const roleName = v.union(...ROLE_NAMES.map((name) => v.literal(name)));

/** Where a person stands in the portal. Only `active` opens anything. */
export const personStatus = v.union(
  v.literal("invited"),
  v.literal("active"),
  v.literal("suspended"),
  v.literal("removed"),
  v.literal("revoked"),
  v.literal("expired"),
);
export type PersonStatus = Infer<typeof personStatus>;

/** How a super admin looks through another person's eyes: reading only, or acting for them. */
export const impersonationMode = v.union(v.literal("view"), v.literal("act"));
export type ImpersonationMode = Infer<typeof impersonationMode>;
