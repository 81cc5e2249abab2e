/** What verdicts, seats and hand-overs are called, on screens and in what is stored. */

import type { ReassignReason, SeatSource, Verdict } from "../table";

/** What a verdict is called. */
export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  approve: "Approved",
  reject: "Rejected",
  askInfo: "Asked for info",
  breakGlass: "Approved by break-glass",
  takeBack: "Taken back",
};

/** Why somebody holds a seat, in two or three words. */
export const SOURCE_LABELS: Readonly<Record<SeatSource, string>> = {
  rule: "By rule",
  fallback: "Fallback",
  delegation: "Delegate",
  escalation: "Escalation",
  manual: "Handed over",
  outOfOffice: "Out of office",
  selfReview: "Self-review prevention",
  reResolved: "Replacement",
};

/** Why a seat is handed over. */
export const REASSIGN_LABELS: Readonly<Record<ReassignReason, string>> = {
  manual: "Somebody else knows better",
  outOfOffice: "Out of office",
  escalation: "Escalation",
  selfReview: "Self-review prevention",
};
