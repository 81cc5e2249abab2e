/**
 * How far a role reaches among the rows of others, by noun: beside the table of capabilities, which says what its
 * holder may do there. What is one's own follows from the row; here is only what a role opens beyond it.
 *
 *   all       every row
 *   governed  what touches a data domain, and the person's own business area
 *   cost      what costs money
 */

import type { RoleName } from "./roles";

/** A part of a noun's rows that a role opens. */
export type Reach = "all" | "governed" | "cost";

type Reaches = Readonly<Partial<Record<RoleName, Reach>>>;

const OVERSEEN: Reaches = { admin: "all", superAdmin: "all", governance: "governed", finops: "cost" };

const SCOPES = {
  /** Requests with their tasks, approvals, comments and grants: seeing them. */
  requests: OVERSEEN,
  /** Acting on requests of others: cancel, hold, retry, resolve, name approvers. */
  requestWork: { admin: "all", superAdmin: "all", governance: "governed" },
  /** What was approved by break-glass and waits for its review. */
  breakGlassReviews: { governance: "all" },
  auditEvents: OVERSEEN,
  /** What is in the way of a connection, and what it is set to. */
  connectionProblems: { admin: "all", superAdmin: "all" },
  connectionSettings: { superAdmin: "all" },
  /** Data domains that are active: others who may write propose. */
  activeDomains: { superAdmin: "all" },
} as const satisfies Readonly<Record<string, Reaches>>;

/** What somebody's scope is asked about. */
export type ScopedNoun = keyof typeof SCOPES;

/** How far somebody reaches. Where `isAll` is true the others say nothing. */
export interface Scope {
  readonly isAll: boolean;
  readonly isGoverned: boolean;
  readonly isCost: boolean;
}

/** Which rows of a noun somebody's roles open to them. */
export function scopeOf({ roles }: { readonly roles: readonly RoleName[] }, noun: ScopedNoun): Scope {
  const reaches: Reaches = SCOPES[noun];
  const own = new Set(roles.map((role) => reaches[role]));
  return { isAll: own.has("all"), isGoverned: own.has("governed"), isCost: own.has("cost") };
}
