import { AREA_COLUMNS } from "../../../convex/core/areas/rules";
import { SheetImportDialog } from "../../components/sheet-import/sheet-import-dialog";
import { useAreaCommands, useAreaPreview } from "./api";

/** Brings in areas by a CSV file. */
export function AreaImport({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const { importFile } = useAreaCommands();
  return (
    <SheetImportDialog
      noun={{ one: "area", many: "areas" }}
      columns={AREA_COLUMNS}
      ownEmail={ownEmail}
      usePreview={useAreaPreview}
      importFile={importFile}
      onClose={onClose}
    />
  );
}
