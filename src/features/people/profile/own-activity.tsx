import { useRef, useState } from "react";
import { actionWords } from "../../../../convex/core/audit/rules/eventWords";
import { QueryBoundary } from "../../../components/query-boundary";
import { OutcomeBadge } from "../../../components/status/outcome-badge";
import { TargetLink } from "../../../components/target-link";
import { MoreButton } from "../../../ui/list/more-button";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type OwnEvent, useOwnEvents } from "./api";

/** Rows before the rest is folded. */
const SHOWN_FIRST = 10;

/** What the audit trail holds about the viewer's own doings. */
export function OwnActivity() {
  return (
    <QueryBoundary title="Your activity did not load">
      <Events />
    </QueryBoundary>
  );
}

function Events() {
  const events = useOwnEvents();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  if (events === undefined) {
    return (
      <SkeletonGroup label="Loading your activity" className="flex flex-col gap-4 py-2">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="w-3/5" />
        ))}
      </SkeletonGroup>
    );
  }
  if (events.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nothing yet" className="p-0">
        What you do from now on is listed here.
      </EmptyState>
    );
  const shown = showsAll ? events : events.slice(0, SHOWN_FIRST);
  return (
    <div className="flex flex-col items-start gap-3">
      <ol ref={list} aria-label="Your activity, newest first" className="w-full max-w-xl rounded-md border border-line">
        {shown.map((event) => (
          <Item key={event.id} event={event} />
        ))}
      </ol>
      {shown.length < events.length ? (
        <MoreButton variant="outline" list={list} onMore={() => setShowsAll(true)}>
          Show the latest {events.length}
        </MoreButton>
      ) : null}
    </div>
  );
}

function Item({ event: { action, outcome, targets, occurredAt, impersonatorLabel } }: { event: OwnEvent }) {
  const [target] = targets;
  return (
    <li
      tabIndex={-1}
      className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 border-b border-line px-3 py-2 text-sm -outline-offset-2 last:border-b-0"
    >
      <span className="font-medium text-ink">{actionWords(action)}</span>
      {outcome === "success" ? null : <OutcomeBadge outcome={outcome} />}
      {target ? <TargetLink target={target} isOwn /> : null}
      {impersonatorLabel === null ? null : <span className="text-warning">in your name, by {impersonatorLabel}</span>}
      <span className="ml-auto text-muted">
        <RelativeTime at={occurredAt} />
      </span>
    </li>
  );
}
