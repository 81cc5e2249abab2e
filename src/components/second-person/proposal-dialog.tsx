import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { useStepUp } from "../form/step-up";
import { useAct } from "../form/use-act";
import { Reason, sayOutcome } from "./words";

interface ProposalDialogProps {
  readonly title: string;
  readonly description: string;
  /** Who confirms it, as a sentence. */
  readonly confirmer: string;
  /** What its button says; "Propose" where it says nothing. */
  readonly label?: string;
  /** What is missing beside the reason, or null. */
  readonly whyNot: string | null;
  readonly propose: (reason: string) => Promise<Parameters<typeof sayOutcome>[0]>;
  /** Asks the viewer for their password where the server wants it again. */
  readonly prove: Parameters<typeof useStepUp>[0];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Proposes what always takes two people. It stays open, with what was typed, where that was refused. */
export function ProposalDialog(props: ProposalDialogProps) {
  const { title, description, confirmer, label = "Propose", whyNot, propose, prove, onClose, children } = props;
  const [reason, setReason] = useState("");
  const { withStepUp, stepUpDialog } = useStepUp(prove);
  const { isBusy, act } = useAct();
  async function save(): Promise<void> {
    const done = await act("It was not proposed", () => withStepUp(() => propose(reason.trim())));
    if (!done) return;
    sayOutcome(done.result, "Done");
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Proposing..."
            disabledReason={whyNot ?? (reason.trim() === "" ? "Give a reason" : null)}
            onClick={() => void save()}
          >
            {label}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">This takes two people: {confirmer}</p>
      {children}
      <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
      {stepUpDialog}
    </Dialog>
  );
}
