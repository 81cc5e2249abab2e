/**
 * What a person may be and how one may look through another's eyes: the shapes that deciding who may do what begins
 * with.
 */

interface RoleWords {
  readonly label: string;
  /** In a sentence about one person. */
  readonly word: string;
  /** Everybody who holds it. */
  readonly holders: string;
  /** In which capacity its holder decides. */
  readonly capacity: string;
  /** What it is for, where somebody chooses it. */
  readonly does: string;
}

/** Additive roles with their words. Every active person is staff; Admin contains neither Governance nor FinOps. */
export const ROLES = {
  staff: {
    label: "Staff",
    word: "staff",
    holders: "everybody",
    capacity: "as staff",
    does: "Requests, tickets and feedback of their own",
  },
  admin: {
    label: "Admin",
    word: "admin",
    holders: "admins",
    capacity: "as admin",
    does: "Works on everybody's requests",
  },
  governance: {
    label: "Governance",
    word: "governance",
    holders: "governance",
    capacity: "for Governance",
    does: "Data domains, invitations and removals",
  },
  finops: {
    label: "FinOps",
    word: "FinOps",
    holders: "FinOps",
    capacity: "for FinOps",
    does: "Cost, budgets and service users",
  },
  superAdmin: {
    label: "Super admin",
    word: "super admin",
    holders: "super admins",
    capacity: "as super admin",
    does: "Everything, with a second person where it takes two",
  },
} as const satisfies Readonly<Record<string, RoleWords>>;
export type RoleName = keyof typeof ROLES;

/** Every role, the one everybody has first. */
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

/** What everybody is. The other roles are granted. */
export const COMMON_ROLE = "staff" as const satisfies RoleName;
/** Whose holders grant the others: without one of them nobody administers the portal. */
export const TOP_ROLE = "superAdmin" as const satisfies RoleName;
/** Whose holders look after the portal: they are asked where a rule names nobody. */
export const KEEPER_ROLE = "admin" as const satisfies RoleName;

/** The roles that are granted. */
export const GRANTED_ROLES = ROLE_NAMES.filter((role) => role !== COMMON_ROLE);

/** Those who hold a role, where the words begin a line: "Admins". */
export function holdersTitle(role: RoleName): string {
  const { holders } = ROLES[role];
  return `${holders.charAt(0).toUpperCase()}${holders.slice(1)}`;
}

/** Where a person can stand in the portal. Only `active` opens anything. */
export const PERSON_STATUSES = ["invited", "active", "suspended", "removed", "revoked", "expired"] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** How a super admin looks through another person's eyes: reading only, or acting for them. */
export const IMPERSONATION_MODES = ["view", "act"] as const;
export type ImpersonationMode = (typeof IMPERSONATION_MODES)[number];
