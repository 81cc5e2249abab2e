import { type ReactNode, Suspense, useRef, useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { placeOf } from "../../components/listing/address";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { Listing } from "../../components/listing/listing";
import { useStillPage } from "../../components/listing/use-still-page";
import { useAreas } from "../../components/pickers/api";
import { QueryBoundary } from "../../components/query-boundary";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { lazyPart } from "../../ui/lazy-part";
import type { Column } from "../../ui/list/data-table";
import { FilterBar } from "../../ui/list/filter-bar";
import { StatusTabs } from "../../ui/list/status-tabs";
import { useSelection } from "../../ui/list/use-selection";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { ViewSwitch } from "../../ui/page/view-switch";
import { type TicketRow, useMyCount, useMyTickets, useQueueCount, useTicketQueue, useTicketRights } from "./api";
import { OF_AREA, OWN, QUEUE, QUEUE_OVER } from "./columns";
import { IncidentsToTell } from "./incidents/incidents-to-tell";
import { HeldMailsToDecide } from "./mail/held-mails-to-decide";
import {
  changedSearch,
  ownArgsOf,
  ownFilterOf,
  QUEUE_VIEWS,
  queueFilterOf,
  type QueueView,
  type SupportSearch,
  thisMinute,
  USUAL_PERIOD,
} from "./search";
import { useKnownTags } from "./sorting/api";
import { TicketBulkBar } from "./sorting/bulk-bar";

const TicketReportView = lazyPart(() => import("./report/report").then((part) => part.TicketReportView));

const PAGES = {
  own: { title: "My Tickets", context: "What you asked support, and whose turn it is." },
  area: {
    title: "Tickets of My Area",
    context: "Tickets that colleagues share with your business area. You can read them.",
  },
  queue: { title: "Support Queue", context: "What support has to do, due first." },
  report: {
    title: "Support Report",
    context: "How much was asked, how soon it was solved, and how good the help was.",
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

const FOR_ALL = [
  { value: "own", label: "Mine" },
  { value: "area", label: "My area" },
] as const;
const FOR_AGENTS = [
  { value: "queue", label: "Queue" },
  { value: "report", label: "Report" },
] as const;

type Change = (changes: Partial<SupportSearch>, how?: "push" | "replace") => void;
interface Place {
  readonly search: SupportSearch;
  readonly change: Change;
}

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
                Create ticket
              </GoLink>
            ) : null}
          </>
        }
      />
      <QueryBoundary title="The tickets did not load">
        {view === "queue" ? <Queue search={search} change={change} /> : null}
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
          change({ ...(period && { weeks: period }), ...(by && { by: by === "area" ? by : undefined }) }, "replace")
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
      <List
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
              Ask support when something is missing or broken. The answer stands here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function Queue({ search, change }: Place) {
  const show: QueueView = search.show ?? "ours";
  const areas = (useAreas() ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const tags = (useKnownTags() ?? []).map((tag) => ({ value: tag, label: tag }));
  const [{ turn, asOf }, setTurn] = useState(() => ({ turn: 0, asOf: thisMinute() }));
  const filter = queueFilterOf(search, asOf);
  const place = placeOf(search);
  const live = useTicketQueue(filter, place);
  const total = useQueueCount(filter, turn);
  return (
    <>
      <HeldMailsToDecide />
      <IncidentsToTell />
      <StatusTabs
        label="Queue"
        tabs={QUEUE_VIEWS.map((key) => ({ key, label: TABS[key] }))}
        chosen={show}
        onChoose={(next) => change({ show: next === "ours" ? undefined : next })}
      />
      <FilterBar
        label="Filter tickets"
        search={searchBox(search, change)}
        filters={[
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
        onClear={() => change({ q: undefined, area: undefined, tag: undefined })}
      />
      <List
        {...{ search, change, live, total, columns: show === "done" ? QUEUE_OVER : QUEUE, label: TABS[show] }}
        name={JSON.stringify(["queue", filter, place])}
        onRefresh={() => setTurn({ turn: turn + 1, asOf: thisMinute() })}
        isForAgents
        empty={
          search.q === undefined && search.area === undefined && search.tag === undefined ? (
            <EmptyState kind="nothing-yet" title="No tickets here">
              New tickets are shown as they come in.
            </EmptyState>
          ) : null
        }
      />
    </>
  );
}

function searchBox({ q }: SupportSearch, change: Change) {
  return {
    text: q ?? "",
    label: "Search tickets",
    placeholder: "Number or words",
    onChange: (text: string) => change({ q: text.trim() === "" ? undefined : text }, "replace"),
  };
}

function List(
  props: Place & {
    live: ReturnType<typeof useMyTickets>;
    total: ReturnType<typeof useMyCount>;
    columns: Column<TicketRow>[];
    label: string;
    /** Names the list, its filter and its place. */
    name: string;
    onRefresh: () => void;
    /** Whether rows can be chosen, to do the same with all of them. */
    isForAgents?: boolean;
    /** Null where a filter is what leaves nothing. */
    empty: ReactNode;
  },
) {
  const { search, change, live, total, columns, label, onRefresh } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const still = useStillPage(props.name, live, scroller);
  const rows = still?.rows ?? [];
  const selection = useSelection(
    rows.map(({ id }) => id),
    props.name,
  );
  return (
    <>
      <Listing
        label={label}
        noun="ticket"
        selection={props.isForAgents ? selection : undefined}
        still={still}
        total={total}
        search={search}
        change={change}
        onRefresh={() => {
          still?.showAll();
          onRefresh();
        }}
        columns={columns}
        nameOf={({ key }) => key}
        scroller={scroller}
        words={search.q}
        empty={
          props.empty ?? (
            <EmptyState
              kind="no-match"
              title="No ticket matches"
              action={
                <Button variant="outline" onClick={() => change({ q: undefined, area: undefined, tag: undefined })}>
                  Show all
                </Button>
              }
            >
              Search looks at numbers, titles, descriptions and what was said.
            </EmptyState>
          )
        }
      />
      {props.isForAgents ? <TicketBulkBar rows={rows} selection={selection} /> : null}
    </>
  );
}
