/** What else an event says that happened with it. */

/** What a transaction brought about beside the event it is told by, where that is worth saying: one, and several. */
export const CONSEQUENCES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "approval.cancelled": ["1 approval cancelled", "approvals cancelled"],
  "approval.stepOpened": ["approval opened", "approvals opened"],
  "grant.created": ["access granted", "grants made"],
  "grant.revoked": ["access removed", "grants removed"],
  "grant.superseded": ["1 grant replaced", "grants replaced"],
  "request.ended": ["request ended", "requests ended"],
  "request.submitted": ["request submitted", "requests submitted"],
  "task.cancelled": ["1 task cancelled", "tasks cancelled"],
};

/** The same of an action that the transaction is told by and that it did again. Others are counted: "9 more". */
export const REPEATS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "approval.decidedApprove": ["1 more step approved", "more steps approved"],
  "approval.decidedReject": ["1 more step rejected", "more steps rejected"],
};
