import { useState } from "react";
import { Button } from "../../../../ui/button";
import { Dialog } from "../../../../ui/floating/dialog";
import { Field } from "../../../../ui/form/field";
import { Textarea } from "../../../../ui/form/input";
import { toast } from "../../../../ui/toast/toast";
import { type RequestDetail, useRequestCommands } from "../api";
import { useCommand } from "./use-command";

/** Asks before a request is cancelled: what it would do, and why it is done. */
export function CancelDialog({
  request,
  open,
  onOpenChange,
}: {
  request: RequestDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [reason, setReason] = useState("");
  const { cancel } = useRequestCommands(request.id);
  const command = useCommand(cancel, "The request was not cancelled");
  const isMissing = request.cancelNeedsReason && reason.trim() === "";

  async function confirm(): Promise<void> {
    await command.start(reason);
    setReason("");
    onOpenChange(false);
    toast.success(`${request.key} is cancelled`);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (command.isBusy ? undefined : onOpenChange(next))}
      title={`Cancel ${request.key}?`}
      description={request.cancelConsequence}
      footer={
        <>
          <Button
            variant="destructive"
            busy={command.isBusy}
            busyLabel="Cancelling..."
            disabledReason={isMissing ? "Give a reason first" : request.whyNot.cancel}
            onClick={() => void confirm().catch(() => undefined)}
          >
            Cancel request
          </Button>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Keep it
          </Button>
        </>
      }
    >
      <Field label="Reason" required={request.cancelNeedsReason} help="Everybody on the request sees it.">
        <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
