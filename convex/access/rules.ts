/**
 * Who may do what. The server refuses by this table, and the menu and the buttons follow it.
 *
 * A capability is `noun.verb`. It names the roles that hold it and what becomes of it while its holder
 * impersonates somebody:
 *   target  the impersonated person's rights and data apply, in both modes
 *   acting  the same, but only in act mode
 *   self    it stays the real person's: super admin pages keep working and say so
 *   never   refused
 */

import type { Refusal } from "../lib/pure/refusal";
import { whyNotEnter } from "./entry";
import { type ImpersonationMode, type PersonStatus, type RoleName, ROLES } from "./roles";

const EVERYONE = ["staff", "admin", "governance", "finops", "superAdmin"] as const satisfies readonly RoleName[];
const SUPER_ADMIN = ["superAdmin"] as const satisfies readonly RoleName[];
const ADMINS = ["admin", "superAdmin"] as const satisfies readonly RoleName[];
/** Those who see beyond their own; governance and FinOps see their part of it. */
const OVERSEERS = ["admin", "governance", "finops", "superAdmin"] as const satisfies readonly RoleName[];
const GOVERNORS = ["admin", "governance", "superAdmin"] as const satisfies readonly RoleName[];

/** Those who answer for the data. */
const GOVERNANCE = ["governance", "superAdmin"] as const satisfies readonly RoleName[];

interface CapabilityRule {
  readonly roles: readonly RoleName[];
  readonly whileImpersonating: "target" | "acting" | "self" | "never";
}

export const CAPABILITIES = {
  "self.read": { roles: EVERYONE, whileImpersonating: "target" },
  "self.write": { roles: EVERYONE, whileImpersonating: "never" },
  "self.export": { roles: EVERYONE, whileImpersonating: "never" },
  "home.pin": { roles: ADMINS, whileImpersonating: "never" },
  "people.search": { roles: EVERYONE, whileImpersonating: "target" },
  "people.readAll": { roles: GOVERNORS, whileImpersonating: "target" },
  "people.suspend": { roles: GOVERNORS, whileImpersonating: "never" },
  "people.remove": { roles: GOVERNANCE, whileImpersonating: "never" },
  "people.invite": { roles: GOVERNORS, whileImpersonating: "never" },
  "people.help": { roles: GOVERNORS, whileImpersonating: "never" },
  "people.changeRoles": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "proposals.read": { roles: GOVERNORS, whileImpersonating: "target" },
  "proposals.decide": { roles: GOVERNORS, whileImpersonating: "never" },
  "proposals.accept": { roles: EVERYONE, whileImpersonating: "never" },
  "proposals.stop": { roles: ADMINS, whileImpersonating: "never" },
  "access.explain": { roles: GOVERNORS, whileImpersonating: "never" },
  "impersonation.start": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "impersonation.end": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "impersonation.steer": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "domains.read": { roles: EVERYONE, whileImpersonating: "target" },
  "domains.propose": { roles: EVERYONE, whileImpersonating: "never" },
  "domains.write": { roles: GOVERNANCE, whileImpersonating: "never" },
  "config.write": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "demo.manage": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "reviews.read": { roles: EVERYONE, whileImpersonating: "target" },
  "reviews.decide": { roles: EVERYONE, whileImpersonating: "never" },
  "reviews.start": { roles: GOVERNANCE, whileImpersonating: "never" },
  "feedback.read": { roles: EVERYONE, whileImpersonating: "target" },
  "feedback.write": { roles: EVERYONE, whileImpersonating: "never" },
  "feedback.manage": { roles: ADMINS, whileImpersonating: "never" },
  "feedback.delete": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "articles.read": { roles: EVERYONE, whileImpersonating: "target" },
  "articles.write": { roles: EVERYONE, whileImpersonating: "never" },
  "areas.write": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "catalog.read": { roles: EVERYONE, whileImpersonating: "target" },
  "requests.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "requests.create": { roles: EVERYONE, whileImpersonating: "acting" },
  "requests.exportOwn": { roles: EVERYONE, whileImpersonating: "never" },
  "requests.createForOthers": { roles: OVERSEERS, whileImpersonating: "never" },
  "requests.cancelOwn": { roles: EVERYONE, whileImpersonating: "acting" },
  "requests.comment": { roles: EVERYONE, whileImpersonating: "acting" },
  "presence.show": { roles: EVERYONE, whileImpersonating: "never" },
  // A page that closes because other eyes look closes as whoever opened it.
  "presence.leave": { roles: EVERYONE, whileImpersonating: "self" },
  "requests.readAll": { roles: OVERSEERS, whileImpersonating: "target" },
  "requests.hold": { roles: GOVERNORS, whileImpersonating: "never" },
  "requests.manage": { roles: ADMINS, whileImpersonating: "never" },
  "tasks.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "tasks.workOwn": { roles: EVERYONE, whileImpersonating: "never" },
  "tasks.readAll": { roles: OVERSEERS, whileImpersonating: "target" },
  "tasks.manage": { roles: GOVERNORS, whileImpersonating: "never" },
  "approvals.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "approvals.decide": { roles: EVERYONE, whileImpersonating: "never" },
  "approvals.reassign": { roles: EVERYONE, whileImpersonating: "never" },
  "approvals.delegate": { roles: EVERYONE, whileImpersonating: "never" },
  "approvals.administer": { roles: GOVERNORS, whileImpersonating: "never" },
  "approvals.breakGlass": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "approvals.simulate": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "grants.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "grants.readAll": { roles: OVERSEERS, whileImpersonating: "target" },
  "grants.revoke": { roles: GOVERNORS, whileImpersonating: "never" },
  "services.read": { roles: EVERYONE, whileImpersonating: "target" },
  "services.manage": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "templates.read": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "templates.write": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "notifications.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "notifications.writeOwn": { roles: EVERYONE, whileImpersonating: "never" },
  "notifications.test": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "views.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "views.writeOwn": { roles: EVERYONE, whileImpersonating: "never" },
  "tickets.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "tickets.write": { roles: EVERYONE, whileImpersonating: "never" },
  "tickets.answer": { roles: ADMINS, whileImpersonating: "never" },
  "audit.readOwn": { roles: EVERYONE, whileImpersonating: "target" },
  "audit.readAll": { roles: OVERSEERS, whileImpersonating: "target" },
  "audit.export": { roles: ADMINS, whileImpersonating: "never" },
  "audit.verify": { roles: ADMINS, whileImpersonating: "never" },
  "monitor.read": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "monitor.run": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "monitor.clear": { roles: SUPER_ADMIN, whileImpersonating: "never" },
  "environment.read": { roles: SUPER_ADMIN, whileImpersonating: "self" },
  "mail.read": { roles: SUPER_ADMIN, whileImpersonating: "self" },
} as const satisfies Record<string, CapabilityRule>;

