import { RefreshCw } from "lucide-react";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { useNoteExport } from "../../components/listing/api";
import { ExportButton } from "../../components/listing/export-button";
import { MissingPage, Pages } from "../../components/listing/list-parts";
import { useStillPage } from "../../components/listing/use-still-page";
import { useEyes } from "../../shell/session";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { ViewSwitch } from "../../ui/page/view-switch";
import { type HistoryCounts, useHistoryCounts, useHistoryPages, useTaskHistory } from "./api";
import { ChangeTable } from "./change-table";
import { csvColumns, filterItems, foldedText, historyHeader, historyRows, nothingText } from "./history-rows";
import { type MonitorSearch, wishOf } from "./search";
import { TableSkeleton } from "./table-skeleton";

const EXPORT_PAGE = 200;

interface Props {
  search: MonitorSearch;
  onSearch: (changes: Partial<MonitorSearch>) => void;
  /** Why the viewer cannot take the list out as a file, or null. */
  whyNotExport: string | null;
}

/** Every task change of every execution, sorted by request, order and time. */
export function StatusHistory(props: Props) {
  const counts = useHistoryCounts();
  const isEmpty = counts?.executions === 0;
  return (
    <Card aria-labelledby="status-history">
      <CardHeader
        id="status-history"
        title="Task Status History"
        description={counts && !isEmpty ? historyHeader(counts.executions, counts.totalChanges) : undefined}
        actions={counts && !isEmpty ? <HistoryExport {...props} counts={counts} /> : undefined}
      />
      {counts === undefined ? <TableSkeleton label="Loading task history" /> : null}
      {isEmpty ? (
        <EmptyState
          kind="nothing-yet"
          title="No execution logs found. Run the task monitor to generate history data."
          className="pt-0"
        />
      ) : null}
      {counts && !isEmpty ? <Parts {...props} counts={counts} /> : null}
    </Card>
  );
}

/** All of it, or what the monitor did, ignored, or found as before. */
function Parts(props: Props & { counts: HistoryCounts }) {
  const { search, onSearch, counts } = props;
  return (
    <>
      <div className="px-4 pb-3 print:hidden">
        <ViewSwitch
          label="What the monitor did"
          value={search.action ?? "all"}
          onValueChange={(action) => onSearch({ action })}
          views={filterItems(counts)}
        />
      </div>
      <HistoryPage {...props} />
    </>
  );
}

function HistoryPage({ search, onSearch }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const wish = wishOf(search);
  const live = useTaskHistory(wish);
  const page = useMemo(() => live && { ...live, rows: historyRows(live.rows) }, [live]);
  const name = JSON.stringify(["taskChanges", wish]);
  const still = useStillPage(useEyes(), name, page, scroller);
  useTopOfAnother(name, scroller);
  if (still === null) return <TableSkeleton label="Loading task history" />;
  if (still.page.missing) return <MissingPage page={search.page} missing={still.page.missing} change={onSearch} />;
  if (still.rows.length === 0) return <NoChanges search={search} onSearch={onSearch} />;
  return (
    <>
      <ChangeTable label="Task Status History" rows={still.rows} scroller={scroller} linksToRequests />
      <div className="flex flex-col gap-2 border-t border-line px-4 py-3">
        {still.waiting > 0 ? (
          <Button
            size="sm"
            variant="outline"
            className="self-start"
            onClick={() => {
              // The button leaves with this: the list it stands below has what is new.
              scroller.current?.focus({ preventScroll: true });
              still.showAll();
            }}
          >
            <RefreshCw aria-hidden />
            {still.waiting} new: show
          </Button>
        ) : null}
        <p className="text-sm text-muted tabular-nums">
          {foldedText(still.rows, still.page.next === null && still.page.previous === null)}
        </p>
        <Pages still={still} search={search} noun="task change" total={undefined} change={onSearch} />
      </div>
    </>
  );
}

/** Another page, or another part of the list, begins at its top; the first is scrolled as it was left. */
function useTopOfAnother(name: string, scroller: RefObject<HTMLDivElement | null>): void {
  const shown = useRef(name);
  useLayoutEffect(() => {
    if (shown.current !== name) scroller.current?.scrollTo({ top: 0 });
    shown.current = name;
  }, [name, scroller]);
}

function NoChanges({ search: { action, page }, onSearch }: Pick<Props, "search" | "onSearch">) {
  if (action === undefined && page === undefined)
    return <EmptyState kind="nothing-yet" title={nothingText(undefined)} className="pt-0" />;
  return (
    <EmptyState
      kind="no-match"
      title={page === undefined ? nothingText(action) : "There is nothing on this page any more."}
      className="pt-0"
      action={
        <Button variant="outline" onClick={() => onSearch({ action: undefined })}>
          Show all task changes
        </Button>
      }
    />
  );
}

function HistoryExport({ search, whyNotExport, counts }: Props & { counts: HistoryCounts }) {
  const note = useNoteExport();
  const pageOf = useHistoryPages();
  const { action } = wishOf(search);
  const filter = action ? { action } : {};
  const count = filterItems(counts).find(({ value }) => value === (action ?? "all"))?.count;
  return (
    <ExportButton
      name="task-status-history"
      noun="task change"
      columns={csvColumns}
      whyNot={whyNotExport ?? (count === 0 ? "There is nothing to export" : null)}
      note={(columns) => note({ list: "taskChanges", filter, columns })}
      pageAfter={async (after) => {
        const { rows, next } = await pageOf({
          ...filter,
          size: EXPORT_PAGE,
          ...(after === undefined ? {} : { after }),
        });
        return { rows: historyRows(rows), next };
      }}
    />
  );
}
