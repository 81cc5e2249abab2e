import { ArrowUp } from "lucide-react";
import { Suspense, useRef } from "react";
import { QueryBoundary } from "../../components/query-boundary";
import { formatDateTime } from "../../lib/dates";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { Pager } from "../../ui/list/pager";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { type EventPage, useEventPage } from "./api";
import { ChainState } from "./chain-state";
import { EventFilters } from "./event-filters";
import { EventTable } from "./event-table";
import { ExportMenu } from "./export-menu";
import { EventHistogram } from "./histogram/event-histogram";
import { scopeWords } from "./scope-words";
import {
  type AuditSearch,
  changedSearch,
  everything,
  filterOf,
  isNarrowed,
  nextPage,
  PAGE_SIZES,
  pagesBefore,
  placeOf,
  previousPage,
  refined,
  sizeOf,
} from "./search";
import { useHeldPage } from "./use-held-page";

const EventSheet = lazyPart(() => import("./event-sheet").then((part) => part.EventSheet));

interface Place {
  readonly search: AuditSearch;
  readonly onSearch: (next: AuditSearch, how?: "push" | "replace") => void;
}

/** Who did what, when, and with which result. */
export function AuditTrail({ search, onSearch }: Place) {
  const viewer = useViewer();
  if (!viewer) return null;
  const may = (capability: string) => viewer.capabilities.includes(capability);
  return (
    <div className="wide-page flex flex-col gap-4">
      <PageHeader
        title="Audit Trail"
        context={viewer.impersonation ? `You see what ${viewer.impersonation.name} may see.` : scopeWords(viewer.roles)}
        actions={<ExportMenu filter={filterOf(search)} />}
      />
      <QueryBoundary title="The chain could not be loaded">
        <ChainState mayVerify={may("audit.verify")} />
      </QueryBoundary>
      <QueryBoundary title="The filters could not be loaded">
        <EventFilters search={search} onSearch={onSearch} />
      </QueryBoundary>
      <Card className="px-4 pt-3 pb-2 print:hidden">
        <QueryBoundary title="The events could not be counted">
          <EventHistogram search={search} onSearch={onSearch} />
        </QueryBoundary>
      </Card>
      <QueryBoundary key={JSON.stringify(filterOf(search))} title="The events could not be loaded">
        <Events search={search} onSearch={onSearch} />
      </QueryBoundary>
      {search.event === undefined ? null : (
        <QueryBoundary title="The event could not be loaded">
          <Suspense fallback={null}>
            <EventSheet
              key={search.event}
              eventId={search.event}
              onClose={() => onSearch(changedSearch(search, { event: undefined }), "replace")}
              onNarrow={(changes) => onSearch(refined(search, changes))}
            />
          </Suspense>
        </QueryBoundary>
      )}
    </div>
  );
}

function Events({ search, onSearch }: Place) {
  const wanted = { filter: filterOf(search), after: placeOf(search), size: sizeOf(search) };
  const { page, isOld, fresh, showFresh } = useHeldPage(useEventPage(wanted), JSON.stringify(wanted));
  const list = useRef<HTMLElement>(null);
  if (!page) return <LoadingEvents />;
  const isFirst = wanted.after === null;
  function show(): void {
    // The button leaves with this: the list below it has what is new.
    list.current?.focus({ preventScroll: true });
    showFresh();
  }
  return (
    <div className="flex flex-col gap-3">
      {isFirst && fresh > 0 ? (
        <div className="sticky top-15 z-20 -mb-3 flex h-0 items-center justify-center">
          <Button variant="outline" size="sm" className="-mt-4 rounded-full shadow-float" onClick={show}>
            <ArrowUp aria-hidden />
            {fresh === 1 ? "1 new event" : `${fresh}${fresh < wanted.size ? "" : "+"} new events`}
          </Button>
        </div>
      ) : null}
      <Card ref={list} tabIndex={-1} aria-label="List of events">
        {page.events.length > 0 ? (
          <EventTable events={page.events} isBusy={isOld} />
        ) : (
          <NoEvents page={page} {...{ search, onSearch }} />
        )}
      </Card>
      <LookedBack page={page} />
      {page.events.length > 0 || !isFirst ? (
        <Pager
          of="events"
          sizes={PAGE_SIZES}
          size={wanted.size}
          onSize={(size) => onSearch(changedSearch(search, { size, pages: undefined }))}
          position={`Page ${pagesBefore(search) + 1}`}
          {...(!isFirst && {
            onFirst: () => onSearch(changedSearch(search, { pages: undefined })),
            onPrevious: () => onSearch(previousPage(search)),
          })}
          {...(page.next && !isOld && { onNext: () => page.next && onSearch(nextPage(search, page.next)) })}
        />
      ) : null}
    </div>
  );
}

/** A page may end before it is full because enough was read. */
function LookedBack({ page: { lookedBackTo, events } }: { page: EventPage }) {
  if (lookedBackTo === null || events.length === 0) return null;
  return (
    <p className="text-sm text-muted" role="status">
      Looked back to {formatDateTime(lookedBackTo)}. The next page continues from there.
    </p>
  );
}

function NoEvents({ page, search, onSearch }: Place & { page: EventPage }) {
  const { next, lookedBackTo } = page;
  if (next && lookedBackTo !== null) {
    return (
      <EmptyState
        kind="no-match"
        title={`Nothing matches since ${formatDateTime(lookedBackTo)}`}
        action={
          <Button variant="outline" onClick={() => onSearch(nextPage(search, next))}>
            Look further back
          </Button>
        }
      >
        There may be older events that do.
      </EmptyState>
    );
  }
  if (!isNarrowed(search))
    return (
      <EmptyState kind="nothing-yet" title="No events yet">
        Everything that happens in the portal is listed here.
      </EmptyState>
    );
  return (
    <EmptyState
      kind="no-match"
      title="No event matches"
      action={
        <Button variant="outline" onClick={() => onSearch(everything(search))}>
          Clear filters
        </Button>
      }
    >
      Remove a filter, or choose another time.
    </EmptyState>
  );
}

function LoadingEvents() {
  return (
    <Card>
      <SkeletonGroup label="Loading events" className="@container/rows">
        <div className="h-8 rounded-t-lg border-b border-line bg-sunken @max-2xl/rows:hidden" />
        {Array.from({ length: 20 }, (_, row) => (
          <div
            key={row}
            className="flex h-10 items-center gap-4 border-b border-line px-4 last:border-b-0 @max-2xl/rows:h-30"
          >
            <Skeleton className="w-1/4" />
            <Skeleton className="w-24" />
            <Skeleton className="w-1/4 @max-2xl/rows:hidden" />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
