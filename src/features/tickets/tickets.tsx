import { OUR_TURN, STATE_WORDS, TOPICS } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { formatDateTime } from "../../lib/dates";
import { buttonClasses } from "../../ui/button-classes";
import { type Column, DataTable } from "../../ui/list/data-table";
import { StatusTabs } from "../../ui/list/status-tabs";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { ViewSwitch } from "../../ui/page/view-switch";
import { RelativeTime } from "../../ui/text/relative-time";
import { type TicketRow, useMyTickets, useTicketQueue, useTicketRights } from "./api";
import { QUEUE_VIEWS, type QueueView, type SupportSearch } from "./search";
import { TicketStateBadge } from "./ticket-state";

const TABS: Readonly<Record<QueueView, string>> = {
  ours: "Waiting on us",
  unassigned: "Unassigned",
  mine: "Assigned to me",
  all: "All unfinished",
};

/** The tickets of whoever looks, and for those who answer the queue. */
export function Tickets({ search, onSearch }: { search: SupportSearch; onSearch: (next: SupportSearch) => void }) {
  const { mayWrite, mayAnswer } = useTicketRights();
  const isQueue = search.view === "queue" && mayAnswer;
  const show = search.show ?? "ours";
  useTabTitle(isQueue ? "Support Queue" : "My Tickets");
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={isQueue ? "Support Queue" : "My Tickets"}
        context={isQueue ? "What support has to do, due first." : "What you asked support, and whose turn it is."}
        actions={
          <>
            {mayAnswer ? (
              <ViewSwitch
                label="Tickets"
                views={[
                  { value: "own", label: "Mine" },
                  { value: "queue", label: "Queue" },
                ]}
                value={isQueue ? "queue" : "own"}
                onValueChange={(view) => onSearch(view === "queue" ? { view } : {})}
              />
            ) : null}
            {mayWrite ? (
              <GoLink to={pathTo("createTicket")} className={buttonClasses({})}>
                Create ticket
              </GoLink>
            ) : null}
          </>
        }
      />
      {isQueue ? (
        <StatusTabs
          label="Queue"
          tabs={QUEUE_VIEWS.map((key) => ({ key, label: TABS[key] }))}
          chosen={show}
          onChoose={(next) => onSearch(next === "ours" ? { view: "queue" } : { view: "queue", show: next })}
        />
      ) : null}
      <QueryBoundary title="The tickets did not load">{isQueue ? <Queue show={show} /> : <Own />}</QueryBoundary>
    </div>
  );
}

function Own() {
  const tickets = useMyTickets();
  return (
    <List tickets={tickets} columns={OWN} label="My tickets" empty="You have no tickets">
      Ask support when something is missing or broken. The answer stands here.
    </List>
  );
}

function Queue({ show }: { show: QueueView }) {
  const tickets = useTicketQueue(show);
  return (
    <List tickets={tickets} columns={QUEUE} label={TABS[show]} empty="No tickets here">
      New tickets are shown as they come in.
    </List>
  );
}

function List(props: {
  tickets: TicketRow[] | undefined;
  columns: Column<TicketRow>[];
  label: string;
  empty: string;
  children: string;
}) {
  const { tickets, columns, label } = props;
  return (
    <Card aria-label={label} className="overflow-hidden">
      {tickets === undefined ? (
        <ListSkeleton label="Loading the tickets" className="max-h-60 overflow-hidden" />
      ) : tickets.length === 0 ? (
        <EmptyState kind="nothing-yet" title={props.empty}>
          {props.children}
        </EmptyState>
      ) : (
        <DataTable label={label} columns={columns} rows={tickets} nameOf={({ key }) => key} />
      )}
    </Card>
  );
}

const TITLE: Column<TicketRow> = {
  key: "title",
  heading: "Ticket",
  cell: ({ key, title }) => (
    <RowLink to={pathTo("ticket", { id: key })} title={title}>
      <span className="font-mono text-sm font-normal text-ink-soft">{key}</span> {title}
    </RowLink>
  ),
};

const OWN: Column<TicketRow>[] = [
  TITLE,
  {
    key: "state",
    heading: "State",
    cardLabel: "State",
    cell: ({ state }) => <TicketStateBadge state={state} isAgent={false} />,
  },
  { key: "turn", heading: "What happens next", cardLabel: "Next", cell: ({ state }) => STATE_WORDS[state].says },
  {
    key: "answer",
    heading: "Last answer",
    cardLabel: "Last answer",
    cell: ({ lastAnswerAt }) => (lastAnswerAt === null ? "None yet" : <RelativeTime at={lastAnswerAt} />),
  },
];

const QUEUE: Column<TicketRow>[] = [
  TITLE,
  {
    key: "state",
    heading: "State",
    cardLabel: "State",
    cell: ({ state }) => <TicketStateBadge state={state} isAgent />,
  },
  { key: "priority", heading: "Priority", cardLabel: "Priority", cell: ({ priority }) => priority },
  { key: "topic", heading: "Topic", cardLabel: "Topic", cell: ({ topic }) => TOPICS[topic].label },
  { key: "requester", heading: "Requester", cardLabel: "Requester", cell: ({ requester }) => requester },
  { key: "assignee", heading: "Assigned to", cardLabel: "Assigned to", cell: ({ assignee }) => assignee ?? "Nobody" },
  {
    key: "due",
    heading: "Due",
    cardLabel: "Due",
    cell: ({ dueAt, state, requester }) => {
      if (OUR_TURN.includes(state)) return formatDateTime(dueAt);
      return state === "waitingOnRequester" ? `After ${requester} answers` : "After a third party answers";
    },
  },
];
