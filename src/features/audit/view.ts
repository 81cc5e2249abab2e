/** What the Audit Trail says about its parts. */

import type { RoleName } from "../../../convex/access/roles";
import { breakWords } from "../../../convex/core/audit/rules/chain";
import { auditScopeOf } from "../../../convex/core/audit/rules/concern";
import type { EventDetail, Verification } from "./api";

/** What the last check of the chain means. */
export function chainWords(verification: Verification): {
  readonly state: "unchecked" | "checking" | "whole" | "broken";
  readonly sentence: string;
} {
  if (verification === null) return { state: "unchecked", sentence: "Nobody has checked the hash chain yet." };
  const { broken, finishedAt, checkedSequence, untilSequence, checked, removed = 0 } = verification;
  if (broken) return { state: "broken", sentence: breakWords(broken) };
  if (finishedAt === undefined)
    return { state: "checking", sentence: `${figure(checkedSequence)} of ${figure(untilSequence)} events looked at.` };
  return { state: "whole", sentence: `${figure(checked + removed)} events follow each other without a break.` };
}

/** Where an event came from, as far as the server saw it. */
export function originItems({
  ip,
  userAgent,
  session,
  requestId,
  jobId,
}: NonNullable<EventDetail["origin"]>): readonly { readonly term: string; readonly value: string }[] {
  const facts = [
    ["Address", ip],
    ["Agent", userAgent],
    ["Session", session && `ends in ${session}`],
    ["Request", requestId],
    ["Scheduled job", jobId],
  ] as const;
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

/** Which part of the trail somebody sees, in one line. */
export function scopeWords(roles: readonly RoleName[]): string {
  const scope = auditScopeOf(roles, "");
  if (scope.kind === "all") return "Who did what, when, and with which result. Nobody can change anything here.";
  const parts = scope.concerns.map((concern) => (concern === "domains" ? "domain events" : "cost events"));
  return `You see ${[...parts, "what you did yourself"].join(", ").replace(/, ([^,]*)$/, " and $1")}.`;
}

function figure(count: number): string {
  return count.toLocaleString("en-GB");
}