/** The name of a capability. */
export type Capability = keyof typeof CAPABILITIES;

/** Every capability, for menus and tests. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/**
 * The two calls that must answer before a person may do anything at all: finding out who one is, and
 * being taken up at the first sign-in. They check the session, and nothing else.
 */
export const SESSION_CAPABILITIES = ["session.identify", "session.begin"] as const;
export type SessionCapability = (typeof SESSION_CAPABILITIES)[number];

/** What whoever looks after the portal holds: they are notified of what nobody in particular has to see to. */
export const PORTAL_DUTY = "requests.manage" satisfies Capability;
/** What whoever answers for the data holds. */
export const DATA_DUTY = "domains.write" satisfies Capability;

/** The roles that hold a capability. */
export function rolesWith(capability: Capability): readonly RoleName[] {
  return CAPABILITIES[capability].roles;
}

/** Whether these roles hold a capability, where nothing else of the person counts; `can` asks about the person. */
export function rolesHold(roles: readonly RoleName[], capability: Capability): boolean {
  return isAmong(roles, rolesWith(capability));
}

/** Who a page is for, in words: those whose roles hold its capability. Whoever names the admins means the super admins, too. */
export function whoMayOpen(capability: Capability | undefined): string {
  const rule: CapabilityRule | undefined = capability && CAPABILITIES[capability];
  if (!rule || rule.roles.includes("staff")) return "everybody with an active account";
  const named = rule.roles.filter((role) => role !== "superAdmin" || !rule.roles.includes("admin"));
  return new Intl.ListFormat("en-GB").format(named.map((role) => ROLES[role].holders));
}

/** What a decision needs to know about the caller. */
export interface ViewerFacts {
  readonly roles: readonly RoleName[];
  readonly status: PersonStatus;
  readonly hasChangedInitialPassword: boolean;
  readonly impersonation: null | {
    readonly mode: ImpersonationMode;
    readonly targetRoles: readonly RoleName[];
  };
}

/** Why this person may not use a capability right now, or null. */
export function whyNot(viewer: ViewerFacts, capability: Capability): Refusal | null {
  const closed = whyNotEnter(viewer);
  if (closed) return closed;
  const rule: CapabilityRule = CAPABILITIES[capability];
  const { impersonation } = viewer;
  if (impersonation) {
    const isForbidden =
      rule.whileImpersonating === "never" || (rule.whileImpersonating === "acting" && impersonation.mode !== "act");
    if (isForbidden) return { code: "not-while-impersonating", capability };
  }
  const rolesThatCount = impersonation && !staysOwn(capability) ? impersonation.targetRoles : viewer.roles;
  return isAmong(rolesThatCount, rule.roles) ? null : { code: "not-allowed", capability };
}

/** Whether this person may use a capability right now. */
export function can(viewer: ViewerFacts, capability: Capability): boolean {
  return whyNot(viewer, capability) === null;
}

/** Whether somebody may who sees through nobody else's eyes. Of their row it looks at what decides, and at nothing else. */
export function personCan(
  { roles, status, hasChangedInitialPassword }: Omit<ViewerFacts, "impersonation">,
  capability: Capability,
): boolean {
  return can({ roles, status, hasChangedInitialPassword, impersonation: null }, capability);
}

/** Everything this person may do right now. */
export function capabilitiesOf(viewer: ViewerFacts): Capability[] {
  return CAPABILITY_NAMES.filter((capability) => can(viewer, capability));
}

/** Whether a capability is exercised as the real person even while they impersonate somebody. */
export function staysOwn(capability: Capability): boolean {
  return CAPABILITIES[capability].whileImpersonating === "self";
}

/** Whether somebody with these roles is one of those that others name: everybody is staff. */
export function isAmong(own: readonly RoleName[], wanted: readonly RoleName[]): boolean {
  return wanted.includes("staff") || own.some((role) => wanted.includes(role));
}
