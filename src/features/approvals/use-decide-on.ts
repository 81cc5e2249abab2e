import { toast } from "../../ui/toast/toast";
import { type ShownApproval, useApprovalCommands } from "./api";
import type { Said } from "./decision-dialog";
import { decidedText, leftAfterMine } from "./decision-words";
import type { Action } from "./seat-actions";

/** Decides on one approval as its page shows it, and says what came of it. */
export function useDecideOn({
  id,
  stepId,
  formHash,
  steps,
  request,
}: ShownApproval): (action: Action, said: Said) => Promise<void> {
  const { decide, askInfo } = useApprovalCommands();
  const step = steps.find((one) => one.id === stepId);
  return async (action, { comment, ...said }) => {
    const what = { approvalId: id, stepId, formHash, comment };
    if (action === "askInfo") {
      await askInfo(what);
      toast.success(`${request.requester.name} was asked`);
    } else {
      const done = await decide({ ...what, ...said, verdict: action });
      toast.success(decidedText(request.key, action, done, step ? leftAfterMine(step) : 0));
    }
  };
}
