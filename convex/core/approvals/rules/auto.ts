/**
 * Approval by a named policy (A9): low risk only, within the duration (all of the time the access is held) and for the
 * answers the policy names, never by omission, and never for what somebody else sent or changed through the requester's
 * eyes: the one word they did not give would be the only one.
 */

import type { ApprovalPolicy } from "../table";

/** What a policy looks at. */
export interface AutoFacts {
  readonly risk: "low" | "medium" | "high";
  readonly form: Readonly<Record<string, unknown>>;
  /**
   * For how many days the same access would have been held before these begin: it is held already, and this makes it
   * longer.
   */
  readonly heldDays?: number;
  /** Whether somebody else sent it, or changed its answers, through the requester's eyes. */
  readonly isThroughEyes: boolean;
}

/** A policy as people read it. */
export function policyName({ policyId, version }: { readonly policyId: string; readonly version: number }): string {
  return `${policyId} v${version}`;
}

/** Field names under which a form says for how many days something is wanted. */
const DURATION_FIELDS = ["durationDays", "duration"] as const;

/** The policy that approves this request by itself, or null. */
export function autoPolicyFor(
  policy: Pick<ApprovalPolicy, "autoApprove" | "isHighRisk">,
  { risk, form, heldDays = 0, isThroughEyes }: AutoFacts,
): { policyId: string; version: number } | null {
  const { autoApprove, isHighRisk } = policy;
  if (!autoApprove || isHighRisk || risk !== "low" || isThroughEyes) return null;
  const days = DURATION_FIELDS.map((field) => form[field]).find((value) => typeof value === "number");
  // The limit is on all of the time since the first grant: short times one after the other are a long one.
  if (days === undefined || days <= 0 || heldDays + days > autoApprove.maxDurationDays) return null;
  const isCovered = (autoApprove.where ?? []).every(({ field, values }) => values.includes(String(form[field])));
  return isCovered ? { policyId: autoApprove.policyId, version: autoApprove.version } : null;
}
