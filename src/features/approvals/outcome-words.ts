/** What came of an approval, and whether it can still be taken back. */

import { refusalText } from "../../components/refusal-words";
import type { ShownApproval } from "./api";

/** What came of an approval, in one sentence; one that was given is told by where its request is now. */
export function endingText({
  state,
  request: { status },
}: {
  readonly state: Exclude<ShownApproval["state"], "Pending">;
  readonly request: Pick<ShownApproval["request"], "status">;
}): string {
  switch (state) {
    case "Approved":
      return AFTER_APPROVAL[status] ?? "The request continues with its next task.";
    case "Rejected":
      return "The request has ended. It can be submitted again.";
    case "Expired":
      return "Nobody decided in time, which counts as denied.";
    case "Cancelled":
      return "The request ended before anybody had to decide.";
    case "Revoked":
      return "The approval was taken back before anything had begun.";
    default:
      return state satisfies never;
  }
}

const AFTER_APPROVAL: Partial<Record<ShownApproval["request"]["status"], string>> = {
  Blocked: "The request is blocked: somebody has to look at one of its tasks.",
  Completed: "The request is completed.",
  Rejected: "The request was rejected afterwards.",
  Expired: "The request expired afterwards.",
  Cancelled: "The request was cancelled afterwards.",
};

/** Why an approval can no longer be taken back, or null; `left` are the seconds until the next task starts. */
export function whyTooLate(
  {
    state,
    me: { whyNotTakeBack },
  }: { readonly state: ShownApproval["state"]; readonly me: Pick<ShownApproval["me"], "whyNotTakeBack"> },
  left: number | null,
): string | null {
  if (state === "Revoked") return "It has already been taken back.";
  if (whyNotTakeBack === null) return left === 0 ? "The time to take it back is over." : null;
  return whyNotTakeBack.code === "wrong-state" ? "The next task has begun." : refusalText(whyNotTakeBack);
}
