import { Download } from "lucide-react";
import { useMemo } from "react";
import { toCsv } from "../../lib/csv";
import { downloadText } from "../../lib/download";
import { Button } from "../../ui/button";
import { Select } from "../../ui/form/select";
import type { SelectOption } from "../../ui/form/select-body";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { type TaskHistory, useTaskHistory } from "./api";
import { ChangeTable } from "./change-table";
import {
  ACTION_FILTERS,
  type ActionFilter,
  csvColumns,
  type HistoryRow,
  historyHeader,
  historyLimitText,
  historyRows,
  withAction,
} from "./history-rows";
import { TableSkeleton } from "./table-skeleton";

const filters: readonly SelectOption<ActionFilter>[] = ACTION_FILTERS.map((value) => ({
  value,
  label: value === "all" ? "All actions" : value,
}));

/** Every task change of every execution, sorted by request, order and time. */
export function StatusHistory({
  filter,
  onFilter,
}: {
  filter: ActionFilter;
  onFilter: (filter: ActionFilter) => void;
}) {
  const history = useTaskHistory();
  const all = useMemo(() => history && historyRows(history.rows), [history]);
  const rows = useMemo(() => all && withAction(all, filter), [all, filter]);
  const isEmpty = history?.executions === 0;
  return (
    <Card aria-labelledby="status-history">
      <CardHeader
        id="status-history"
        title="Task Status History"
        description={history && !isEmpty ? <HeaderLine history={history} /> : undefined}
        actions={
          rows && !isEmpty ? (
            <>
              <Select aria-label="Action" className="w-36" options={filters} value={filter} onValueChange={onFilter} />
              <Button
                variant="outline"
                disabledReason={rows.length === 0 ? "There is nothing to export" : null}
                onClick={() => exportRows(rows)}
              >
                <Download aria-hidden />
                Export CSV
              </Button>
            </>
          ) : undefined
        }
      />
      <HistoryBody isEmpty={isEmpty} rows={rows} onClearFilter={() => onFilter("all")} filter={filter} />
    </Card>
  );
}

function HeaderLine({ history: { executions, totalChanges, rows } }: { history: TaskHistory }) {
  const limit = historyLimitText(rows.length, totalChanges);
  return (
    <>
      <span>{historyHeader(executions, totalChanges)}</span>
      {limit ? <span> · {limit}</span> : null}
    </>
  );
}

function HistoryBody(props: {
  isEmpty: boolean;
  rows: readonly HistoryRow[] | undefined;
  filter: ActionFilter;
  onClearFilter: () => void;
}) {
  const { isEmpty, rows, filter } = props;
  if (isEmpty) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="No execution logs found. Run the task monitor to generate history data."
        className="pt-0"
      />
    );
  }
  if (rows === undefined) return <TableSkeleton label="Loading task history" />;
  if (rows.length > 0) return <ChangeTable label="Task Status History" rows={rows} linksToRequests />;
  if (filter === "all")
    return <EmptyState kind="nothing-yet" title="No task changes were recorded yet." className="pt-0" />;
  return (
    <EmptyState
      kind="no-match"
      title={`No task change has the action ${filter}.`}
      className="pt-0"
      action={
        <Button variant="outline" onClick={props.onClearFilter}>
          Show all actions
        </Button>
      }
    />
  );
}

function exportRows(rows: readonly HistoryRow[]): void {
  downloadText("task-status-history.csv", toCsv(rows, csvColumns), "text/csv;charset=utf-8");
}
