import type { ProposedLine } from "../../../convex/core/proposals/table";
import { DescriptionList } from "../../ui/page/description-list";

/** Lines that are read in a box of their own where there are more. */
const READ_AT_ONCE = 12;

/** What changes, field by field, and what hangs on it. */
export function ProposedLines({ lines }: { lines: readonly ProposedLine[] }) {
  const list = (
    <DescriptionList
      items={lines.map(({ field, before, after }) => ({
        term: field,
        value: before === "" ? after : before === after ? `${before} (stays)` : `${before} → ${after}`,
      }))}
    />
  );
  if (lines.length <= READ_AT_ONCE) return list;
  return (
    <div
      role="group"
      aria-label={`${lines.length} lines`}
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border border-line p-3"
    >
      {list}
    </div>
  );
}
