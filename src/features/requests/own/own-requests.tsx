import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { CountLine, MissingPage, Pages } from "../../../components/listing/list-parts";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { useStillPage } from "../../../components/listing/use-still-page";
import { QueryBoundary } from "../../../components/query-boundary";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { DataTable } from "../../../ui/list/data-table";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { useOwnPage } from "./api";
import { ownColumns } from "./columns";
import { Parts, usePartCounts } from "./parts";
import { changedSearch, everything, onlyKeys, type OwnSearch, ownFilterOf, pageArgsOf } from "./search";
import { type Change, type How, Toolbar } from "./toolbar";

// The rows scroll under their head; what stands around them stays in view.
const listHeight = "sm:max-h-[max(24rem,calc(100dvh-27rem))]";

interface OwnRequestsProps {
  readonly search: OwnSearch;
  readonly onSearch: (search: OwnSearch, how: How) => void;
  readonly onOpenDraft: (typeKey: string, draftId: string) => void;
  /** Why the viewer cannot take the list out as a file, or null. */
  readonly whyNotExport: string | null;
}

/** Everything the viewer asked for, and what others asked for them. */
export function OwnRequests(props: OwnRequestsProps) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="My requests"
        context="What you asked for, and what others asked for you."
        actions={
          <Link to={PAGES.newRequest.path} className={buttonClasses()}>
            <Plus aria-hidden />
            New request
          </Link>
        }
      />
      <QueryBoundary title="Your requests did not load">
        <List {...props} />
      </QueryBoundary>
    </div>
  );
}

function List({ search, onSearch, onOpenDraft, whyNotExport }: OwnRequestsProps) {
  const [turn, setTurn] = useState(0);
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const filter = ownFilterOf(search);
  const page = pageArgsOf(search);
  const still = useStillPage(JSON.stringify(["own", filter, page]), useOwnPage(filter, page), scroller);
  const counts = usePartCounts(search, turn);
  const total = counts[search.show ?? "all"];
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  // A draft that the viewer deleted goes at once; only what others change waits for "show".
  const rows = still?.rows.filter(({ id }) => !deletedIds.has(id)) ?? [];
  const onDeleted = (id: string): void => {
    setDeletedIds((ids) => new Set(ids).add(id));
    setTurn((n) => n + 1);
  };
  const refresh = (): void => {
    still?.showAll();
    setTurn(turn + 1);
  };
  const isEmpty = still !== null && rows.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <Toolbar {...{ search, onSearch, change, whyNotExport }} />
      <OnlyThese search={search} change={change} />
      <Parts shown={search.show ?? "all"} counts={counts} onShow={(show) => change({ show })} />
      <CountLine
        noun="request"
        total={total}
        waiting={still?.waiting ?? 0}
        hasGone={rows.some(({ id }) => still?.goneIds.has(id))}
        onRefresh={refresh}
        isWhole
      />
      <Card aria-label="List of my requests" className="overflow-hidden">
        {still === null ? (
          <ListSkeleton label="Loading your requests" className={cn(listHeight, "overflow-hidden")} />
        ) : null}
        {still?.page.missing ? <MissingPage page={search.page} missing={still.page.missing} change={change} /> : null}
        {isEmpty && !still?.page.missing ? (
          <NoRows isFiltered={Object.keys(filter).length > 0} onClear={() => onSearch(everything(search), "push")} />
        ) : null}
        {still && !isEmpty ? (
          <DataTable
            label="My requests"
            columns={ownColumns(page.sort ?? "newest", (sort) => change({ sort }), { onOpenDraft, onDeleted })}
            rows={rows}
            nameOf={({ key }) => key}
            isGone={({ id }) => still.goneIds.has(id)}
            isBusy={still.isBusy}
            scrollRef={scroller}
            className={listHeight}
          />
        ) : null}
      </Card>
      {still && !still.page.missing && (!isEmpty || search.page !== undefined) ? (
        <Pages still={still} search={search} noun="request" total={total} change={change} />
      ) : null}
    </div>
  );
}

function NoRows({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="You have not asked for anything yet"
        action={
          <Link to={PAGES.newRequest.path} className={buttonClasses({ variant: "outline" })}>
            See what you can request
          </Link>
        }
      >
        Your requests and drafts appear here with what they wait for.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="no-match"
      title="No request matches"
      action={
        <Button variant="outline" onClick={onClear}>
          Show all
        </Button>
      }
    >
      Search and filters look through all your requests and drafts.
    </EmptyState>
  );
}

/** Says that a link limited the list, and lifts the limit. */
function OnlyThese({ search, change }: { search: OwnSearch; change: Change }) {
  const only = onlyKeys(search);
  if (only === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span className="min-w-0 wrap-anywhere">Only {only.join(", ")}</span>
      <Button variant="outline" size="sm" onClick={() => change({ only: undefined })}>
        Show all
      </Button>
    </p>
  );
}
