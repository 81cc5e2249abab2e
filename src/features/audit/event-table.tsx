import { Link } from "@tanstack/react-router";
import { consequenceWords, sentenceText } from "../../../convex/core/audit/rules/sentences";
import { OutcomeBadge } from "../../components/status/outcome-badge";
import { formatDateTimeSeconds } from "../../lib/dates";
import { type Column, DataTable } from "../../ui/list/data-table";
import type { EventRow } from "./api";
import { EventSentence } from "./event-sentence";

const columns: readonly Column<EventRow>[] = [
  {
    key: "time",
    heading: "Time",
    className: "whitespace-nowrap text-muted tabular-nums @max-2xl/rows:basis-full",
    cell: ({ occurredAt }) => (
      <time dateTime={new Date(occurredAt).toISOString()}>{formatDateTimeSeconds(occurredAt)}</time>
    ),
  },
  {
    key: "event",
    heading: "Event",
    cell: (event) => <WhatHappened event={event} />,
    className: "@2xl/rows:w-full @max-2xl/rows:basis-full",
  },
];

/** What happened, a row per transaction, each leading to the details of the event it is told by. */
export function EventTable({ events, isBusy }: { events: readonly EventRow[]; isBusy: boolean }) {
  return <DataTable label="Events" columns={columns} rows={events} nameOf={sentenceText} isBusy={isBusy} />;
}

function WhatHappened({ event }: { event: EventRow }) {
  const consequences = consequenceWords(event.action, event.others);
  const { outcome, impersonator } = event;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <span className="min-w-0 wrap-anywhere">
        <Link
          to="."
          search={(before: object) => ({ ...before, event: event.id }) as never}
          resetScroll={false}
          className="rounded-sm text-ink hover:underline"
        >
          <EventSentence event={event} />
        </Link>
        {consequences === "" ? null : <span className="text-muted">; {consequences}</span>}
      </span>
      {impersonator ? <span className="text-sm text-warning">impersonated by {impersonator.label}</span> : null}
      {outcome === "success" ? null : <OutcomeBadge outcome={outcome} />}
    </div>
  );
}
