import { useState } from "react";
import { ProposalDialog } from "../../components/second-person/proposal-dialog";
import { useAuth } from "../../shell/session";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { type AreaPage, useAreaCommands, useAreas } from "./api";

const CONFIRMER = "somebody who decides for neither area confirms it.";

/** Merges an area into another one, or takes that back; both take two people. */
export function PointerDialog({ area, onClose }: { area: AreaPage; onClose: () => void }) {
  return area.mergedInto === null ? <Merge {...{ area, onClose }} /> : <Undo {...{ area, onClose }} />;
}

interface Part {
  area: AreaPage;
  onClose: () => void;
}

function Merge({ area, onClose }: Part) {
  const [intoId, setIntoId] = useState<string | null>(null);
  const { merge } = useAreaCommands();
  const into = (useAreas() ?? []).filter(({ id, mergedInto }) => id !== area.id && mergedInto === null);
  const chosen = into.find(({ id }) => id === intoId);
  return (
    <ProposalDialog
      title={`Merge ${area.name} into another area?`}
      description="The other area's owner decides about its requests from then on, and its people count as theirs. Nothing is rewritten, so that it can be undone exactly."
      confirmer={CONFIRMER}
      whyNot={chosen ? null : "Choose an area"}
      propose={async (reason) => {
        if (!chosen) throw new Error("Nothing is chosen to merge into.");
        return await merge({ areaId: area.id, intoId: chosen.id, reason });
      }}
      prove={useAuth().stepUp}
      onClose={onClose}
    >
      <Field label="Into" required>
        <Select
          options={into.map(({ id, name }) => ({ value: id as string, label: name }))}
          value={intoId}
          onValueChange={setIntoId}
          placeholder="Choose an area"
        />
      </Field>
    </ProposalDialog>
  );
}

function Undo({ area, onClose }: Part) {
  const { undoMerge } = useAreaCommands();
  return (
    <ProposalDialog
      title={`Undo the merge of ${area.name}?`}
      description={`Whoever is in charge of ${area.name} decides about its requests again. Requests made meanwhile stay where they are.`}
      confirmer={CONFIRMER}
      whyNot={null}
      propose={(reason) => undoMerge({ areaId: area.id, reason })}
      prove={useAuth().stepUp}
      onClose={onClose}
    />
  );
}
