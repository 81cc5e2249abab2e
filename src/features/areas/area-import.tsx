import { AREA_COLUMNS } from "../../../convex/core/areas/rules";
import { useStepUp } from "../../components/form/step-up";
import { SheetImportDialog } from "../../components/sheet-import/sheet-import-dialog";
import { useAuth } from "../../shell/session";
import { useAreaCommands, useAreaPreview } from "./api";

/** Brings in areas by a CSV file; one that puts others in charge needs the password again, and a second person. */
export function AreaImport({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const { importFile } = useAreaCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  return (
    <>
      <SheetImportDialog
        noun={{ one: "area", many: "areas" }}
        columns={AREA_COLUMNS}
        ownEmail={ownEmail}
        usePreview={useAreaPreview}
        importFile={(text, hash) => withStepUp(() => importFile(text, hash))}
        onClose={onClose}
      />
      {stepUpDialog}
    </>
  );
}
