import { Check, X } from "lucide-react";
import { refusalText } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { SelectionBar } from "../../../ui/list/selection-bar";
import type { BulkResult, WaitingRow } from "../api";
import { whyNotBulk } from "./waiting-rows";

/** What can be done with the selected rows. Lies over the page's end and moves nothing. */
export function BulkBar(props: {
  rows: readonly WaitingRow[];
  onDecide: (verdict: "approve" | "reject") => void;
  onClear: () => void;
}) {
  const { rows, onDecide, onClear } = props;
  if (rows.length === 0) return null;
  const no = whyNotBulk(rows);
  return (
    <SelectionBar text={`${count(rows.length, "approval")} selected`} onClear={onClear}>
      <Button size="sm" disabledReason={no} onClick={() => onDecide("approve")}>
        <Check aria-hidden /> Approve all
      </Button>
      <Button size="sm" variant="outline" disabledReason={no} onClick={() => onDecide("reject")}>
        <X aria-hidden /> Reject all
      </Button>
    </SelectionBar>
  );
}

/** What came of each item, shown when not all of them worked. */
export function BulkResults({
  results,
  keys,
  onClose,
}: {
  results: readonly BulkResult[];
  keys: ReadonlyMap<string, string>;
  onClose: () => void;
}) {
  const failed = results.filter(({ refusal }) => refusal !== null);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${results.length - failed.length} of ${count(results.length, "approval")} decided`}
      description="The others were left as they are."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line">
        {failed.map(({ approvalId, refusal }) => (
          <li key={approvalId} className="flex flex-wrap gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
            <span className="font-mono text-sm text-ink">{keys.get(approvalId) ?? approvalId}</span>
            <span className="min-w-0 text-sm text-ink-soft wrap-anywhere">
              {refusalText(refusal as Record<string, unknown>)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
