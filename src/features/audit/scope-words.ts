import type { RoleName } from "../../../convex/access/roles";
import { auditScopeOf } from "../../../convex/core/audit/rules/concern";

/** Which part of the audit trail somebody sees, in one line. */
export function scopeWords(roles: readonly RoleName[]): string {
  const scope = auditScopeOf(roles, "");
  if (scope.kind === "all") return "Who did what, when, and with which result. Nobody can change anything here.";
  const parts = scope.concerns.map((concern) => (concern === "domains" ? "domain events" : "cost events"));
  return `You see ${[...parts, "what you did yourself"].join(", ").replace(/, ([^,]*)$/, " and $1")}.`;
}
