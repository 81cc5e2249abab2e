import { Check, CircleHelp, Clock, PanelRight, X } from "lucide-react";
import { refusalText } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import type { WaitingRow } from "../api";
import type { Action } from "../seat-actions";

/** What can be done with a row. */
export interface RowActions {
  onAction: (row: WaitingRow, action: Action) => void;
  onSnooze: (row: WaitingRow) => void;
  onSelect: (row: WaitingRow, isSelected: boolean) => void;
  onFocusRow: (row: WaitingRow) => void;
  /** Above the list, where a row is a card; or beside it. */
  onLookInto: (row: WaitingRow) => void;
  onLookBeside: (row: WaitingRow) => void;
}

/** Previews beside the list: at the end of the name, where what opens does not lie above it. */
export function LookBeside({
  row,
  isOn,
  onLookBeside,
}: { row: WaitingRow; isOn: boolean } & Pick<RowActions, "onLookBeside">) {
  return (
    <Button
      size="iconSm"
      variant="ghost"
      className={cn(
        "-my-1 ml-auto self-center @max-2xl/rows:hidden pointer-coarse:-my-3 print:hidden",
        !isOn &&
          "pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100",
      )}
      // What is shown follows the focus: the button has to find it as it was.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onLookBeside(row)}
      aria-label={`Preview ${row.requestKey}`}
      aria-pressed={isOn}
      title="Preview (Space)"
    >
      <PanelRight aria-hidden />
    </Button>
  );
}

/** What is decided from a row, or put off. */
export function RowButtons({
  row,
  onAction,
  onSnooze,
  onLookInto,
}: { row: WaitingRow } & Pick<RowActions, "onAction" | "onSnooze" | "onLookInto">) {
  const no = refusalText(row.whyNotApprove);
  const name = row.requestKey;
  return (
    <span className="flex items-center justify-end gap-1 @max-2xl/rows:flex-wrap @max-2xl/rows:justify-start">
      <Button
        size="sm"
        variant="outline"
        disabledReason={no}
        onClick={() => onAction(row, "approve")}
        aria-label={`Approve ${name}`}
      >
        <Check aria-hidden className="@max-md/rows:hidden" /> Approve
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabledReason={no}
        onClick={() => onAction(row, "reject")}
        aria-label={`Reject ${name}`}
      >
        <X aria-hidden className="@max-md/rows:hidden" /> Reject
      </Button>
      <Button
        size="iconSm"
        variant="ghost"
        disabledReason={no}
        onClick={() => onAction(row, "askInfo")}
        aria-label={`Ask for info about ${name}`}
        title="Ask for info (I)"
      >
        <CircleHelp aria-hidden />
      </Button>
      <Button
        size="iconSm"
        variant="ghost"
        onClick={() => onSnooze(row)}
        aria-label={`Snooze ${name}`}
        title="Snooze (H)"
      >
        <Clock aria-hidden />
      </Button>
      <Button
        size="iconSm"
        variant="ghost"
        className="@2xl/rows:hidden"
        onClick={() => onLookInto(row)}
        aria-label={`Preview ${name}`}
      >
        <PanelRight aria-hidden />
      </Button>
    </span>
  );
}
