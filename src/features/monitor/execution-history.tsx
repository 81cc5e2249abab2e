import { CircleX } from "lucide-react";
import { formatDateTime } from "../../lib/dates";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { TruncatedText } from "../../ui/text/truncated-text";
import type { Execution } from "./api";
import { durationText, logId } from "./history-rows";
import { EXECUTION_PAGE, LOG_TABLE_HEIGHT } from "./layout";
import { TableSkeleton } from "./table-skeleton";

/** Every execution, newest first; choosing one shows its task changes below. */
export function ExecutionHistory(props: {
  /** A part of all executions, and how many there are. */
  executions: readonly Execution[] | undefined;
  total: number | undefined;
  isNewest: boolean;
  /** Goes to those before a number, or back to the newest. */
  onOlder: (before: number | undefined) => void;
  selectedId: Execution["id"] | null;
  onSelect: (id: Execution["id"]) => void;
}) {
  const { executions, selectedId, onSelect } = props;
  return (
    <Card aria-labelledby="execution-history">
      <CardHeader
        id="execution-history"
        title="Execution History"
        description={
          executions?.length && props.total !== undefined
            ? `${count(props.total, "execution")}, newest first. Select one to see its task changes.`
            : undefined
        }
      />
      {executions === undefined ? (
        <TableSkeleton label="Loading executions" />
      ) : executions.length === 0 && props.isNewest ? (
        <EmptyState
          kind="nothing-yet"
          title="No execution logs found. Run the task monitor to generate logs."
          className="pt-0"
        />
      ) : (
        <TableScroll label="Executions, scrollable" maxHeight={LOG_TABLE_HEIGHT} className="border-t border-line">
          <Table stacks>
            <TableHead>
              <HeadRow>
                <HeaderCell>Log ID</HeaderCell>
                <HeaderCell>Start Time</HeaderCell>
                <HeaderCell numeric>Duration</HeaderCell>
                <HeaderCell numeric>Requests</HeaderCell>
                <HeaderCell numeric>Tasks Scheduled</HeaderCell>
                <HeaderCell>Summary</HeaderCell>
              </HeadRow>
            </TableHead>
            <TableBody>
              {executions.map((execution) => (
                <ExecutionRow
                  key={execution.id}
                  execution={execution}
                  selected={execution.id === selectedId}
                  onSelect={() => onSelect(execution.id)}
                />
              ))}
            </TableBody>
          </Table>
        </TableScroll>
      )}
      {executions ? <OlderExecutions {...props} executions={executions} /> : null}
    </Card>
  );
}

/** The way to executions that are not listed; nothing where all are. */
function OlderExecutions(props: {
  executions: readonly Execution[];
  total: number | undefined;
  isNewest: boolean;
  onOlder: (before: number | undefined) => void;
}) {
  const { executions, total = 0, isNewest, onOlder } = props;
  if (isNewest && total <= executions.length) return null;
  const last = executions.at(-1);
  const isEnd = executions.length < EXECUTION_PAGE;
  return (
    <nav
      aria-label="Pages of executions"
      className="flex justify-end gap-1.5 border-t border-line px-4 py-3 print:hidden"
    >
      <Button
        variant="outline"
        size="sm"
        disabledReason={isNewest ? "These are the newest" : null}
        onClick={() => onOlder(undefined)}
      >
        Newest
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabledReason={isEnd ? "There are no older ones" : null}
        onClick={() => onOlder(last?.number)}
      >
        Older
      </Button>
    </nav>
  );
}

function ExecutionRow({
  execution,
  selected,
  onSelect,
}: {
  execution: Execution;
  selected: boolean;
  onSelect: () => void;
}) {
  return (
    <TableRow
      selected={selected}
      onSelectRow={onSelect}
      className="@max-2xl/rows:grid-cols-[auto_auto_1fr] @max-2xl/rows:gap-x-4 @max-2xl/rows:gap-y-0.5"
    >
      <Cell mono>{logId(execution)}</Cell>
      <Cell className="whitespace-nowrap tabular-nums @max-2xl/rows:col-span-2 @max-2xl/rows:text-right">
        {formatDateTime(execution.startTime)}
      </Cell>
      <Cell numeric className="@max-2xl/rows:text-left">
        <CardLabel>Duration</CardLabel>
        {durationText(execution)}
      </Cell>
      <Cell numeric className="@max-2xl/rows:text-left">
        <CardLabel>Requests</CardLabel>
        {execution.totalRequestsProcessed}
      </Cell>
      <Cell
        numeric
        className={cn("@max-2xl/rows:text-left", execution.totalTasksScheduled > 0 ? "font-medium" : "text-muted")}
      >
        <CardLabel>Scheduled</CardLabel>
        {execution.totalTasksScheduled}
      </Cell>
      <Cell className="w-full max-w-0 min-w-56 text-ink-soft @max-2xl/rows:col-span-3 @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        {execution.error ? (
          <span className="flex items-center gap-1.5 text-danger">
            <CircleX aria-hidden className="size-3.5 shrink-0" />
            <TruncatedText text={execution.summary} />
          </span>
        ) : (
          <TruncatedText text={execution.summary} />
        )}
      </Cell>
    </TableRow>
  );
}

/** Names a number where the row is a card and its column head is out of sight. */
function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="font-normal text-muted @2xl/rows:hidden">
      {children}{" "}
    </span>
  );
}
