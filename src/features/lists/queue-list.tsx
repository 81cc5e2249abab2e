import { Suspense, useCallback, useRef, useState } from "react";
import { isEmptyFilter } from "../../../convex/core/shared/rules/listed";
import { CountLine, MissingPage, Pages } from "../../components/listing/list-parts";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { useStillPage } from "../../components/listing/use-still-page";
import type { ViewSearch } from "../../components/views/saved-views";
import { useDefaultView } from "../../components/views/use-default-view";
import { cn } from "../../ui/cn";
import { lazyPart } from "../../ui/lazy-part";
import { DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { useCount, useViews } from "./api";
import type { BulkAsk } from "./bulk-dialog";
import { shownColumns } from "./columns";
import { Chosen, NoRows } from "./queue-parts";
import { Toolbar } from "./queue-toolbar";
import { changedSearch, pageArgsOf, parseQueueSearch, type QueueSearch } from "./search";
import type { Change, QueueListProps } from "./types";
import { useChosen } from "./use-chosen";

const BulkDialog = lazyPart(() => import("./bulk-dialog").then((part) => part.BulkDialog));
const BulkJobs = lazyPart(() => import("./bulk-jobs").then((part) => part.BulkJobs));

// The rows scroll under their head; what stands around them stays in view.
const listHeight = "sm:max-h-[max(24rem,calc(100dvh-25rem))]";

/** A queue: search, filters, saved views, rows, pages, and what can be done with the chosen ones. */
export function QueueList<Row extends { readonly id: string }>(props: QueueListProps<Row>) {
  const { search, onSearch, noun, viewer } = props;
  const [ask, setAsk] = useState<BulkAsk | null>(null);
  const [isShowingJobs, setShowingJobs] = useState(false);
  const { scroller, still, total, refresh, chosen, change } = useQueue(props);
  const columns = shownColumns(props.columns, search.cols, props.usualColumns);
  useDefaultView(
    useViews(props.list),
    search,
    useCallback((view: ViewSearch) => onSearch(parseQueueSearch(view as Partial<QueueSearch>), "replace"), [onSearch]),
  );
  return (
    <div className="flex flex-col gap-3 pb-16">
      <Toolbar
        {...props}
        change={change}
        shownKeys={columns.map(({ key }) => key)}
        onJobs={() => setShowingJobs(true)}
      />
      <CountLine
        noun={noun}
        total={total}
        waiting={still?.waiting ?? 0}
        hasGone={(still?.goneIds.size ?? 0) > 0}
        onRefresh={refresh}
        isWhole={still?.page.isWhole ?? true}
      />
      <Card aria-label={`List of ${noun}s`} className="overflow-hidden">
        {still === null ? (
          <ListSkeleton label={`Loading ${noun}s`} className={cn(listHeight, "overflow-hidden")} />
        ) : null}
        {still?.page.missing ? <MissingPage page={search.page} missing={still.page.missing} change={change} /> : null}
        {still?.rows.length === 0 && !still.page.missing ? (
          <NoRows
            noun={noun}
            isFiltered={!isEmptyFilter(props.wishOf(search).filter)}
            onClear={() => props.onSearch(parseQueueSearch({ view: "all" }), "push")}
          />
        ) : null}
        {still && still.rows.length > 0 ? (
          <DataTable
            label={`${noun === "request" ? "Requests" : "Tasks"}`}
            columns={columns}
            rows={still.rows}
            nameOf={props.nameOf}
            selection={viewer.canManage ? chosen.selection : undefined}
            density={search.density ?? "comfortable"}
            isGone={({ id }) => still.goneIds.has(id)}
            isBusy={still.isBusy}
            scrollRef={scroller}
            className={listHeight}
          />
        ) : null}
      </Card>
      {still && !still.page.missing && (still.rows.length > 0 || search.page !== undefined) ? (
        <Pages still={still} search={search} noun={noun} total={total} change={change} />
      ) : null}
      {chosen.selection.ids.length > 0 ? <Chosen {...props} chosen={chosen} total={total} onAsk={setAsk} /> : null}
      <Suspense fallback={null}>
        {ask ? (
          <BulkDialog
            ask={ask}
            me={viewer}
            onClose={() => setAsk(null)}
            onStarted={() => {
              setAsk(null);
              chosen.clear();
              setShowingJobs(true);
            }}
          />
        ) : null}
        {isShowingJobs ? <BulkJobs onClose={() => setShowingJobs(false)} /> : null}
      </Suspense>
    </div>
  );
}

function useQueue<Row extends { readonly id: string }>({ search, onSearch, wishOf, live }: QueueListProps<Row>) {
  const [turn, setTurn] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const wish = wishOf(search);
  const still = useStillPage(JSON.stringify([wish, pageArgsOf(search)]), live, scroller);
  const total = useCount(wish, turn);
  const chosen = useChosen(
    (still?.rows ?? []).map(({ id }) => id),
    JSON.stringify(wish),
  );
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  const refresh = (): void => {
    still?.showAll();
    setTurn(turn + 1);
  };
  return { scroller, still, total, chosen, change, refresh };
}
