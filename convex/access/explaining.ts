/**
 * Why somebody can or cannot do something, in words about them: the rule, what is missing, and who could give it. The
 * answer follows the same table the server refuses by. It names roles, never people: who holds them is not its business.
 */

import { ROLES } from "./roles";
import { CAPABILITIES, type Capability, type ViewerFacts, whyNot, whoMayOpen } from "./rules";

/** An answer. Something that does not exist and something the asker may not see are the same: unknown. */
export interface Explained {
  readonly answer: "yes" | "no" | "unknown";
  /** The rule that decides, in one sentence. */
  readonly rule: string;
  readonly missing: readonly string[];
  /** Who could change that. */
  readonly givenBy: readonly string[];
}

/** Whoever it is asked about: somebody, or somebody made up. */
export interface Subject extends Pick<ViewerFacts, "roles" | "status" | "hasChangedInitialPassword"> {
  readonly name: string;
}

/** There is no such thing, or it is not the asker's to see: nobody can tell which. */
export const UNKNOWN: Explained = {
  answer: "unknown",
  rule: "There is nothing by this name that you can see.",
  missing: [],
  givenBy: [],
};

/** Who gives a role. */
const ROLE_GIVERS = "A super admin proposes the role, and a second one confirms it.";

/** Why this person cannot use the portal at all, or null. */
export function explainEntry({ name, status, hasChangedInitialPassword }: Subject): Explained | null {
  const rule = "Only people with an active account and a password of their own use the portal.";
  if (status === "active" && hasChangedInitialPassword) return null;
  if (status === "active")
    return no(rule, `${name} still has the first password.`, `${name} chooses their own at the next sign-in.`);
  if (status === "invited") return no(rule, `${name} has not taken up the invitation.`, `${name}, by its link.`);
  if (status === "suspended")
    return no(rule, `${name} is suspended.`, "Those who look after people restore them, as staff.");
  return no(rule, `${name} is no longer active.`, "Those who look after people invite them again.");
}

/** Whether this person holds a capability, and why. */
export function explainCapability(subject: Subject, capability: Capability, what: string): Explained {
  const closed = explainEntry(subject);
  if (closed) return closed;
  const { roles }: { roles: readonly (keyof typeof ROLES)[] } = CAPABILITIES[capability];
  const rule = `${what} is for ${whoMayOpen(capability)}.`;
  if (whyNot({ ...subject, impersonation: null }, capability) === null) return yes(rule);
  const labels = roles.map((role) => ROLES[role].label);
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(labels);
  return no(rule, `${subject.name} lacks the role ${list}.`, ROLE_GIVERS);
}

/** They can. */
export function yes(rule: string): Explained {
  return { answer: "yes", rule, missing: [], givenBy: [] };
}

/** They cannot. */
export function no(rule: string, missing: string, ...givenBy: string[]): Explained {
  return { answer: "no", rule, missing: [missing], givenBy };
}
