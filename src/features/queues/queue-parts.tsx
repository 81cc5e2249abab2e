import { RefreshCw } from "lucide-react";
import type { BulkOperation } from "../../../convex/workflow/table";
import { DEFAULT_PAGE_SIZE, isEmptyFilter, PAGE_SIZES } from "../../../convex/workflow/rules/listed";
import { formatDateTime } from "../../lib/dates";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Pager } from "../../ui/pager";
import { SelectionBar } from "../../ui/selection-bar";
import type { Count } from "./api";
import type { BulkAsk } from "./bulk-dialog";
import type { QueueSearch } from "./search";
import type { Change, QueueListProps } from "./types";
import type { ChosenRows } from "./use-chosen";
import type { StillPage } from "./use-still-page";
import { countText, OPERATIONS, positionText } from "./words";

/** How many there are, as of when, and what waits to be shown. Its place is always taken, so nothing moves. */
export function CountLine(props: { noun: string; total: Count | undefined; waiting: number; hasGone: boolean; isWhole: boolean; onRefresh: () => void }) {
  const { noun, total, waiting, hasGone } = props;
  const waitingText = waiting > 0 ? `${waiting} new` : hasGone ? "The list changed" : null;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p role="status" className="text-sm text-muted">
        <span className="font-medium text-ink tabular-nums">{countText(total, noun)}</span>
        {total ? <span className="tabular-nums"> · as of {formatDateTime(total.at).slice(-5)}</span> : null}
        {props.isWhole ? null : <span> · the search found more than it lists: add a word</span>}
      </p>
      {waitingText ? (
        <Button size="sm" variant="outline" onClick={props.onRefresh}>
          <RefreshCw aria-hidden />
          {waitingText}: show
        </Button>
      ) : (
        <Button size="sm" variant="ghost" onClick={props.onRefresh}>
          <RefreshCw aria-hidden />
          Refresh
        </Button>
      )}
    </div>
  );
}

/** Why the list shows nothing. */
export function NoRows(props: { noun: string; isFiltered: boolean; onClear: () => void }) {
  if (!props.isFiltered) {
    return <EmptyState kind="nothing-yet" title={`There are no ${props.noun}s yet`}>What people ask of the data platform appears here.</EmptyState>;
  }
  return (
    <EmptyState kind="no-match" title={`No ${props.noun} matches`} action={<Button variant="outline" onClick={props.onClear}>Show all {props.noun}s</Button>}>
      Search and filters look through everything you oversee.
    </EmptyState>
  );
}

/** The ways through the pages, and a note when one was cut short. */
export function Pages<Row extends { readonly id: string }>(props: { still: StillPage<Row>; search: QueueSearch; noun: string; total: Count | undefined; change: Change }) {
  const { search, change, still } = props;
  const { next, previous, isCut } = still.page;
  const page = search.page ?? 1;
  const size = search.size ?? DEFAULT_PAGE_SIZE;
  const isFirst = search.after === undefined && search.before === undefined;
  const place = { page, size, rows: still.rows.length - still.goneIds.size, isExactPlace: !isCut };
  return (
    <>
      {isCut ? <p className="text-sm text-muted">This page holds what was found among the rows looked through so far. Next looks on from there.</p> : null}
      <Pager
        of={`${props.noun}s`}
        sizes={PAGE_SIZES}
        size={size}
        onSize={(chosen) => change({ size: chosen })}
        position={positionText(place, props.total)}
        onFirst={isFirst ? undefined : () => change({ page: undefined, after: undefined, before: undefined })}
        onPrevious={previous === null || isFirst ? undefined : () => change({ page: Math.max(1, page - 1), after: undefined, before: previous })}
        onNext={next === null ? undefined : () => change({ page: page + 1, after: next, before: undefined })}
      />
    </>
  );
}

/** What can be done with the chosen rows. */
export function Chosen<Row extends { readonly id: string }>(props: QueueListProps<Row> & { chosen: ChosenRows; total: Count | undefined; onAsk: (ask: BulkAsk) => void }) {
  const { noun, chosen, total, operations, selectionOf, onAsk, search } = props;
  const { ids, ofPage } = chosen.selection;
  const isUnfiltered = isEmptyFilter(props.wishOf(search).filter);
  const hasMore = ofPage === "all" && total !== undefined && (!total.isExact || total.count > ids.length);
  const ask = (operation: BulkOperation): void => onAsk({ operation, noun, selection: selectionOf(chosen.isAll ? null : ids) });
  return (
    <SelectionBar
      text={chosen.isAll ? `All ${countText(total, `matching ${noun}`)} selected` : `${count(ids.length, noun)} selected`}
      more={
        chosen.isAll ? (
          <Button size="sm" variant="ghost" onClick={chosen.byHand}>Only this page</Button>
        ) : hasMore ? (
          <Button size="sm" variant="ghost" disabledReason={isUnfiltered ? "Filter first: everything at once is never changed" : null} onClick={chosen.takeAll}>
            Select all {countText(total, `matching ${noun}`)}
          </Button>
        ) : null
      }
      onClear={chosen.clear}
    >
      {operations.map((operation) => (
        <Button key={operation} size="sm" variant={OPERATIONS[operation].isDestructive ? "destructive" : "outline"} onClick={() => ask(operation)}>
          {OPERATIONS[operation].verb}
        </Button>
      ))}
    </SelectionBar>
  );
}
