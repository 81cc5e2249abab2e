import { useState } from "react";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { Reason, sayOutcome } from "../../components/second-person/words";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { type AreaPage, useAreaCommands, useAreas } from "./api";

/** Merges an area into another one, or takes that back; both take two people. */
export function PointerDialog({ area, onClose }: { area: AreaPage; onClose: () => void }) {
  const isMerged = area.mergedInto !== null;
  const [intoId, setIntoId] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const { merge, undoMerge } = useAreaCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const into = (useAreas() ?? []).filter(({ id, mergedInto }) => id !== area.id && mergedInto === null);
  const chosen = into.find(({ id }) => id === intoId);
  const missing = !isMerged && !chosen ? "Choose an area" : reason.trim() === "" ? "Give a reason" : null;
  async function save(): Promise<void> {
    const done = await act("It was not proposed", () =>
      withStepUp(() =>
        chosen && !isMerged
          ? merge({ areaId: area.id, intoId: chosen.id, reason: reason.trim() })
          : undoMerge({ areaId: area.id, reason: reason.trim() }),
      ),
    );
    if (!done) return;
    sayOutcome(done.result, "Done");
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={isMerged ? `Undo the merge of ${area.name}?` : `Merge ${area.name} into another area?`}
      description={
        isMerged
          ? `Whoever is in charge of ${area.name} decides about its requests again. Requests made meanwhile stay where they are.`
          : "The other area's owner decides about its requests from then on, and its people count as theirs. Nothing is rewritten, so that it can be undone exactly."
      }
      footer={
        <>
          <Button busy={isBusy} busyLabel="Proposing..." disabledReason={missing} onClick={() => void save()}>
            Propose
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">This takes two people: somebody who decides for neither area confirms it.</p>
      {isMerged ? null : (
        <Field label="Into" required>
          <Select
            options={into.map(({ id, name }) => ({ value: id as string, label: name }))}
            value={intoId}
            onValueChange={setIntoId}
            placeholder="Choose an area"
          />
        </Field>
      )}
      <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
      {stepUpDialog}
    </Dialog>
  );
}
