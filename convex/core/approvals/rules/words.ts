/** Words of approvals that are stored, and those the screens share with the server. */

import type { ReassignReason, SeatSource, Verdict } from "../table";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** "22 Nov 14:00 UTC": a deadline inside a sentence that is stored, so it cannot follow the reader's zone. */
export function deadlineText(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""} ${date.toISOString().slice(11, 16)} UTC`;
}

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
