import { useEffect, useMemo, useRef, useState } from "react";
import { pathTo } from "../../../../convex/site/links";
import { CountLine } from "../../../components/listing/list-parts";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { useStillRows } from "../../../components/listing/use-still-rows";
import { RowLink } from "../../../components/row-link";
import { formatDate } from "../../../lib/dates";
import { useViewer } from "../../../shell/session";
import { MoreButton } from "../../../ui/list/more-button";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Badge } from "../../../ui/text/badge";
import { type IdeaRow, type RoadmapColumnData, useIdeas, useLook, useNews, useRoadmap } from "../api";
import { VoteButton } from "../vote-button";
import { hasMore, moreText, roadmapCount } from "./counting";

/** An idea in its column: one that moves is another row, so that it leaves here and waits there. */
interface Place {
  readonly id: string;
  readonly status: IdeaRow["status"];
  readonly idea: IdeaRow;
}

/**
 * What is planned, in progress and shipped: three lists side by side, one below another on a phone. Ideas stay where they
 * are while others vote and move them.
 */
export function Roadmap() {
  const columns = useRoadmap();
  const still = useStillRows(useMemo(() => columns?.flatMap(placesOf), [columns]));
  if (columns === undefined || still === null) return <ListSkeleton label="Loading the roadmap" />;
  const { rows, goneIds, waiting, at } = still;
  const total = { ...roadmapCount(columns, rows.length - goneIds.size), at };
  return (
    <div className="flex flex-col gap-3">
      <CountLine noun="idea" hasGone={goneIds.size > 0} isWhole onRefresh={still.showAll} {...{ total, waiting }} />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {columns.map((column) => (
          <RoadmapColumn
            key={column.status}
            column={column}
            places={rows.filter((place) => place.status === column.status)}
            goneIds={goneIds}
          />
        ))}
      </div>
    </div>
  );
}

function placesOf({ status, ideas }: RoadmapColumnData): Place[] {
  return ideas.map((idea) => ({ id: `${status} ${idea.id}`, status, idea }));
}

function RoadmapColumn(props: { column: RoadmapColumnData; places: readonly Place[]; goneIds: ReadonlySet<string> }) {
  const { column, places, goneIds } = props;
  const { status } = column;
  const more = moreText(status, column);
  // Where a column shows only its first ones, an idea leaves it as well when another one is wanted more.
  const gone = hasMore(column) ? "No longer among those shown" : `No longer ${status.toLowerCase()}`;
  return (
    <Card aria-label={status} className="overflow-hidden">
      <CardHeader title={status} />
      <ul className="flex flex-col border-t border-line">
        {places.length === 0 ? (
          <li className="px-4 py-3 text-sm text-muted">Nothing at the moment</li>
        ) : (
          places.map(({ id, idea }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <RowLink to={pathTo("idea", { id: idea.key })}>{idea.title}</RowLink>
                {goneIds.has(id) ? <span className="block text-muted">{gone}</span> : null}
              </span>
              <VoteButton idea={idea} />
            </li>
          ))
        )}
      </ul>
      {more ? (
        <p className="border-t border-line px-4 py-3 text-sm">
          <RowLink to={pathTo("feedback", { view: "all", status })}>{more}</RowLink>
        </p>
      ) : null}
    </Card>
  );
}

/** What was shipped, the latest first. */
export function Changelog() {
  const { results, status, loadMore } = useIdeas("Shipped");
  const since = useLastLook();
  const list = useRef<HTMLUListElement>(null);
  if (status === "LoadingFirstPage") return <ListSkeleton label="Loading the changelog" />;
  if (results.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nothing shipped yet" className="px-0">
        What was built from your ideas is listed here.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} aria-label="Changelog" className="flex max-w-3xl flex-col">
        {results.map(({ id, key, title, statusAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2.5 last:border-b-0">
            <span className="text-sm text-muted tabular-nums">{formatDate(statusAt)}</span>
            <span className="min-w-0 wrap-anywhere">
              <RowLink to={pathTo("idea", { id: key })}>{title}</RowLink>
            </span>
            {since !== null && statusAt > since ? <Badge>New</Badge> : null}
          </li>
        ))}
      </ul>
      {status === "Exhausted" ? null : (
        <MoreButton
          variant="outline"
          className="self-start"
          busy={status === "LoadingMore"}
          busyLabel="Loading..."
          list={list}
          onMore={() => loadMore(50)}
        >
          Show more
        </MoreButton>
      )}
    </div>
  );
}

/** When the viewer looked last before this time; opening the changelog counts as looking. */
function useLastLook(): number | null {
  const news = useNews();
  const look = useLook();
  const mayLook = useViewer()?.capabilities.includes("feedback.write") === true;
  const [since, setSince] = useState<number | null>(null);
  if (news && since === null) setSince(news.since);
  const isNew = mayLook && news !== undefined && news.count > 0;
  useEffect(() => {
    // What cannot be kept now stays new: no reason to disturb who reads.
    if (isNew) look({}).catch(() => undefined);
  }, [isNew, look]);
  return since;
}
