import { useMemo, useRef } from "react";
import { formatDateTime } from "../../lib/dates";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { type Execution, useExecutionChanges } from "./api";
import { ChangeTable } from "./change-table";
import { cutText, listedChanges, logId, starterText } from "./history-rows";
import { TableSkeleton } from "./table-skeleton";

/** The task changes of the selected execution. */
export function ExecutionDetails({ execution }: { execution: Execution }) {
  const changes = useExecutionChanges(execution.id);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => changes && listedChanges(changes.rows), [changes]);
  return (
    <Card aria-labelledby="execution-details">
      <CardHeader
        id="execution-details"
        title="Task Details"
        description={
          <>
            <span className="font-mono text-xs">{logId(execution)}</span> · {formatDateTime(execution.startTime)} ·{" "}
            {starterText(execution)} ·{" "}
            {execution.error ? <span className="text-danger">{execution.summary}</span> : execution.summary}
          </>
        }
      />
      {rows === undefined ? (
        <TableSkeleton label="Loading task details" />
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No task details found for this execution." className="pt-0" />
      ) : (
        <>
          <ChangeTable label="Task Details" rows={rows} scroller={scroller} />
          {changes?.isMore ? (
            <p className="border-t border-line px-4 py-3 text-sm text-muted">{cutText(rows.length)}</p>
          ) : null}
        </>
      )}
    </Card>
  );
}
