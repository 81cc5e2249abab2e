/**
 * What a person may be and how one may look through another's eyes: the shapes that deciding who may do what begins
 * with.
 */

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

/** Where a person can stand in the portal. Only `active` opens anything. */
export const PERSON_STATUSES = ["invited", "active", "suspended", "removed", "revoked", "expired"] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** How a super admin looks through another person's eyes: reading only, or acting for them. */
export const IMPERSONATION_MODES = ["view", "act"] as const;
export type ImpersonationMode = (typeof IMPERSONATION_MODES)[number];
