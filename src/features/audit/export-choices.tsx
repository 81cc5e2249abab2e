import type { ReactElement } from "react";
import { Menu, MenuItem } from "../../ui/menu";
import type { ExportFormat } from "./api";

/** The kinds of files an export can be. */
export function ExportChoices({ trigger, onChoose }: { trigger: ReactElement; onChoose: (format: ExportFormat) => void }) {
  return (
    <Menu trigger={trigger} startsOpen>
      <MenuItem onClick={() => onChoose("csv")}>As CSV</MenuItem>
      <MenuItem onClick={() => onChoose("json")}>As JSON</MenuItem>
    </Menu>
  );
}
