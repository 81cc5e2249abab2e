import { Check, CircleHelp, X } from "lucide-react";
import { refusalText } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import type { ShownApproval } from "../api";
import type { Action } from "../seat-actions";

/** Approve, reject, ask for info. Only what was pressed shows that it is under way; the others wait for it. */
export function Verdicts({
  page: { me },
  sending,
  noApproval,
  onAct,
}: {
  page: ShownApproval;
  /** What is on its way to the server. */
  sending: Action | null;
  noApproval: string | null;
  onAct: (action: Action) => void;
}) {
  const buttonOf = (action: Action, whyNot: string | null) => ({
    busy: sending === action,
    busyLabel: "Sending...",
    disabledReason: sending === null || sending === action ? whyNot : "Wait until your decision is sent",
    onClick: () => onAct(action),
  });
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button {...buttonOf("approve", noApproval)} aria-keyshortcuts="A">
        <Check aria-hidden /> Approve
      </Button>
      <Button {...buttonOf("reject", refusalText(me.whyNotApprove))} variant="outline" aria-keyshortcuts="R">
        <X aria-hidden /> Reject
      </Button>
      <Button
        {...buttonOf("askInfo", refusalText(me.whyNotAskInfo))}
        variant="outline"
        className="col-span-2"
        aria-keyshortcuts="I"
      >
        <CircleHelp aria-hidden /> Ask for info
      </Button>
    </div>
  );
}
