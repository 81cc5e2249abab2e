import { ArrowRight, SquareArrowOutUpRight } from "lucide-react";
import type { RefObject } from "react";
import { pathTo } from "../../../convex/site/links";
import { PlainLink } from "../../components/row-link";
import { TaskStatusBadge } from "../../components/status/task-status-badge";
import { formatDateTime, withReadersTimes } from "../../lib/dates";
import { buttonClasses } from "../../ui/button-classes";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { RowGap, useVirtualRows } from "../../ui/list/virtual-rows";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import { TruncatedText } from "../../ui/text/truncated-text";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { ActionLabel } from "./action-label";
import { sinceText, type HistoryRow } from "./history-rows";
import { LOG_TABLE_HEIGHT } from "./layout";

const estimatedRowPx = 37;

/** Task changes as rows: which task, before and after, what the monitor did and why, and the way to both. */
export function ChangeTable({
  label,
  rows,
  linksToRequests = false,
  scroller,
}: {
  label: string;
  /** Where the rows scroll, for whoever puts them back where they were. */
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly HistoryRow[];
  linksToRequests?: boolean;
}) {
  const columns = linksToRequests ? 8 : 7;
  const { indexes, before, after, measure } = useVirtualRows({
    count: rows.length,
    scroller,
    rowPx: estimatedRowPx,
    keyOf: (index) => rows[index]?.change.id ?? index,
  });
  return (
    <TableScroll
      label={`${label}, scrollable`}
      maxHeight={LOG_TABLE_HEIGHT}
      scrollRef={scroller}
      className="border-t border-line"
    >
      <Table stacks aria-rowcount={rows.length + 1}>
        <TableHead>
          <HeadRow aria-rowindex={1}>
            <HeaderCell>Request</HeaderCell>
            <HeaderCell>Task</HeaderCell>
            <HeaderCell numeric>Order</HeaderCell>
            <HeaderCell>Status Change</HeaderCell>
            <HeaderCell>Action</HeaderCell>
            <HeaderCell>Reason</HeaderCell>
            <HeaderCell>Time</HeaderCell>
            {linksToRequests ? (
              <HeaderCell className="print:hidden">
                <VisuallyHidden>Requests</VisuallyHidden>
              </HeaderCell>
            ) : null}
          </HeadRow>
        </TableHead>
        <TableBody>
          <RowGap height={before} columns={columns} />
          {indexes.map((index) => {
            const row = rows[index];
            return row ? (
              <ChangeRow
                key={row.change.id}
                row={row}
                position={index}
                measure={measure}
                linksToRequests={linksToRequests}
              />
            ) : null;
          })}
          <RowGap height={after} columns={columns} />
        </TableBody>
      </Table>
    </TableScroll>
  );
}

function ChangeRow({
  row,
  position,
  measure,
  linksToRequests,
}: {
  row: HistoryRow;
  position: number;
  measure: (element: Element | null) => void;
  linksToRequests: boolean;
}) {
  const { change } = row;
  return (
    <TableRow
      ref={measure}
      data-index={position}
      aria-rowindex={position + 2}
      className="@max-2xl/rows:relative @max-2xl/rows:grid-cols-[minmax(0,1fr)_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1"
    >
      <Cell className="w-2/5 max-w-0 min-w-44 print:min-w-36 font-medium text-ink @max-2xl/rows:col-span-2 @max-2xl/rows:mr-6 @max-2xl/rows:w-auto @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <TruncatedText text={row.requestTitle} />
      </Cell>
      <Cell className="w-1/4 max-w-0 min-w-40 print:min-w-32 @max-2xl/rows:w-auto @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        {change.task === null ? (
          row.task
        ) : (
          <PlainLink
            href={pathTo("taskAsAdmin", { taskId: change.task.address })}
            onPointerEnter={titleWhenCut}
            className="block truncate rounded-sm hover:text-accent-text hover:underline"
          >
            {row.task}
          </PlainLink>
        )}
      </Cell>
      <Cell numeric className="@max-2xl/rows:text-muted">
        <span aria-hidden className="@2xl/rows:hidden">
          Order{" "}
        </span>
        {row.order}
      </Cell>
      <Cell className="@max-2xl/rows:col-span-2">
        <span className="flex items-center gap-1.5">
          <TaskStatusBadge status={change.statusBefore} />
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
          <VisuallyHidden>to</VisuallyHidden>
          <TaskStatusBadge status={change.statusAfter} />
        </span>
      </Cell>
      <Cell className="@max-2xl/rows:col-start-1">
        <span className="flex items-center gap-1.5">
          <ActionLabel action={change.action} />
          {change.runs > 1 ? (
            <span className="text-xs whitespace-nowrap text-muted tabular-nums">
              <span aria-hidden>×&nbsp;{change.runs.toLocaleString("en-GB")}</span>
              <VisuallyHidden>in {change.runs.toLocaleString("en-GB")} executions in a row</VisuallyHidden>
            </span>
          ) : null}
        </span>
      </Cell>
      <Cell className="w-2/5 max-w-0 min-w-40 text-ink-soft @max-2xl/rows:order-last @max-2xl/rows:col-span-2 @max-2xl/rows:w-auto @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <TruncatedText text={withReadersTimes(change.reason)} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted tabular-nums">
        {formatDateTime(change.lastUpdated)}
        {change.runs > 1 ? <span className="block text-xs">{sinceText(change)}</span> : null}
      </Cell>
      {linksToRequests ? (
        <Cell className="w-10 py-0 pl-0 @max-2xl/rows:absolute @max-2xl/rows:top-1.5 @max-2xl/rows:right-2 print:hidden">
          <RequestsButton change={change} />
        </Cell>
      ) : null}
    </TableRow>
  );
}

/** To the queue of requests, where the one of this row is found; all of them when it is gone. */
function RequestsButton({ change: { request } }: Pick<HistoryRow, "change">) {
  return (
    <PlainLink
      href={pathTo("allRequests", request ? { q: request.key } : {})}
      aria-label={request ? `Show ${request.key} among the requests` : "Show the requests"}
      className={buttonClasses({ variant: "ghost", size: "iconSm" })}
    >
      <SquareArrowOutUpRight aria-hidden />
    </PlainLink>
  );
}
