/**
 * Who sees which events: admins all, governance what concerns domains, FinOps what concerns costs, everybody their
 * own. Whether a grant concerns a domain is for its request to tell (grants/model.ts): the noun does not.
 */

import type { RoleName } from "../../../access/roles";
import { scopeOf } from "../../../access/scope";
import type { AuditConcern, AuditTarget } from "../table";

/** Nouns of actions and types of targets by whom they concern. */
const NOUNS: Readonly<Record<string, AuditConcern>> = {
  domain: "domains",
  dataProduct: "domains",
  budget: "cost",
  budgetAlert: "cost",
  cost: "cost",
  billing: "cost",
  warehouse: "cost",
  serviceUser: "cost",
  rateCard: "cost",
};

/** Whom an event concerns, by its action's noun, else by the first target that tells. */
export function concernOf(action: string, targets: readonly Pick<AuditTarget, "type">[]): AuditConcern {
  const noun = NOUNS[action.split(".")[0] ?? ""];
  if (noun) return noun;
  for (const { type } of targets) {
    const concern = NOUNS[type];
    if (concern) return concern;
  }
  return "general";
}

/** What somebody may read: everything, or events of these concerns beside their own. */
export type AuditScope =
  | { readonly kind: "all" }
  | { readonly kind: "some"; readonly concerns: readonly AuditConcern[]; readonly personId: string };

/** The scope of a person by their roles. */
export function auditScopeOf(roles: readonly RoleName[], personId: string): AuditScope {
  const { isAll, isGoverned, isCost } = scopeOf({ roles }, "auditEvents");
  if (isAll) return { kind: "all" };
  const concerns: AuditConcern[] = [...(isGoverned ? ["domains" as const] : []), ...(isCost ? ["cost" as const] : [])];
  return { kind: "some", concerns, personId };
}

/** Whether an event lies in a scope. */
export function isInScope(
  scope: AuditScope,
  event: {
    readonly concern?: AuditConcern | undefined;
    readonly actor: { readonly personId?: string | undefined };
    readonly impersonator?: { readonly personId?: string | undefined } | undefined;
  },
): boolean {
  if (scope.kind === "all") return true;
  const { concern = "general", actor, impersonator } = event;
  return (
    actor.personId === scope.personId || impersonator?.personId === scope.personId || scope.concerns.includes(concern)
  );
}
