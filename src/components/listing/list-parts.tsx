import { RefreshCw } from "lucide-react";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "../../../convex/core/shared/rules/listed";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Pager } from "../../ui/list/pager";
import { EmptyState } from "../../ui/page/empty-state";
import type { ListPlace } from "./address";
import { type Count, countText, positionText } from "./counting";
import type { StillPage } from "./use-still-page";

/** How many there are, as of when, and what waits to be shown. Its place is always taken, so nothing moves. */
export function CountLine(props: {
  noun: string;
  plural?: string;
  total: Count | undefined;
  waiting: number;
  hasGone: boolean;
  isWhole: boolean;
  onRefresh: () => void;
}) {
  const { noun, plural, total, waiting, hasGone } = props;
  const waitingText = waiting > 0 ? `${waiting} new` : hasGone ? "The list changed" : null;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p role="status" className="min-w-46 text-sm text-muted">
        <span className="font-medium text-ink tabular-nums">{countText(total, noun, plural)}</span>
        {total ? <span className="tabular-nums"> · as of {formatDateTime(total.at).slice(-5)}</span> : null}
        {props.isWhole ? null : <span> · the search found more than it lists: add a word</span>}
      </p>
      {waitingText ? (
        <Button size="sm" variant="outline" className="print:hidden" onClick={props.onRefresh}>
          <RefreshCw aria-hidden />
          {waitingText}: show
        </Button>
      ) : (
        <Button size="sm" variant="ghost" className="print:hidden" onClick={props.onRefresh}>
          <RefreshCw aria-hidden />
          Refresh
        </Button>
      )}
    </div>
  );
}

/** Says why the page an address names is not there, and offers the last one that is. */
export function MissingPage(props: {
  page: number | undefined;
  missing: NonNullable<StillPage<{ id: string }>["page"]["missing"]>;
  change: (place: ListPlace) => void;
}) {
  const { why, last } = props.missing;
  const page = (props.page ?? 1).toLocaleString("en-GB");
  const end = last.toLocaleString("en-GB");
  const open = (
    <Button
      variant="outline"
      onClick={() => props.change({ page: last === 1 ? undefined : last, after: undefined, before: undefined })}
    >
      Open page {end}
    </Button>
  );
  return why === "end" ? (
    <EmptyState kind="no-match" title={`There is no page ${page}`} action={open}>
      {last === 1 ? "The list has 1 page." : `The list has ${end} pages.`}
    </EmptyState>
  ) : (
    <EmptyState kind="no-match" title={`Page ${page} is too far to open directly`} action={open}>
      An address leads up to page {end}. Continue from there with Next, or narrow the list with a filter.
    </EmptyState>
  );
}

/** The ways through the pages, and a note when one was cut short. */
export function Pages<Row extends { readonly id: string }>(props: {
  still: StillPage<Row>;
  search: ListPlace;
  noun: string;
  plural?: string;
  total: Count | undefined;
  change: (place: ListPlace) => void;
}) {
  const { search, change, still } = props;
  const { next, previous, isCut } = still.page;
  const page = search.page ?? 1;
  const size = search.size ?? DEFAULT_PAGE_SIZE;
  const isFirst = search.after === undefined && search.before === undefined && page === 1;
  const place = { page, size, rows: still.rows.length - still.goneIds.size, isExactPlace: !isCut };
  return (
    <>
      {isCut ? (
        <p className="text-sm text-muted">This page shows what has been found so far. Next searches further.</p>
      ) : null}
      <Pager
        of={props.plural ?? `${props.noun}s`}
        sizes={PAGE_SIZES}
        size={size}
        onSize={(chosen) => change({ size: chosen })}
        position={positionText(place, props.total)}
        onFirst={isFirst ? undefined : () => change({ page: undefined, after: undefined, before: undefined })}
        onPrevious={
          previous === null || isFirst
            ? undefined
            : () => change({ page: Math.max(1, page - 1), after: undefined, before: previous })
        }
        onNext={next === null ? undefined : () => change({ page: page + 1, after: next, before: undefined })}
      />
    </>
  );
}
