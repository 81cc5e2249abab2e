import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { QUEUE_VIEWS, type QueueView } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { placeOf } from "../../components/listing/address";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { shownColumns } from "../../components/listing/shown-columns";
import { useAreas } from "../../components/pickers/api";
import { QueryBoundary } from "../../components/query-boundary";
import { buttonClasses } from "../../ui/button-classes";
import { lazyPart } from "../../ui/lazy-part";
import { FilterBar } from "../../ui/list/filter-bar";
import { StatusTabs } from "../../ui/list/status-tabs";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { ViewSwitch } from "../../ui/page/view-switch";
import { useMyCount, useMyTickets, useQueueCount, useTicketQueue, useTicketRights, useViewCounts } from "./api";
import { OF_AREA, OWN } from "./columns";
import { IncidentsToTell } from "./incidents/incidents-to-tell";
import { useIsQueueKnown } from "./loading/api";
import { HeldMailsToDecide } from "./mail/held-mails-to-decide";
import { QUEUE, QUEUE_OVER, USUAL_COLUMNS } from "./queue-columns";
import { QueueTools } from "./queue-tools";
import {
  changedSearch,
  ownArgsOf,
  ownFilterOf,
  queueFilterOf,
  queueNarrowingOf,
  type SupportSearch,
  thisMinute,
  UNFILTERED,
  USUAL_PERIOD,
} from "./search";
import { useKnownTags, useTeams } from "./sorting/api";
import { type Change, type Place, searchBox, TicketList } from "./ticket-list";
import { UnsentReplies } from "./writing/unsent-replies";

const TicketReportView = lazyPart(() => import("./report/report").then((part) => part.TicketReportView));

const PAGES = {
  own: { title: "My Tickets", context: "What you have asked support, and whose turn it is." },
  area: {
    title: "Tickets of My Area",
    context: "Tickets that colleagues share with your business area. You can read them.",
  },
  queue: { title: "Support Queue", context: "Everything support has to do, soonest due first." },
  report: {
    title: "Support Report",
    context: "How many tickets came in, how quickly they were solved, and how people rated the help.",
  },
} as const;

const TABS: Readonly<Record<QueueView, string>> = {
  ours: "Waiting on us",
  overdue: "Overdue",
  unassigned: "Unassigned",
  mine: "Assigned to me",
  all: "All unfinished",
  done: "Resolved and closed",
};

/** What a view says that has no ticket. */
const EMPTY: Readonly<Record<QueueView, { readonly title: string; readonly says: string }>> = {
  ours: { title: "Nothing is waiting on us", says: "New tickets and replies appear here as they come in." },
  overdue: { title: "Nothing is overdue", says: "A ticket appears here once its answer or solution is late." },
  unassigned: { title: "Every ticket is assigned", says: "New tickets appear here until somebody claims them." },
  mine: { title: "No ticket is assigned to you", says: "Claim one under Waiting on us or Unassigned." },
  all: { title: "No ticket is unfinished", says: "New tickets appear here as they come in." },
  done: { title: "No ticket is resolved or closed", says: "Tickets appear here once they are resolved." },
};

/** The team of whoever looks, in an address that colleagues can share. */
const MINE = "mine";

const FOR_ALL = [
  { value: "own", label: "Mine" },
  { value: "area", label: "My area" },
] as const;
const FOR_AGENTS = [
  { value: "queue", label: "Queue" },
  { value: "report", label: "Report" },
] as const;

/** The tickets of whoever looks, and for those who answer the queue. */
export function Tickets(props: {
  search: SupportSearch;
  onSearch: (next: SupportSearch, how: "push" | "replace") => void;
}) {
  const { search, onSearch } = props;
  const { mayWrite, mayAnswer } = useTicketRights();
  const view = mayAnswer || search.view === "area" ? (search.view ?? "own") : "own";
  const { title, context } = PAGES[view];
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  useTabTitle(title);
  return (
    <div className="list-page">
      <PageHeader
        title={title}
        context={context}
        actions={
          <>
            <ViewSwitch
              label="Tickets"
              views={mayAnswer ? [...FOR_ALL, ...FOR_AGENTS] : FOR_ALL}
              value={view}
              onValueChange={(chosen) => onSearch(chosen === "own" ? {} : { view: chosen }, "push")}
            />
            {mayWrite ? (
              <GoLink to={pathTo("createTicket")} className={buttonClasses({})}>
                <Plus aria-hidden />
                {/* Beside four views a phone has no room for the words: they would stand on a line of their own. */}
                <span className={mayAnswer ? "max-sm:sr-only" : undefined}>Create ticket</span>
              </GoLink>
            ) : null}
          </>
        }
      />
      <QueryBoundary title="The tickets did not load">
        {view === "queue" ? <Queue search={search} change={change} onSearch={onSearch} /> : null}
        {view === "own" || view === "area" ? <Own search={search} change={change} /> : null}
        {view === "report" ? <Report search={search} change={change} /> : null}
      </QueryBoundary>
    </div>
  );
}

