import { useState } from "react";
import { REASSIGN_LABELS } from "../../../../convex/core/approvals/rules/labels";
import type { ReassignReason } from "../../../../convex/core/approvals/table";
import { useAct } from "../../../components/form/use-act";
import type { FoundPerson } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { Alert } from "../../../ui/page/alert";
import { toast } from "../../../ui/toast/toast";
import { type ShownApproval, useApprovalCommands } from "../api";
import { chosenSeat } from "./chosen-seat";

const REASONS = (Object.keys(REASSIGN_LABELS) as ReassignReason[]).map((value) => ({
  value,
  label: REASSIGN_LABELS[value],
}));
const NOBODY = "none";
const GONE = "This approver is no longer asked";

/** Hands a seat over: one's own, or as an administrator anybody's, or names one more approver. */
export function ReassignDialog({ page, isOwn, onClose }: { page: ShownApproval; isOwn: boolean; onClose: () => void }) {
  const pending = page.steps.find(({ id }) => id === page.stepId)?.seats.filter(({ isPending }) => isPending) ?? [];
  const [seatId, setSeatId] = useState<string>(isOwn ? (page.me.seatId ?? NOBODY) : NOBODY);
  const seat = chosenSeat(pending, seatId === NOBODY ? null : seatId);
  // Sent without its seat it would name one more approver, which nobody chose.
  const isGone = seat === "gone";
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [reason, setReason] = useState<ReassignReason>("manual");
  const [comment, setComment] = useState("");
  const { reassign } = useApprovalCommands();
  const { isBusy, act } = useAct();
  const missing = isGone ? GONE : person === null ? "Choose a person" : comment.trim() === "" ? "Say why" : null;

  async function save(): Promise<void> {
    if (person === null || missing || isGone) return;
    const done = await act("It was not handed over", () =>
      reassign({
        approvalId: page.id,
        ...(seat ? { seatId: seat.id } : {}),
        toId: person.id,
        reason,
        comment: comment.trim(),
      }),
    );
    if (!done) return;
    toast.success(`${person.name} is now an approver`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={isOwn ? "Hand over your decision" : "Name an approver"}
      description={
        isOwn
          ? "Whoever is party to the request cannot be chosen."
          : "You can name people this step asks by its rule or its fallback, and whoever stands in for them. You cannot name yourself."
      }
      footer={
        <>
          <Button busy={isBusy} busyLabel="Handing over..." disabledReason={missing} onClick={() => void save()}>
            {isOwn || seatId !== NOBODY ? "Hand over" : "Add approver"}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {isGone ? <Alert meaning="warning" title={GONE} /> : null}
      {isOwn ? null : (
        <Field label="In place of" required>
          <Select
            value={seatId}
            onValueChange={setSeatId}
            options={[
              { value: NOBODY, label: "Nobody: one more approver" },
              ...pending
                .filter(({ source }) => source !== "delegation")
                .map(({ id, name }) => ({ value: id as string, label: name })),
              ...(isGone ? [{ value: seatId, label: "Nobody any more" }] : []),
            ]}
          />
        </Field>
      )}
      <Field label="To" required>
        <PersonPicker value={person} onChange={setPerson} />
      </Field>
      <Field label="Reason" required>
        <Select value={reason} onValueChange={setReason} options={REASONS} />
      </Field>
      <Field label="Comment" required>
        <Textarea rows={2} maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </Dialog>
  );
}
