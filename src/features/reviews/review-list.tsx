import { type RefObject, useEffect, useRef } from "react";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { MoreButton } from "../../ui/list/more-button";
import { useRowKeys } from "../../ui/list/row-keys";
import { ListGap, usePageRows } from "../../ui/list/virtual-rows";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { ITEMS_PAGE, type Review, type ReviewItem, type ReviewItems } from "./api";
import { DecideTogether, PassTogether } from "./group-actions";
import { groupsOf } from "./report";
import { REVIEW_KEYS, ReviewRow } from "./review-row";

/** Longer reviews keep only the rows near the view in the document. */
const DRAWN_WHOLE = 200;
/** About how high a row is at a desk. */
const ROW_PX = 130;
/** How far below the view the end is when more is loaded. */
const LOAD_AHEAD_PX = 1000;

/** What a review is about, group by group; it goes on by being read. */
export function ReviewList({ review, items: { results, status, loadMore } }: { review: Review; items: ReviewItems }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, REVIEW_KEYS);
  if (status === "LoadingFirstPage") return <ListSkeleton label="Loading the access" />;
  if (results.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nobody has access" className="px-0">
        There is nothing to decide about.
      </EmptyState>
    );
  const hasMore = status !== "Exhausted";
  const groups = grouped(results, review.unusedDays);
  return (
    <div ref={list} className="flex flex-col gap-4">
      {review.state === "open" ? (
        <p className="text-sm text-muted pointer-coarse:hidden print:hidden">
          Keys: j and k for the next and previous, a to keep, r to remove, p to pass on.
        </p>
      ) : null}
      {groups.map((group, place) => (
        <Group
          key={group.name}
          {...group}
          review={review}
          isCut={hasMore && place === groups.length - 1}
          isWhole={results.length <= DRAWN_WHOLE}
          of={Math.max(review.total, results.length)}
        />
      ))}
      {hasMore ? <More isLoading={status === "LoadingMore"} list={list} onMore={loadMore} /> : null}
    </div>
  );
}

interface Grouped {
  readonly name: ReviewItem["group"];
  readonly title: string;
  readonly why: string;
  readonly items: readonly ReviewItem[];
  /** Items of the groups above it. */
  readonly above: number;
}

function grouped(results: readonly ReviewItem[], unusedDays: number): Grouped[] {
  let above = 0;
  return groupsOf(unusedDays).flatMap(([name, title, why]) => {
    const items = results.filter(({ group }) => group === name);
    const group = { name, title, why, items, above };
    above += items.length;
    return items.length > 0 ? [group] : [];
  });
}

function Group({
  name,
  title,
  why,
  items,
  above,
  review,
  isCut,
  isWhole,
  of,
}: Grouped & {
  review: Review;
  /** Others of it may be on their way. */
  isCut: boolean;
  isWhole: boolean;
  of: number;
}) {
  const keyOf = (index: number) => items[index]?.id ?? index;
  const { list, rows, after, measure } = usePageRows({ count: items.length, rowPx: ROW_PX, keyOf, isWhole });
  return (
    <Card
      aria-labelledby={`group-${name}`}
      className="overflow-hidden print:overflow-visible print:[&>header]:break-after-avoid"
    >
      <CardHeader
        id={`group-${name}`}
        title={`${title} (${items.length}${isCut ? "+" : ""})`}
        description={why}
        actions={
          review.state === "open" ? (
            <>
              <PassTogether review={review} items={items} />
              <DecideTogether review={review} group={name} items={items} />
            </>
          ) : null
        }
      />
      <ul ref={list} className="flex flex-col border-t border-line">
        {rows.flatMap(({ index, gap }) => {
          const item = items[index];
          if (!item) return [];
          const place = { "data-index": index, "aria-posinset": above + index + 1, "aria-setsize": of };
          return [
            <ListGap key={`before ${item.id}`} height={gap} />,
            <ReviewRow key={item.id} item={item} review={review} measure={measure} place={place} />,
          ];
        })}
        <ListGap height={after} />
      </ul>
    </Card>
  );
}

/** Asks for more as its end comes near, and when it is pressed. */
function More(props: { isLoading: boolean; list: RefObject<HTMLElement | null>; onMore: (count: number) => void }) {
  const { isLoading, list, onMore } = props;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoading || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore(ITEMS_PAGE);
      },
      { rootMargin: `0px 0px ${LOAD_AHEAD_PX}px` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isLoading, onMore]);
  return (
    <div ref={end}>
      <MoreButton
        variant="outline"
        className="print:hidden"
        busy={isLoading}
        busyLabel="Loading more..."
        list={list}
        rows="[data-index]"
        onMore={() => onMore(ITEMS_PAGE)}
      >
        Show more
      </MoreButton>
      <p className="hidden print:block">This list is incomplete. Use Print on the page to print everything.</p>
    </div>
  );
}