function Report({ search, change }: Place) {
  return (
    <Suspense fallback={<ListSkeleton label="Loading the report" />}>
      <TicketReportView
        period={search.weeks ?? USUAL_PERIOD}
        by={search.by ?? "topic"}
        onChange={({ period, by }) =>
          change({ ...(period && { weeks: period }), ...(by && { by: by === "topic" ? undefined : by }) }, "replace")
        }
      />
    </Suspense>
  );
}

function Own({ search, change }: Place) {
  const [turn, setTurn] = useState(0);
  const args = ownArgsOf(search);
  const live = useMyTickets(args);
  const total = useMyCount(ownFilterOf(search), turn);
  const isOfArea = search.view === "area";
  return (
    <>
      <FilterBar
        label={isOfArea ? "Filter tickets of my area" : "Filter my tickets"}
        search={searchBox(search, change)}
        filters={[]}
        onClear={() => change({ q: undefined })}
      />
      <TicketList
        {...{ search, change, live, total }}
        columns={isOfArea ? OF_AREA : OWN}
        label={isOfArea ? PAGES.area.title : "My tickets"}
        name={JSON.stringify(["tickets", args])}
        onRefresh={() => setTurn(turn + 1)}
        empty={
          search.q !== undefined ? null : isOfArea ? (
            <EmptyState kind="nothing-yet" title="Nobody shares a ticket with your area">
              Anyone can share a ticket of theirs with their business area.
            </EmptyState>
          ) : (
            <EmptyState kind="nothing-yet" title="You have no tickets">
              Ask support when something is missing or broken. The answer appears here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function Queue({ search, change, onSearch }: Place & Pick<Parameters<typeof Tickets>[0], "onSearch">) {
  const show: QueueView = search.show ?? "ours";
  const areas = (useAreas() ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const tags = (useKnownTags() ?? []).map((tag) => ({ value: tag, label: tag }));
  const teams = (useTeams()?.teams ?? []).map(({ id, name, isMine }) =>
    isMine ? { value: MINE, label: `My team (${name})` } : { value: id as string, label: name },
  );
  const [{ turn, asOf }, setTurn] = useState(() => ({ turn: 0, asOf: thisMinute() }));
  const filter = queueFilterOf(search, asOf);
  const place = placeOf(search);
  const live = useTicketQueue(filter, place);
  const total = useQueueCount(filter, turn);
  const counts = useViewCounts(queueNarrowingOf(search), asOf, turn);
  const columns = show === "done" ? QUEUE_OVER : QUEUE;
  const shown = shownColumns(columns, search.cols, USUAL_COLUMNS);
  if (!useIsQueueKnown()) return <ListSkeleton label="Loading the queue" />;
  return (
    <>
      <UnsentReplies />
      <HeldMailsToDecide />
      <IncidentsToTell />
      <StatusTabs
        label="Queue"
        tabs={QUEUE_VIEWS.map((key) => ({ key, label: TABS[key], counted: counts?.find(({ view }) => view === key) }))}
        chosen={show}
        onChoose={(next) => change({ show: next === "ours" ? undefined : next })}
      />
      <FilterBar
        label="Filter tickets"
        search={searchBox(search, change)}
        filters={[
          ...(teams.length === 0 && search.team === undefined
            ? []
            : [
                {
                  kind: "choice" as const,
                  label: "Team",
                  options: teams,
                  chosen: search.team ?? null,
                  onChange: (team: string | null) => change({ team: team ?? undefined }),
                },
              ]),
          {
            kind: "choice",
            label: "Area",
            options: areas,
            chosen: search.area ?? null,
            onChange: (area) => change({ area: area ?? undefined }),
          },
          {
            kind: "choice",
            label: "Tag",
            options: tags,
            chosen: search.tag ?? null,
            onChange: (tag) => change({ tag: tag ?? undefined }),
          },
        ]}
        onClear={() => change(UNFILTERED)}
      >
        <QueueTools {...{ search, change, onSearch, filter, columns, shown }} />
      </FilterBar>
      <TicketList
        {...{ search, change, live, total, columns: shown, label: TABS[show] }}
        name={JSON.stringify(["queue", filter, place])}
        onRefresh={() => setTurn({ turn: turn + 1, asOf: thisMinute() })}
        filter={filter}
        empty={
          Object.keys(queueNarrowingOf(search)).length === 0 ? (
            <EmptyState kind="nothing-yet" title={EMPTY[show].title}>
              {EMPTY[show].says}
            </EmptyState>
          ) : null
        }
      />
    </>
  );
}
