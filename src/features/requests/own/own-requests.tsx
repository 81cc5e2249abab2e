import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { Listing } from "../../../components/listing/listing";
import { useStillPage } from "../../../components/listing/use-still-page";
import { QueryBoundary } from "../../../components/query-boundary";
import { useEyes, useWhyNotNow } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { StatusTabs } from "../../../ui/list/status-tabs";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { useOwnPage } from "./api";
import { ownColumns, sortedColumns } from "./columns";
import { PARTS, usePartCounts } from "./parts";
import { changedSearch, everything, onlyKeys, type OwnSearch, ownFilterOf, pageArgsOf } from "./search";
import { type Change, type How, Toolbar } from "./toolbar";

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
    <QueryBoundary title="Your requests did not load" page="My Requests">
      <List {...props} />
    </QueryBoundary>
  );
}

function List({ search, onSearch, onOpenDraft, whyNotExport }: OwnRequestsProps) {
  const [turn, setTurn] = useState(0);
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const filter = ownFilterOf(search);
  const page = pageArgsOf(search);
  const still = useStillPage(useEyes(), JSON.stringify(["own", filter, page]), useOwnPage(filter, page), scroller);
  const mayAsk = useWhyNotNow("requests.create") === null;
  const counts = usePartCounts(search, turn);
  const total = counts[search.show ?? "all"];
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  // A draft that the viewer deleted goes at once; only what others change waits for "show".
  const rows = still?.rows.filter(({ id }) => !deletedIds.has(id)) ?? [];
  const onDeleted = useCallback((id: string): void => {
    setDeletedIds((ids) => new Set(ids).add(id));
    setTurn((n) => n + 1);
  }, []);
  const columns = useMemo(() => ownColumns({ onOpenDraft, onDeleted }), [onOpenDraft, onDeleted]);
  const refresh = (): void => {
    still?.showAll();
    setTurn(turn + 1);
  };
  return (
    <div className="list-page">
      <PageHeader
        title="My Requests"
        beside={
          <StatusTabs
            label="Which requests"
            tabs={PARTS.map(({ key, label }) => ({ key, label, counted: counts[key] }))}
            chosen={search.show ?? "all"}
            onChoose={(show) => change({ show })}
          />
        }
        actions={
          mayAsk ? (
            <Link to={PAGES.newRequest.path} className={buttonClasses()}>
              <Plus aria-hidden />
              New request
            </Link>
          ) : null
        }
      />
      <Toolbar {...{ search, onSearch, change, whyNotExport }} />
      <OnlyThese search={search} change={change} />
      <Listing
        label="My Requests"
        noun="request"
        still={still}
        rows={rows}
        total={total}
        search={search}
        change={change}
        onRefresh={refresh}
        columns={sortedColumns(columns, page.sort ?? "newest", (sort) => change({ sort }))}
        nameOf={({ key }) => key}
        scroller={scroller}
        words={search.q}
        empty={
          <NoRows
            mayAsk={mayAsk}
            isFiltered={Object.keys(filter).length > 0}
            onClear={() => onSearch(everything(search), "push")}
          />
        }
      />
    </div>
  );
}

function NoRows({ isFiltered, mayAsk, onClear }: { isFiltered: boolean; mayAsk: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="You have not requested anything yet"
        action={
          mayAsk ? (
            <Link to={PAGES.newRequest.path} className={buttonClasses({ variant: "outline" })}>
              See what you can request
            </Link>
          ) : null
        }
      >
        Your requests and drafts appear here with what they are waiting for.
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
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          // The line leaves with this.
          document.querySelector<HTMLElement>("[data-page-heading]")?.focus();
          change({ only: undefined });
        }}
      >
        Show all
      </Button>
    </p>
  );
}
