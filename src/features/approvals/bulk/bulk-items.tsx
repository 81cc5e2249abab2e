import { withoutPerson } from "../../../../convex/core/requests/rules";
import { Target } from "../../../components/target";
import { Checkbox } from "../../../ui/form/checkbox";
import type { WaitingRow } from "../api";
import { alsoAsksWords } from "../decision-words";
import { RequestChips } from "../request-chips";
import { RiskBadge } from "../risk-badge";

/** Everything one decision would be about, each with its reason and risk; what is unticked is left as it is. */
export function BulkItems({
  rows,
  left,
  onLeave,
}: {
  rows: readonly WaitingRow[];
  /** Those that are left out. */
  left: ReadonlySet<string>;
  onLeave: (approvalId: string, isLeft: boolean) => void;
}) {
  return (
    <ul
      aria-label="What you decide about"
      className="flex max-h-[min(22rem,45dvh)] flex-col overflow-y-auto rounded-md border border-line"
    >
      {rows.map((row) => (
        <li key={row.approvalId} className="border-b border-line px-3 py-2.5 last:border-b-0">
          <Checkbox
            checked={!left.has(row.approvalId)}
            onCheckedChange={(isIn) => onLeave(row.approvalId, !isIn)}
            label={<Item row={row} isLeft={left.has(row.approvalId)} />}
          />
        </li>
      ))}
    </ul>
  );
}

function Item({ row, isLeft }: { row: WaitingRow; isLeft: boolean }) {
  return (
    <span className={isLeft ? "flex min-w-0 flex-1 flex-col gap-1 opacity-60" : "flex min-w-0 flex-1 flex-col gap-1"}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-xs text-muted">{row.requestKey}</span>
        <span className="font-medium wrap-anywhere">{withoutPerson(row.title, row.beneficiary)}</span>
        {row.target === null ? null : <Target name={row.target} />}
      </span>
      <span dir="auto" className="text-sm text-ink-soft wrap-anywhere">
        {row.reason === null ? "No reason was given." : `“${row.reason}”`}
      </span>
      <span className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
        <span>{isLeft ? "Left as it is" : `For ${row.beneficiary}. You decide ${row.capacity}`}</span>
        {row.ahead.length === 0 ? null : <span>{alsoAsksWords(row.ahead)}</span>}
        <RequestChips of={row} />
        <RiskBadge risk={row.risk} />
      </span>
    </span>
  );
}
