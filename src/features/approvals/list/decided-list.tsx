import { useRef } from "react";
import { VERDICT_LABELS } from "../../../../convex/core/approvals/rules/labels";
import { pathTo } from "../../../../convex/site/links";
import { PlainLink } from "../../../components/row-link";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { Target } from "../../../components/target";
import { MoreButton } from "../../../ui/list/more-button";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { RelativeTime } from "../../../ui/text/relative-time";
import { HISTORY_PAGE, useDecided, type DecidedRow } from "../api";

/** What the viewer decided, newest first, with what became of it. */
export function DecidedList() {
  const { results, status, loadMore } = useDecided();
  const list = useRef<HTMLUListElement>(null);
  if (status === "LoadingFirstPage") {
    return (
      <SkeletonGroup label="Loading your decisions" className="flex flex-col gap-4 p-4">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="w-4/5" />
        ))}
      </SkeletonGroup>
    );
  }
  if (results.length === 0) {
    return (
      <Card>
        <EmptyState kind="nothing-yet" title="You have not decided anything yet">
          Your decisions stay here, with their outcome.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card aria-label="Your decisions" className="list-panel overflow-y-auto">
      <ul ref={list}>
        {results.map((row) => (
          <Decided key={row.id} row={row} />
        ))}
      </ul>
      {status === "Exhausted" ? null : (
        <div className="border-t border-line px-4 py-3">
          <MoreButton
            variant="outline"
            busy={status === "LoadingMore"}
            busyLabel="Loading..."
            list={list}
            onMore={() => loadMore(HISTORY_PAGE)}
          >
            Show more
          </MoreButton>
        </div>
      )}
    </Card>
  );
}

function Decided({ row }: { row: DecidedRow }) {
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <PlainLink
          href={pathTo("approval", { approvalId: row.address })}
          className="block truncate rounded-sm font-medium text-ink hover:underline"
        >
          {row.title}
        </PlainLink>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span className="font-mono text-xs">{row.requestKey}</span>
          {row.target === null ? null : <Target name={row.target} />}
          <span>asked by {row.requester}</span>
        </p>
        {row.comment ? <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">“{row.comment}”</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-end">
        <span className="text-sm text-ink">
          {VERDICT_LABELS[row.verdict]}
          {row.onBehalfOf ? <span className="text-muted"> for {row.onBehalfOf}</span> : null}{" "}
          <span className="text-muted">
            <RelativeTime at={row.at} />
          </span>
        </span>
        <RequestStatusBadge status={row.requestStatus} />
      </div>
    </li>
  );
}
