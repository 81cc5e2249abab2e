import { DOMAIN_COLUMNS } from "../../../convex/core/domains/rules/file";
import { useStepUp } from "../../components/form/step-up";
import { SheetImportDialog } from "../../components/sheet-import/sheet-import-dialog";
import { useAuth } from "../../shell/session";
import { useDomainCommands, useDomainPreview } from "./api";

/** Brings in data domains by a CSV file; one that opens domains needs the password again, and a second person. */
export function DomainImport({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const { importFile } = useDomainCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  return (
    <>
      <SheetImportDialog
        noun={{ one: "data domain", many: "data domains" }}
        columns={DOMAIN_COLUMNS}
        ownEmail={ownEmail}
        usePreview={useDomainPreview}
        importFile={(text, hash) => withStepUp(() => importFile(text, hash))}
        onClose={onClose}
      />
      {stepUpDialog}
    </>
  );
}
