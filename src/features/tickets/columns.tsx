import { isTicketOverdue, OUR_TURN, stateWords, TOPICS } from "../../../convex/core/tickets/rules";
import { CAUSES } from "../../../convex/core/tickets/rules/causes";
import { pathTo } from "../../../convex/site/links";
import { Found } from "../../components/listing/found";
import { RowLink } from "../../components/row-link";
import { DueTime } from "../../components/status/due-time";
import type { Column } from "../../ui/list/data-table";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import type { TicketRow } from "./api";
import { OpenMark } from "./here/agents-here";
import { TicketStateBadge } from "./ticket-state";

const TITLE: Column<TicketRow> = {
  key: "title",
  heading: "Ticket",
  // A word as long as the window pushes no column out of it.
  className: "wrap-anywhere @2xl/rows:min-w-60",
  cell: ({ key, title }) => (
    <RowLink to={pathTo("ticket", { id: key })}>
      <span className="font-mono text-sm font-normal text-ink-soft">
        <Found text={key} />
      </span>{" "}
      <Found text={title} />
    </RowLink>
  ),
};

const ANSWER: Column<TicketRow> = {
  key: "answer",
  heading: "Last answer",
  cardLabel: "Last answer",
  cell: ({ lastAnswerAt }) => (lastAnswerAt === null ? "None yet" : <RelativeTime at={lastAnswerAt} />),
};
const REQUESTER: Column<TicketRow> = {
  key: "requester",
  heading: "Requester",
  cardLabel: "Requester",
  cell: ({ requester }) => requester,
};

function stateColumn(reader: Parameters<typeof stateWords>[0]): Column<TicketRow> {
  return {
    key: "state",
    heading: "State",
    cardLabel: "State",
    cell: ({ state }) => <TicketStateBadge state={state} {...reader} />,
  };
}

function turnColumn(reader: Parameters<typeof stateWords>[0]): Column<TicketRow> {
  return {
    key: "turn",
    heading: "What happens next",
    cardLabel: "Next",
    cell: ({ state }) => stateWords(reader)[state].says,
  };
}

const PARTY = { isAgent: false, isParty: true };
const READER = { isAgent: false, isParty: false };

/** What somebody sees of their own tickets. */
export const OWN: Column<TicketRow>[] = [TITLE, stateColumn(PARTY), turnColumn(PARTY), ANSWER];

/** What somebody sees of those their area shares. */
export const OF_AREA: Column<TicketRow>[] = [TITLE, REQUESTER, stateColumn(READER), turnColumn(READER), ANSWER];

const OF_QUEUE: Column<TicketRow>[] = [
  {
    ...TITLE,
    cell: (row) => (
      <>
        <span className="flex items-center gap-2">
          <span className="min-w-0">{TITLE.cell(row)}</span>
          <OpenMark ticket={row.id} />
        </span>
        {row.tags.length === 0 ? null : (
          <span className="flex flex-wrap gap-1 pt-1">
            <VisuallyHidden>Tags:</VisuallyHidden>
            {row.tags.map((tag) => (
              <Badge key={tag} variant="neutral">
                {tag}
              </Badge>
            ))}
          </span>
        )}
      </>
    ),
  },
  stateColumn({ isAgent: true, isParty: false }),
  { key: "priority", heading: "Priority", cardLabel: "Priority", cell: ({ priority }) => priority },
  { key: "topic", heading: "Topic", cardLabel: "Topic", cell: ({ topic }) => TOPICS[topic].label },
  REQUESTER,
  {
    key: "assignee",
    heading: "Assigned to",
    cardLabel: "Assigned to",
    cell: ({ assignee, team }) => (
      // Below the name in a table; in a card on its line, where everything else is on one.
      <>
        {assignee ?? "Nobody"}
        {team === null ? null : (
          <>
            <span className="@2xl/rows:hidden">, </span>
            <span className="text-xs text-muted @2xl/rows:block">{team}</span>
          </>
        )}
      </>
    ),
  },
];

/** When support has to answer or solve it, marked once that has passed. */
function Due(ticket: Pick<TicketRow, "state" | "dueAt">) {
  const now = useNow();
  return <DueTime at={ticket.dueAt} isOverdue={isTicketOverdue(ticket, now)} />;
}

/** What those who answer see of the queue. */
export const QUEUE: Column<TicketRow>[] = [
  ...OF_QUEUE,
  {
    key: "due",
    heading: "Due",
    cardLabel: "Due",
    cell: ({ dueAt, state, requester }) => {
      if (OUR_TURN.includes(state)) return <Due state={state} dueAt={dueAt} />;
      return state === "waitingOnRequester" ? `After ${requester} answers` : "After a third party answers";
    },
  },
];

/** What they see of what is over: nothing of it is due, and why support was needed is known. */
export const QUEUE_OVER: Column<TicketRow>[] = [
  ...OF_QUEUE,
  {
    key: "cause",
    heading: "Resolution cause",
    cardLabel: "Cause",
    cell: ({ state, cause }) => {
      if (state === "merged") return "-";
      return cause === null ? "Not recorded" : CAUSES[cause].label;
    },
  },
];
