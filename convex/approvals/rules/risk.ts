/** How much harm a decision could do. */
import type { ApprovalPolicy } from "../table";
import type { RequestFields } from "../../requests/table";

/** The risk of a decision: that of the request, and high where the policy says so. High risk is decided one by one. */
export function riskOf({ isHighRisk }: Pick<ApprovalPolicy, "isHighRisk">, { risk }: Pick<RequestFields, "risk">): RequestFields["risk"] {
  return isHighRisk ? "high" : risk;
}
