/** What the pages of approvals ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

/** Of My Approvals. */
export function approvalsAhead() {
  return [question(api.approvals.queries.mine, {}), question(api.approvals.queries.delegations, {})];
}

/** Of one approval. */
export function approvalAhead(approvalId: string) {
  return [question(api.approvals.queries.get, { approvalId })];
}
