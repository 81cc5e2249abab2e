import { Suspense, useState } from "react";
import { whyNotMove } from "../../../../convex/core/tickets/rules";
import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { toast } from "../../../ui/toast/toast";
import { type Ticket, useAgentCommands } from "../api";

const MergeDialog = lazyPart(() => import("./merge-dialog").then((part) => part.MergeDialog));

/** Merging a ticket into another, and undoing it. */
export function MergeSteps({ ticket }: { ticket: Ticket }) {
  const { key, state, canUnmerge } = ticket;
  const [isOpen, setOpen] = useState(false);
  const { unmerge } = useAgentCommands();
  const { isBusy, act } = useAct();
  async function undo(): Promise<void> {
    if (await act("The merge was not undone", () => unmerge({ key }))) toast.success(`${key} is as it was before`);
  }
  return (
    <>
      {whyNotMove(state, "merge") === null ? (
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          Merge
        </Button>
      ) : null}
      {canUnmerge ? (
        <Button size="sm" variant="outline" busy={isBusy} busyLabel="Undoing..." onClick={() => void undo()}>
          Undo merge
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isOpen ? <MergeDialog ticket={ticket} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
