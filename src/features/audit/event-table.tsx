import { Link } from "@tanstack/react-router";
import { actionWords } from "../../../convex/core/audit/rules/eventWords";
import { OutcomeBadge } from "../../components/status/outcome-badge";
import { TargetLink } from "../../components/target-link";
import { formatDateTime } from "../../lib/dates";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Nothing } from "../../ui/text/nothing";
import type { EventRow } from "./api";

const columns: readonly Column<EventRow>[] = [
  {
    key: "event",
    heading: "Event",
    cell: (event) => <EventLink event={event} />,
    className: "font-medium @2xl/rows:w-1/4 @max-2xl/rows:grow",
  },
  { key: "outcome", heading: "Outcome", cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    key: "actor",
    heading: "Actor",
    cell: (event) => <ActorName event={event} />,
    className: "@max-2xl/rows:basis-full @2xl/rows:w-1/4",
  },
  {
    key: "about",
    heading: "About",
    cell: (event) => <Targets event={event} />,
    className: "@max-2xl/rows:basis-full @2xl/rows:w-1/3",
  },
  {
    key: "time",
    heading: "Time",
    numeric: true,
    className: "whitespace-nowrap text-muted @max-2xl/rows:text-left",
    cell: ({ occurredAt }) => <time dateTime={new Date(occurredAt).toISOString()}>{formatDateTime(occurredAt)}</time>,
  },
];

/** Events as rows, each leading to its details. */
export function EventTable({ events, isBusy }: { events: readonly EventRow[]; isBusy: boolean }) {
  return (
    <DataTable
      label="Events"
      columns={columns}
      rows={events}
      nameOf={({ action }) => actionWords(action)}
      isBusy={isBusy}
    />
  );
}

function EventLink({ event: { id, action } }: { event: EventRow }) {
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, event: id }) as never}
      resetScroll={false}
      className="rounded-sm text-ink hover:text-accent-text hover:underline"
    >
      {actionWords(action)}
    </Link>
  );
}

function ActorName({ event: { actor, impersonator } }: { event: EventRow }) {
  return (
    <span className="wrap-anywhere">
      <span className={actor.kind === "person" ? undefined : "text-muted"}>{actor.label}</span>
      {impersonator ? <span className="block text-xs text-warning">impersonated by {impersonator.label}</span> : null}
    </span>
  );
}

function Targets({ event: { targets } }: { event: EventRow }) {
  const [first, ...more] = targets;
  if (!first) return <Nothing />;
  return (
    <>
      <TargetLink target={first} />
      {more.length > 0 ? <span className="text-muted"> +{more.length}</span> : null}
    </>
  );
}
