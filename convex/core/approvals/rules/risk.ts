/** Which decisions are made one by one. */

import type { RequestFields } from "../../requests/table";
import type { ApprovalPolicy } from "../table";

/**
 * The risk a decision is guarded by: that of its request (catalog/rules/risk.ts), and high where the policy says so,
 * whatever was stored with an older request.
 */
export function riskOf(
  { isHighRisk }: Pick<ApprovalPolicy, "isHighRisk">,
  { risk }: Pick<RequestFields, "risk">,
): RequestFields["risk"] {
  return isHighRisk ? "high" : risk;
}
