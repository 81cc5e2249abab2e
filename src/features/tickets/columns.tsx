import { stateWords } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { Found } from "../../components/found/found";
import { RowLink } from "../../components/row-link";
import type { Column } from "../../ui/list/data-table";
import { RelativeTime } from "../../ui/text/relative-time";
import type { TicketRow } from "./api";
import { TicketStateBadge } from "./ticket-state";

/** The name of a ticket, which leads to it. */
export const TITLE: Column<TicketRow> = {
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

/** When it was answered last. */
export const ANSWER: Column<TicketRow> = {
  key: "answer",
  heading: "Last answer",
  cardLabel: "Last answer",
  cell: ({ lastAnswerAt }) => (lastAnswerAt === null ? "None yet" : <RelativeTime at={lastAnswerAt} />),
};
/** Whose ticket it is. */
export const REQUESTER: Column<TicketRow> = {
  key: "requester",
  heading: "Requester",
  cardLabel: "Requester",
  cell: ({ requester }) => requester,
};

/** Where a ticket stands, in the words of its reader. */
export function stateColumn(isAgent: boolean): Column<TicketRow> {
  return {
    key: "state",
    heading: "State",
    cardLabel: "State",
    cell: ({ state, isRequester }) => <TicketStateBadge state={state} isAgent={isAgent} isRequester={isRequester} />,
  };
}

const STATE = stateColumn(false);
const TURN: Column<TicketRow> = {
  key: "turn",
  heading: "What happens next",
  cardLabel: "Next",
  className: "@5xl/rows:min-w-52",
  cell: ({ state, isRequester }) => stateWords({ isAgent: false, isRequester })[state].says,
};

/** What somebody sees of the tickets they wrote or take part in. */
export const OWN: Column<TicketRow>[] = [TITLE, STATE, TURN, ANSWER];

/** What somebody sees of those their area shares. */
export const OF_AREA: Column<TicketRow>[] = [TITLE, REQUESTER, STATE, TURN, ANSWER];
