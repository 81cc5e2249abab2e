import { RefreshCw } from "lucide-react";
import { isOpen } from "../../../convex/core/requests/rules";
import { pathTo } from "../../../convex/site/links";
import { Found } from "../../components/found/found";
import { TypeIcon } from "../../components/kinds/type-icon";
import { DUE_COLUMN, REQUESTER_COLUMN, TIME_COLUMN } from "../../components/listing/column-looks";
import type { QueueColumn } from "../../components/listing/shown-columns";
import { RowLink } from "../../components/row-link";
import { DueTime } from "../../components/status/due-time";
import { RequestStatusBadge } from "../../components/status/request-status-badge";
import { Target } from "../../components/target";
import type { CsvColumn } from "../../lib/csv";
import { withReadersTimes } from "../../lib/dates";
import { Badge } from "../../ui/text/badge";
import { Nothing } from "../../ui/text/nothing";
import { RelativeTime } from "../../ui/text/relative-time";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import type { RequestRow } from "./api";
import { type SortBy, TIME_ORDERS, withOrders } from "./columns";

/** The columns of the queue of requests; the first is always shown. */
export function requestColumns(sortBy: SortBy): QueueColumn<RequestRow>[] {
  return withOrders(columns, TIME_ORDERS, sortBy);
}

const columns: readonly QueueColumn<RequestRow>[] = [
  {
    key: "request",
    heading: "Request",
    className: "w-3/5 max-w-0 min-w-60 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0",
    cell: ({ key, title, target, typeId }) => (
      <span className="flex min-w-0 items-baseline gap-2 @max-2xl/rows:flex-col @max-2xl/rows:gap-0">
        <span className="inline-flex shrink-0 items-center gap-2 font-mono text-xs text-muted">
          <Found text={key} />
          <TypeIcon typeKey={typeId} />
        </span>
        <RowLink
          to={pathTo("requestAsAdmin", { id: key })}
          className="max-w-[75%] min-w-0 shrink-0 truncate font-medium text-ink hover:text-accent-text hover:underline @max-2xl/rows:max-w-full @max-2xl/rows:whitespace-normal"
        >
          <Found text={title} />
        </RowLink>
        {target === null ? null : <Target name={target} />}
      </span>
    ),
    csv: [
      { heading: "Key", value: ({ key }) => key },
      { heading: "Title", value: ({ title }) => title },
      { heading: "Target", value: ({ target }) => target },
    ],
  },
  {
    key: "status",
    heading: "Status",
    cell: ({ status }) => <RequestStatusBadge status={status} />,
    csv: [{ heading: "Status", value: ({ status }) => status }],
  },
  {
    key: "step",
    heading: "Waits for",
    className: "w-1/5 max-w-0 min-w-44 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0",
    cell: (row) => <Step step={row.step} />,
    csv: [
      { heading: "Task", value: ({ step }) => step?.title ?? null },
      { heading: "Waits for", value: ({ step }) => step?.holder ?? step?.waitingOn ?? null },
    ],
  },
  text("type", "Type", ({ type }) => type),
  {
    key: "requester",
    heading: "Requester",
    className: REQUESTER_COLUMN,
    cardLabel: "By",
    cell: ({ requester, beneficiary }) => (
      <Found text={beneficiary ? `${requester.name} for ${beneficiary}` : requester.name} />
    ),
    csv: [
      { heading: "Requester", value: ({ requester }) => requester.name },
      { heading: "For", value: ({ beneficiary, requester }) => beneficiary ?? requester.name },
    ],
  },
  text("area", "Area", ({ area }) => area ?? ""),
  text("risk", "Risk", ({ risk }) => risk.charAt(0).toUpperCase() + risk.slice(1), "Risk"),
  time("created", "Created", ({ createdAt }) => createdAt),
  time("updated", "Updated", ({ updatedAt }) => updatedAt),
  {
    key: "due",
    heading: "Due",
    className: DUE_COLUMN,
    cardLabel: "Due",
    cell: ({ status, dueAt, isOverdue }) => <DueTime at={isOpen(status) ? dueAt : null} isOverdue={isOverdue} />,
    csv: [{ heading: "Due", value: ({ dueAt }) => (dueAt === null ? null : new Date(dueAt)) }],
  },
];

export const DEFAULT_REQUEST_COLUMNS = ["request", "status", "step", "requester", "created", "due"] as const;

function Step({ step }: { step: RequestRow["step"] }) {
  if (!step) return <Nothing />;
  // Who comes first: it is what the column is about, and what does not fit is cut at the end.
  const holder = step.isRetrying ? null : (step.holder ?? (step.waitingOn && withReadersTimes(step.waitingOn)));
  return (
    <span className="flex min-w-0 items-center gap-x-1.5">
      {step.isRetrying ? (
        <Badge variant="warning" icon={<RefreshCw aria-hidden />}>
          Retrying {step.attempt + 1}/{step.maxAttempts}
        </Badge>
      ) : null}
      <span className="truncate text-ink-soft" onPointerEnter={titleWhenCut}>
        {holder ? (
          <>
            <Found text={holder} /> ·{" "}
          </>
        ) : null}
        <span className={holder ? "text-muted" : undefined}>
          <Found text={step.title} />
        </span>
      </span>
    </span>
  );
}

function text(
  key: string,
  heading: string,
  value: (row: RequestRow) => string,
  cardLabel?: string,
): QueueColumn<RequestRow> {
  return {
    key,
    heading,
    cardLabel,
    className: "max-w-44 truncate text-ink-soft",
    cell: (row) => (value(row) ? <Found text={value(row)} /> : <Nothing />),
    csv: [{ heading, value }],
  };
}

function time(key: string, heading: string, at: (row: RequestRow) => number): QueueColumn<RequestRow> {
  const csv: CsvColumn<RequestRow>[] = [{ heading, value: (row) => new Date(at(row)) }];
  return {
    key,
    heading,
    cardLabel: heading,
    className: TIME_COLUMN,
    cell: (row) => <RelativeTime at={at(row)} />,
    csv,
  };
}
