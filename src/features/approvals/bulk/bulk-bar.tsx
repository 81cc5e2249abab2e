import { Check, X } from "lucide-react";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { SelectionBar } from "../../../ui/list/selection-bar";
import type { WaitingRow } from "../api";
import { whyNotBulk } from "../list/waiting-rows";

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
