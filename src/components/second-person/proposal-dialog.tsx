import type { ReactNode } from "react";
import { useStepUp } from "../form/step-up";
import { WordsDialog } from "../form/words-dialog";
import { sayOutcome } from "./second-person-words";

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
  const { withStepUp, stepUpDialog } = useStepUp(prove);
  return (
    <WordsDialog
      title={title}
      description={description}
      words={{ help: "Whoever confirms sees it." }}
      verb={label}
      busyLabel="Proposing..."
      whyNot={whyNot}
      failure="It was not proposed"
      send={async (reason) => sayOutcome(await withStepUp(() => propose(reason)), "Done")}
      onClose={onClose}
    >
      <p className="text-ink-soft">This takes two people: {confirmer}</p>
      {children}
      {stepUpDialog}
    </WordsDialog>
  );
}
