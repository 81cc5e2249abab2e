import { Link } from "@tanstack/react-router";
import { Plus, Search } from "lucide-react";
import { plural } from "../../../convex/lib/pure/text";
import { QueryBoundary } from "../../components/query-boundary";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { Input } from "../../ui/input";
import { PageHeader } from "../../ui/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton";
import { HeaderCell, HeadRow, Table, TableBody, TableHead, TableScroll } from "../../ui/table";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { cn } from "../../ui/cn";
import { type OwnRequest, useOwnRequests } from "./api";
import { OwnRequestRow } from "./own-request-row";
import { belongs, onlyKeys, type OwnSearch, SHOWS, type Show, shownRequests } from "./view";

/** More than this are not listed; the answer is cut there. */
const MOST_LISTED = 100;

interface OwnRequestsProps {
  search: OwnSearch;
  onSearch: (search: OwnSearch) => void;
  onOpenDraft: (typeKey: string, draftId: string) => void;
}

/** Everything the viewer asked for, and what others asked for them. */
export function OwnRequests(props: OwnRequestsProps) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="My requests"
        context="What you asked for, and what others asked for you."
        actions={
          <Link to="/requests/create" className={buttonClasses()}>
            <Plus aria-hidden />
            New request
          </Link>
        }
      />
      <QueryBoundary title="Your requests did not load">
        <Listed {...props} />
      </QueryBoundary>
    </div>
  );
}

function Listed({ search, onSearch, onOpenDraft }: OwnRequestsProps) {
  const requests = useOwnRequests();
  if (requests === undefined) return <LoadingRows />;
  if (requests.length === 0) {
    return (
      <Card>
        <EmptyState kind="nothing-yet" title="You have not asked for anything yet" action={<Link to="/requests/create" className={buttonClasses({ variant: "outline" })}>See what you can request</Link>}>
          Your requests and drafts appear here with what they wait for.
        </EmptyState>
      </Card>
    );
  }
  const shown = shownRequests(requests, search);
  return (
    <>
      <Filters requests={requests} search={search} onSearch={onSearch} found={shown.length} />
      <OnlyThese search={search} onSearch={onSearch} />
      <Card className="overflow-hidden">
        {shown.length === 0 ? (
          <EmptyState kind="no-match" title="No request matches" action={<Button variant="outline" onClick={() => onSearch({})}>Show all</Button>}>
            Nothing here has these words in this part of the list.
          </EmptyState>
        ) : (
          <TableScroll label="My requests, scrollable">
            <Table stacks>
              <TableHead>
                <HeadRow>
                  <HeaderCell>Request</HeaderCell>
                  <HeaderCell>Status</HeaderCell>
                  <HeaderCell>Next step</HeaderCell>
                  <HeaderCell>Changed</HeaderCell>
                  <HeaderCell>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </HeaderCell>
                </HeadRow>
              </TableHead>
              <TableBody>
                {shown.map((request) => (
                  <OwnRequestRow key={request.id} request={request} onOpenDraft={onOpenDraft} />
                ))}
              </TableBody>
            </Table>
          </TableScroll>
        )}
      </Card>
      {requests.length >= MOST_LISTED ? <p className="text-sm text-muted">The newest {MOST_LISTED} are shown.</p> : null}
    </>
  );
}

/** Says that a link limited the list, and lifts the limit. */
function OnlyThese({ search, onSearch }: Pick<OwnRequestsProps, "search" | "onSearch">) {
  const only = onlyKeys(search);
  if (only === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span className="min-w-0 wrap-anywhere">Only {only.join(", ")}</span>
      <Button variant="outline" size="sm" onClick={() => onSearch({ ...search, only: undefined })}>Show all</Button>
    </p>
  );
}

const SHOW_WORDS: Readonly<Record<Show, string>> = { open: "Open", drafts: "Drafts", ended: "Ended", all: "All" };

function Filters({ requests, search, onSearch, found }: { requests: readonly OwnRequest[]; search: OwnSearch; onSearch: OwnRequestsProps["onSearch"]; found: number }) {
  const { show = "all", q = "" } = search;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="group" aria-label="Which requests" className="flex flex-wrap gap-1">
        {SHOWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={show === one}
            onClick={() => onSearch({ ...search, show: one })}
            className={cn("h-7 rounded-md px-2.5 text-sm pointer-coarse:h-11", show === one ? "bg-accent-wash font-medium text-accent-text" : "text-ink-soft hover:bg-hover hover:text-ink")}
          >
            {SHOW_WORDS[one]} <span className="tabular-nums">{requests.filter((request) => belongs(request, one)).length}</span>
          </button>
        ))}
      </div>
      <div className="relative w-full sm:ml-auto sm:w-64">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
        <Input aria-label="Search my requests" type="search" placeholder="Search" value={q} onChange={(event) => onSearch({ ...search, q: event.target.value })} className="pl-8" />
      </div>
      <VisuallyHidden role="status">{q === "" ? "" : `${plural(found, "request")} found`}</VisuallyHidden>
    </div>
  );
}

function LoadingRows() {
  return (
    <SkeletonGroup label="Loading your requests" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-72 max-w-full" />
      <Card className="overflow-hidden">
        <div className="h-8 border-b border-line bg-sunken" />
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="flex h-10 items-center gap-6 border-b border-line px-4 last:border-b-0">
            <Skeleton className="w-2/5" />
            <Skeleton className="w-24 max-sm:hidden" />
            <Skeleton className="w-1/4 max-sm:hidden" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
