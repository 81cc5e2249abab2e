import { Link } from "@tanstack/react-router";
import { foldedWords } from "../../../convex/core/audit/rules/folding";
import { consequenceWords, sentenceText } from "../../../convex/core/audit/rules/sentences";
import { OutcomeBadge } from "../../components/status/outcome-badge";
import { formatDateTimeSeconds, formatTimeOrDate } from "../../lib/dates";
import { dayText } from "../../lib/readers-clock";
import { type Column, DataTable } from "../../ui/list/data-table";
import type { EventRow } from "./api";
import { EventSentence } from "./event-sentence";
import { refined } from "./search";

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
    cell: (event) => (event.folded ? <Folded event={event} folded={event.folded} /> : <WhatHappened event={event} />),
    className: "@2xl/rows:w-full @max-2xl/rows:basis-full",
  },
];

/**
 * What happened, a row per transaction, each leading to the details of the event it is told by; a row of several mails
 * leads to each of them.
 */
export function EventTable({ events, isBusy }: { events: readonly EventRow[]; isBusy: boolean }) {
  return <DataTable label="Events" columns={columns} rows={events} nameOf={rowText} isBusy={isBusy} />;
}

function rowText(event: EventRow): string {
  return event.folded ? foldedWords(event.action, event.folded.count) : sentenceText(event);
}

/** Several alike as one: how many, since when, and the way to each. */
function Folded({ event, folded }: { event: EventRow; folded: NonNullable<EventRow["folded"]> }) {
  const days = { from: dayText(folded.since), to: dayText(event.occurredAt) };
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Link
        to="."
        search={(before: object) => refined(before, { action: event.action, ...days }) as never}
        className="rounded-sm text-ink-soft hover:underline"
      >
        {rowText(event)}
      </Link>
      <span className="text-sm text-muted">since {formatTimeOrDate(folded.since, event.occurredAt)}</span>
    </div>
  );
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
