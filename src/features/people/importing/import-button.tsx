import { useState } from "react";
import { PEOPLE_COLUMNS } from "../../../../convex/core/people/rules/file";
import { useStepUp } from "../../../components/form/step-up";
import { refusalText } from "../../../components/refusal-words";
import { SheetImportDialog } from "../../../components/sheet-import/sheet-import-dialog";
import { useAuth, useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { usePeopleImport, usePeoplePreview } from "./api";

/** Brings in areas, managers and last days of many people by a file. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  const ownEmail = useViewer()?.email ?? "";
  const importFile = usePeopleImport();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  async function run(text: string, hash: string) {
    const done = await withStepUp(() => importFile({ text, hash }));
    return {
      ...done,
      created: 0,
      skipped: done.untouched,
      refused: done.skipped.map(({ row, name, refusal }) => ({ row, name, reason: refusalText(refusal) ?? "" })),
    };
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen ? (
        <SheetImportDialog
          noun={{ one: "person", many: "people" }}
          columns={PEOPLE_COLUMNS}
          ownEmail={ownEmail}
          usePreview={usePeoplePreview}
          importFile={run}
          rule="Each row is then imported separately; a row that cannot be imported is skipped, with the reason"
          onClose={() => setOpen(false)}
        />
      ) : null}
      {stepUpDialog}
    </>
  );
}
