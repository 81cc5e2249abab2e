import { RefreshCw } from "lucide-react";
import { pathTo } from "../../../convex/site/links";
import { Found } from "../../components/found/found";
import { SystemIcon, SystemLabel } from "../../components/kinds/system-icon";
import { systemName } from "../../components/kinds/system-name";
import {
  DUE_COLUMN,
  HOLDER_COLUMN,
  SYSTEM_COLUMN,
  TASK_STATUS_COLUMN,
  TIME_COLUMN,
} from "../../components/listing/column-looks";
import type { QueueColumn } from "../../components/listing/shown-columns";
import { RowLink } from "../../components/row-link";
import { DueTime } from "../../components/status/due-time";
import { TaskStatusBadge } from "../../components/status/task-status-badge";
import { Target } from "../../components/target";
import { withReadersTimes } from "../../lib/dates";
import { titleCase } from "../../lib/text";
import { cn } from "../../ui/cn";
import { Nothing } from "../../ui/text/nothing";
import { RelativeTime } from "../../ui/text/relative-time";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import type { TaskRow } from "./api";
import { type SortBy, TIME_ORDERS, withOrders } from "./columns";
import { endingText } from "./queue-words";

/** The columns of the queue of tasks; the first is always shown. */
export function taskColumns(sortBy: SortBy): QueueColumn<TaskRow>[] {
  return withOrders(columns, TIME_ORDERS, sortBy);
}

const columns: readonly QueueColumn<TaskRow>[] = [
  {
    key: "task",
    heading: "Task",
    className: "w-1/3 max-w-0 min-w-48 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0",
    cell: ({ address, title, order, connector }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        {connector ? (
          <span
            role="img"
            aria-label={systemName(connector)}
            title={systemName(connector)}
            className="shrink-0 self-center"
          >
            <SystemIcon system={connector} />
          </span>
        ) : null}
        <RowLink
          to={pathTo("taskAsAdmin", { taskId: address })}
          className="min-w-0 truncate font-medium text-ink hover:text-accent-text hover:underline"
        >
          <Found text={title} />
        </RowLink>
        <span className="shrink-0 text-xs text-muted">step {order}</span>
      </span>
    ),
    csv: [
      { heading: "Task", value: ({ title }) => title },
      { heading: "Order", value: ({ order }) => order },
    ],
  },
  {
    key: "request",
    heading: "Request",
    className: "w-1/3 max-w-0 min-w-48 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0",
    cell: ({ requestKey, requestTitle, requestTarget }) => (
      <span className="flex min-w-0 items-baseline gap-2 @max-2xl/rows:flex-wrap @max-2xl/rows:gap-y-0">
        <RowLink
          to={pathTo("requestAsAdmin", { id: requestKey })}
          className={cn(
            "flex min-w-0 items-baseline gap-2 text-ink-soft hover:text-accent-text hover:underline",
            requestTarget !== null && "@6xl/rows:max-w-[75%] @6xl/rows:shrink-0",
          )}
        >
          <span className="shrink-0 font-mono text-xs text-muted">
            <Found text={requestKey} />
          </span>
          <span className="truncate" onPointerEnter={titleWhenCut}>
            <Found text={requestTitle} />
          </span>
        </RowLink>
        {/* Where the column has no room for both, the name stays. */}
        {requestTarget === null ? null : (
          <span className="flex min-w-0 @2xl/rows:@max-6xl/rows:hidden">
            <Target name={requestTarget} />
          </span>
        )}
      </span>
    ),
    csv: [
      { heading: "Key", value: ({ requestKey }) => requestKey },
      { heading: "Request", value: ({ requestTitle }) => requestTitle },
    ],
  },
  {
    key: "status",
    heading: "Status",
    className: TASK_STATUS_COLUMN,
    cell: (row) => <Status row={row} />,
    csv: [
      { heading: "Status", value: ({ status }) => status },
      { heading: "Outcome", value: ({ outcome }) => outcome },
      { heading: "Attempt", value: ({ attempt }) => attempt },
    ],
  },
  {
    key: "assignee",
    heading: "Holder",
    className: HOLDER_COLUMN,
    cardLabel: "With",
    cell: ({ assignee, waitingOn }) => {
      const holder = assignee?.name ?? (waitingOn && withReadersTimes(waitingOn));
      return holder ? (
        <span className="truncate @2xl/rows:block" onPointerEnter={titleWhenCut}>
          <Found text={holder} />
        </span>
      ) : (
        <Nothing />
      );
    },
    csv: [
      { heading: "Assignee", value: ({ assignee }) => assignee?.name ?? null },
      { heading: "Waits for", value: ({ waitingOn }) => waitingOn },
    ],
  },
  {
    ...plain("system", "System", ({ connector }) => (connector ? systemName(connector) : "")),
    className: SYSTEM_COLUMN,
    cell: ({ connector }) =>
      connector ? (
        <SystemLabel system={connector}>
          <Found text={systemName(connector)} />
        </SystemLabel>
      ) : (
        <Nothing />
      ),
  },
  plain("type", "Type", ({ type }) => titleCase(type)),
  plain("area", "Area", ({ area }) => area ?? ""),
  {
    key: "created",
    heading: "Created",
    className: TIME_COLUMN,
    cardLabel: "Created",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    csv: [{ heading: "Created", value: ({ createdAt }) => new Date(createdAt) }],
  },
  {
    key: "updated",
    heading: "Updated",
    className: TIME_COLUMN,
    cardLabel: "Updated",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    csv: [{ heading: "Updated", value: ({ updatedAt }) => new Date(updatedAt) }],
  },
  {
    key: "due",
    heading: "Due",
    className: DUE_COLUMN,
    cardLabel: "Due",
    cell: ({ dueAt, isOverdue }) => <DueTime at={dueAt} isOverdue={isOverdue} />,
    csv: [{ heading: "Due", value: ({ dueAt }) => (dueAt === null ? null : new Date(dueAt)) }],
  },
];

export const DEFAULT_TASK_COLUMNS = ["task", "request", "status", "assignee", "updated", "due"] as const;

/** What the badge itself says beside the status. */
function isBeside(outcome: TaskRow["outcome"]): boolean {
  return outcome === "skipped" || outcome === "revoked";
}

function Status({ row }: { row: TaskRow }) {
  const { status, outcome, retryAt, attempt, maxAttempts } = row;
  const ended = endingText(row);
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <TaskStatusBadge status={status} outcome={outcome} />
      {ended && !isBeside(outcome) ? (
        <span
          onPointerEnter={titleWhenCut}
          className="truncate text-xs text-muted @2xl/rows:max-w-16 @5xl/rows:max-w-none"
        >
          {ended}
        </span>
      ) : null}
      {retryAt === null ? null : (
        <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-warning tabular-nums">
          <RefreshCw aria-hidden className="size-3 shrink-0" />
          Retrying {attempt + 1}/{maxAttempts}
        </span>
      )}
      {status === "Running" && attempt > 1 ? (
        <span className="text-xs text-muted tabular-nums">
          attempt {attempt}/{maxAttempts}
        </span>
      ) : null}
    </span>
  );
}

function plain(key: string, heading: string, value: (row: TaskRow) => string): QueueColumn<TaskRow> {
  return {
    key,
    heading,
    className: "whitespace-nowrap text-ink-soft",
    cell: (row) => value(row) || <Nothing />,
    csv: [{ heading, value }],
  };
}
