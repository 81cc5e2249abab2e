import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { IMPERSONATION_REASON_MAX } from "../../../convex/core/people/rules/impersonating";
import { useStepUp } from "../../components/form/step-up";
import { useRun } from "../../components/use-run";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { useImpersonationCommands } from "./api";

/** Asks for a reason and the password before anything is done in somebody else's name. */
export function ActDialog(props: { sessionId: Id<"impersonationSessions">; name: string; onClose: () => void }) {
  const { sessionId, name, onClose } = props;
  const { act: startActing } = useImpersonationCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, run } = useRun();
  const [reason, setReason] = useState("");
  async function begin(): Promise<void> {
    if (await run("You cannot act for them", () => withStepUp(() => startActing({ sessionId, reason: reason.trim() }))))
      onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Act as ${name} for 30 minutes?`}
      description="What you send then is theirs, marked with your name in the audit trail. You never decide approvals, and never change their settings."
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Starting..."
            disabledReason={reason.trim() === "" ? "Give a reason" : null}
            onClick={() => void begin()}
          >
            Start acting
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Reason" required>
        <Textarea
          rows={3}
          maxLength={IMPERSONATION_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {stepUpDialog}
    </Dialog>
  );
}
