import { DOMAIN_COLUMNS } from "../../../convex/core/domains/rules/file";
import { SheetImportDialog } from "../../components/sheet-import/sheet-import-dialog";
import { useDomainCommands, useDomainPreview } from "./api";

/** Brings in data domains by a CSV file. */
export function DomainImport({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const { importFile } = useDomainCommands();
  return (
    <SheetImportDialog
      noun={{ one: "data domain", many: "data domains" }}
      columns={DOMAIN_COLUMNS}
      ownEmail={ownEmail}
      usePreview={useDomainPreview}
      importFile={importFile}
      onClose={onClose}
    />
  );
}
