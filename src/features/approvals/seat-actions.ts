/** What somebody with a seat can do. */
export type Action = "approve" | "reject" | "askInfo";

export const ACTION_WORDS: Readonly<
  Record<Action, { verb: string; busy: string; done: string; failed: string; label: string; help: string }>
> = {
  approve: {
    verb: "Approve",
    busy: "Approving...",
    done: "approved",
    failed: "Your approval was not saved",
    label: "Comment",
    help: "The requester and everybody on the request read it.",
  },
  reject: {
    verb: "Reject",
    busy: "Rejecting...",
    done: "rejected",
    failed: "Your rejection was not saved",
    label: "Why not",
    help: "Say what would have to be different. The requester sees it.",
  },
  askInfo: {
    verb: "Ask for info",
    busy: "Asking...",
    done: "asked for info",
    failed: "The question was not sent",
    label: "Question",
    help: "The request waits, and its deadlines with it, until the requester answers.",
  },
};

/** Whether an action needs words. */
export function needsComment(action: Action): boolean {
  return action !== "approve";
}
