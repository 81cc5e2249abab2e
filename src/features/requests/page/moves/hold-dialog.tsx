import { useRef, useState } from "react";
import { typedMoment } from "../../../../lib/readers-clock";
import { Button } from "../../../../ui/button";
import { Dialog } from "../../../../ui/floating/dialog";
import { DateTimeInput } from "../../../../ui/form/date-input";
import { Field } from "../../../../ui/form/field";
import { Textarea } from "../../../../ui/form/input";
import { toast } from "../../../../ui/toast/toast";
import { type RequestDetail, useRequestCommands } from "../api";
import { useCommand } from "./use-command";

/** Asks why a request is stopped, and for how long. */
export function HoldDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { hold } = useRequestCommands(request.id);
  const command = useCommand(hold, "The request was not put on hold");

  async function confirm(): Promise<void> {
    if (until !== "" && typedMoment(until) <= Date.now()) {
      setProblem("Choose a time in the future.");
      input.current?.focus();
      return;
    }
    await command.start(reason, until === "" ? undefined : typedMoment(until));
    onClose();
    toast.success(`${request.key} is on hold`);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || command.isBusy ? undefined : onClose())}
      title={`Put ${request.key} on hold?`}
      description="Tasks already running carry on; nothing new starts until the hold is lifted. Deadlines of open approvals keep running."
      footer={
        <>
          <Button
            busy={command.isBusy}
            busyLabel="Stopping..."
            disabledReason={reason.trim() === "" ? "Give a reason first" : null}
            onClick={() => void confirm().catch(() => undefined)}
          >
            Put on hold
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Reason" help="Everybody on the request sees it." required>
        <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Field label="Until" help="In your own time. Leave it empty to lift the hold manually." error={problem}>
        <DateTimeInput
          ref={input}
          value={until}
          onChange={(next) => {
            setUntil(next);
            setProblem(null);
          }}
        />
      </Field>
    </Dialog>
  );
}
