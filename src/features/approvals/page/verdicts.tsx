import { Check, CircleHelp, X } from "lucide-react";
import { refusalText } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import type { ShownApproval } from "../api";
import type { Action } from "../seat-actions";

/** Only what was pressed shows that it is under way; the others wait for it. */
function waits(sending: Action | null, own: Action): string | null {
  return sending === null || sending === own ? null : "Wait until your decision is sent";
}

/** Approve, reject, ask for info. */
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
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button
        busy={sending === "approve"}
        busyLabel="Sending..."
        title="Approve (A)"
        disabledReason={waits(sending, "approve") ?? noApproval}
        onClick={() => onAct("approve")}
      >
        <Check aria-hidden /> Approve
      </Button>
      <Button
        variant="outline"
        title="Reject (R)"
        busy={sending === "reject"}
        busyLabel="Sending..."
        disabledReason={waits(sending, "reject") ?? refusalText(me.whyNotApprove)}
        onClick={() => onAct("reject")}
      >
        <X aria-hidden /> Reject
      </Button>
      <Button
        variant="outline"
        className="col-span-2"
        title="Ask for info (I)"
        busy={sending === "askInfo"}
        busyLabel="Sending..."
        disabledReason={waits(sending, "askInfo") ?? refusalText(me.whyNotAskInfo)}
        onClick={() => onAct("askInfo")}
      >
        <CircleHelp aria-hidden /> Ask for info
      </Button>
    </div>
  );
}
