import { Suspense, useCallback, useRef, useState } from "react";
import { isEmptyFilter } from "../../../convex/core/shared/rules/listed";
import { Listing } from "../../components/listing/listing";
import { shownColumns } from "../../components/listing/shown-columns";
import { useStillPage } from "../../components/listing/use-still-page";
import type { ViewSearch } from "../../components/views/saved-views";
import { useDefaultView } from "../../components/views/use-default-view";
import { useEyes } from "../../shell/session";
import { lazyPart } from "../../ui/lazy-part";
import { StatusTabs } from "../../ui/list/status-tabs";
import { PageHeader } from "../../ui/page/page-header";
import { useCount, useStatusCounts, useViews } from "./api";
import type { BulkAsk } from "./bulk-dialog";
import { Chosen, NoRows } from "./queue-parts";
import { Toolbar } from "./queue-toolbar";
import { changedSearch, pageArgsOf, parseQueueSearch, type QueueSearch } from "./search";
import { partOf, statusOf, tabsOf } from "./status-tabs";
import type { Change, QueueListProps } from "./types";
import { useChosen } from "./use-chosen";

const BulkDialog = lazyPart(() => import("./bulk-dialog").then((part) => part.BulkDialog));
const BulkJobs = lazyPart(() => import("./bulk-jobs").then((part) => part.BulkJobs));

/** A queue: search, filters, saved views, rows, pages, and what can be done with the chosen ones. */
export function QueueList<Row extends { readonly id: string }>(props: QueueListProps<Row>) {
  const { search, onSearch, noun, viewer } = props;
  const [ask, setAsk] = useState<BulkAsk | null>(null);
  const [isShowingJobs, setShowingJobs] = useState(false);
  const { scroller, still, total, counts, refresh, chosen, change } = useQueue(props);
  const columns = shownColumns(props.columns, search.cols, props.usualColumns);
  useDefaultView(
    useViews(props.list),
    search,
    useCallback((view: ViewSearch) => onSearch(parseQueueSearch(view as Partial<QueueSearch>), "replace"), [onSearch]),
  );
  return (
    <>
      <PageHeader
        title={props.title}
        beside={
          <StatusTabs
            label={`Which ${noun}s`}
            tabs={tabsOf(props.parts, counts)}
            chosen={partOf(props.parts, search.status)}
            onChoose={(label) => change({ status: statusOf(props.parts, label) })}
          />
        }
        actions={props.actions}
      />
      {props.above}
      <Toolbar {...props} change={change} onJobs={() => setShowingJobs(true)} />
      <Listing
        label={noun === "request" ? "Requests" : "Tasks"}
        noun={noun}
        still={still}
        total={total}
        search={search}
        change={change}
        onRefresh={refresh}
        columns={columns}
        nameOf={props.nameOf}
        selection={viewer.canManage ? chosen.selection : undefined}
        density={search.density}
        scroller={scroller}
        words={search.q}
        empty={
          <NoRows
            noun={noun}
            isFiltered={!isEmptyFilter(props.wishOf(search).filter)}
            onClear={() => props.onSearch(parseQueueSearch({ view: "all" }), "push")}
          />
        }
      />
      {chosen.selection.ids.length > 0 ? (
        <Chosen {...props} rows={still?.rows ?? []} chosen={chosen} total={total} onAsk={setAsk} />
      ) : null}
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
    </>
  );
}

function useQueue<Row extends { readonly id: string }>({ search, onSearch, wishOf, live }: QueueListProps<Row>) {
  const [turn, setTurn] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const wish = wishOf(search);
  const still = useStillPage(useEyes(), JSON.stringify([wish, pageArgsOf(search)]), live, scroller);
  const total = useCount(wish, turn);
  const counts = useStatusCounts(wishOf({ ...search, status: undefined }), turn);
  const chosen = useChosen(
    (still?.rows ?? []).map(({ id }) => id),
    JSON.stringify(wish),
  );
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  const refresh = (): void => {
    still?.showAll();
    setTurn(turn + 1);
  };
  return { scroller, still, total, counts, chosen, change, refresh };
}
