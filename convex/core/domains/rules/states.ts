/**
 * The states of a data domain: from a draft to the archive, and what has to be true of it on the way. Who says so is
 * not decided here: what opens, moves or puts away a domain takes two people.
 */

import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import type { NamedPerson } from "../../people/rules/owners";
import type { DataDomain } from "../table";

export type DomainStatus = DataDomain["status"];

/** A state in a word. A draft whose opening waits for a second person is in review. */
export const STATUS_LABELS: Readonly<Record<DomainStatus, string>> = {
  draft: "Draft",
  inReview: "In review",
  active: "Active",
  deprecated: "Deprecated",
  archived: "Archived",
};

/** Where a domain can go from where it is. */
const NEXT: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  draft: ["active", "archived"],
  inReview: ["active", "archived"],
  active: ["deprecated"],
  deprecated: ["active", "archived"],
  archived: [],
};

/** The states a domain can go to from one, whatever else stands in the way. */
export function nextStates(status: DomainStatus): readonly DomainStatus[] {
  return NEXT[status];
}

/** What hangs on a domain. Counting stops at a limit; from there on it is at least as much. */
export interface DomainImpact {
  readonly openRequests: number;
  /** Access that people hold through requests for it. */
  readonly grants: number;
  /** Parts of it that are not archived. */
  readonly children: number;
  readonly products: number;
  readonly databases: number;
  readonly roles: number;
}

/** Those in charge of a domain as they are now, whoever said so. */
export interface InCharge {
  readonly owners: readonly NamedPerson[];
  readonly deputies: readonly NamedPerson[];
}

/** What a change of state is decided on. */
export interface StateFacts extends InCharge {
  readonly status: DomainStatus;
  readonly impact: DomainImpact;
  /** The state of the domain above it, or null. */
  readonly parentStatus: DomainStatus | null;
  /** Whoever looks after the portal is alone: there is nobody yet who could be the deputy. */
  readonly isAlone: boolean;
}

/** Whether somebody of them decides: an owner, and a deputy where one can be had. */
export function whyNotOpen({ owners, deputies, isAlone }: InCharge & { readonly isAlone: boolean }): Refusal | null {
  if (!owners.some(isActive)) return no("Name an active owner first: requests for this domain would reach nobody.");
  return isAlone || deputies.some(isActive) ? null : no("Name an active deputy first.");
}

/** Why a domain cannot be put into a state, or null. */
export function whyNotState(facts: StateFacts, to: DomainStatus): Refusal | null {
  const { status, parentStatus } = facts;
  if (!NEXT[status].includes(to)) return { code: "wrong-state", status };
  if (to === "active") return parentStatus === "archived" ? no("The domain above it is archived.") : whyNotOpen(facts);
  return to === "archived" ? whyNotArchive(facts.impact) : null;
}

function whyNotArchive({ openRequests, grants, children, products, databases, roles }: DomainImpact): Refusal | null {
  const left = [
    ...(openRequests > 0 ? [plural(openRequests, "open request")] : []),
    ...(grants > 0 ? [plural(grants, "active grant")] : []),
    ...(children > 0 ? [plural(children, "domain") + " below it"] : []),
    ...(products > 0 ? [plural(products, "data product")] : []),
    ...(databases > 0 ? [plural(databases, "database")] : []),
    ...(roles > 0 ? [plural(roles, "role")] : []),
  ];
  return left.length === 0
    ? null
    : no(`It still has ${left.join(", ")}. End the requests and move the rest to other domains first.`);
}

/** Why a domain in this state is not changed any more, or null. */
export function whyNotChange(status: DomainStatus | null): Refusal | null {
  return status === "archived" ? no("An archived data domain can no longer be changed.") : null;
}

/** Whether requests may name a domain in this state, or did: others are put in charge of it by two people. */
export function isSettled(status: DomainStatus): boolean {
  return status === "active" || status === "deprecated";
}

function isActive({ status }: NamedPerson): boolean {
  return status === "active";
}

function no(message: string): Refusal {
  return { code: "not-eligible", message };
}
