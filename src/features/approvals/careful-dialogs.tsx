import { useState } from "react";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { formatDeadline } from "../../lib/dates";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { Alert } from "../../ui/page/alert";
import { toast } from "../../ui/toast/toast";
import { type ShownApproval, useApprovalCommands } from "./api";
import { whyTooLate } from "./outcome-words";
import { TimeLeft, useSecondsTo } from "./time-left";

interface CarefulProps {
  page: ShownApproval;
  onClose: () => void;
  /** Whether what opened the dialog gets the focus back, or the page sees to it. */
  finalFocus: () => null | false;
}

/** Takes an approval back while nothing has begun. */
export function TakeBackDialog({ page, onClose, finalFocus }: CarefulProps) {
  const [reason, setReason] = useState("");
  const { takeBack } = useApprovalCommands();
  const { isBusy, act } = useAct();
  const {
    holdUntil,
    request: { key },
  } = page;
  const late = whyTooLate(page, useSecondsTo(holdUntil));
  // Once it is on its way, what came of it says the rest.
  const tooLate = isBusy ? null : late;
  const missing = tooLate ?? (reason.trim() === "" ? "Give a reason" : null);
  async function save(): Promise<void> {
    if (
      !(await act(`The approval of ${key} was not taken back`, () =>
        takeBack({ approvalId: page.id, reason: reason.trim() }),
      ))
    )
      return;
    toast.success(`The approval of ${key} was taken back`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      finalFocus={finalFocus}
      title={`Take back the approval of ${key}?`}
      description={tooLate === null ? "The request ends as rejected. It can be submitted again." : undefined}
      footer={
        <>
          <Button
            variant="destructive"
            busy={isBusy}
            busyLabel="Taking back..."
            disabledReason={missing}
            onClick={() => void save()}
          >
            Take back
          </Button>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      {tooLate === null ? null : (
        <Alert meaning="warning" title="Too late to take it back">
          {tooLate}
        </Alert>
      )}
      {tooLate === null && holdUntil !== null ? (
        <p className="text-ink-soft">
          It can be taken back until {formatDeadline(holdUntil)}. <TimeLeft until={holdUntil} />
        </p>
      ) : null}
      <Field label="Reason" help="The requester sees it." required>
        <Textarea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

/** A super admin approves alone: a reason, the password again, and a review by somebody else. */
export function BreakGlassDialog({ page, onClose, finalFocus }: CarefulProps) {
  const [reason, setReason] = useState("");
  const { breakGlass } = useApprovalCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const { key } = page.request;
  const missing = reason.trim() === "" ? "Give a reason" : null;
  async function save(): Promise<void> {
    if (
      !(await act("The break-glass approval failed", () =>
        withStepUp(() => breakGlass({ approvalId: page.id, reason: reason.trim() })),
      ))
    )
      return;
    toast.success(`${key} is approved; a review is due within 24 hours`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      finalFocus={finalFocus}
      title={`Break the glass for ${key}?`}
      footer={
        <>
          <Button
            variant="destructive"
            busy={isBusy}
            busyLabel="Approving..."
            disabledReason={missing}
            onClick={() => void save()}
          >
            Approve alone
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Alert meaning="danger" title="You approve in place of the named approvers">
        They are all notified at once, and somebody else in data governance or another super admin has to review it
        within 24 hours.
      </Alert>
      <Field label="Reason" required>
        <Textarea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {stepUpDialog}
    </Dialog>
  );
}

const VERDICTS = [
  { value: "yes", label: "Justified" },
  { value: "no", label: "Not justified" },
] as const;

/** Whether a break-glass approval was justified. */
export function ReviewDialog({ page, onClose, finalFocus }: CarefulProps) {
  const [verdict, setVerdict] = useState<"yes" | "no">("yes");
  const [comment, setComment] = useState("");
  const { review } = useApprovalCommands();
  const { isBusy, act } = useAct();
  async function save(): Promise<void> {
    if (
      !(await act("The review was not saved", () =>
        review({ approvalId: page.id, isJustified: verdict === "yes", comment: comment.trim() }),
      ))
    )
      return;
    toast.success("The review was saved");
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      finalFocus={finalFocus}
      title={`Review the break-glass approval of ${page.request.key}`}
      description="What was done stays done. The audit trail keeps your answer."
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Saving..."
            disabledReason={comment.trim() === "" ? "Say what you found" : null}
            onClick={() => void save()}
          >
            Save review
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Was it justified?" required>
        <Select value={verdict} onValueChange={setVerdict} options={VERDICTS} />
      </Field>
      <Field label="What you found" required>
        <Textarea rows={3} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </Dialog>
  );
}
