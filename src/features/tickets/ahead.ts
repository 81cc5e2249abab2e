/** What the pages of support ask first. */

import { api } from "../../../convex/_generated/api";
import { placeOf } from "../../components/listing/address";
import { question } from "../../lib/question";
import { ownArgsOf, parseCreateTicketSearch, parseSupportSearch, queueFilterOf, thisMinute } from "./search";

export function queueAhead(search: object) {
  const wanted = parseSupportSearch({ ...search });
  const { queue, mine } = api.tickets.queries;
  if (wanted.view === "report") return [];
  if (wanted.view !== "queue") return [question(mine, ownArgsOf(wanted))];
  return [
    question(queue, { filter: queueFilterOf(wanted, thisMinute()), ...placeOf(wanted) }),
    question(api.ticketMail.queries.tickets, {}),
    question(api.ticketReplies.queries.unsent, {}),
    question(api.incidents.queries.open, {}),
    question(api.supportTeams.queries.current, {}),
  ];
}

export function createTicketAhead(search: object) {
  const { related } = parseCreateTicketSearch({ ...search });
  return [
    question(api.tickets.queries.relatables, {}),
    question(api.incidents.queries.open, {}),
    question(api.supportHours.queries.current, {}),
    question(api.supportTeams.queries.current, {}),
    question(api.tickets.queries.draft, { key: null }),
    ...(related === undefined ? [] : [question(api.tickets.queries.related, { ref: related })]),
  ];
}

export function ticketAhead(key: string) {
  return [
    question(api.tickets.queries.get, { key }),
    question(api.tickets.queries.draft, { key }),
    question(api.conversions.queries.suggestion, { key }),
    question(api.conversions.queries.idea, { key }),
    question(api.incidents.queries.ofTicket, { key }),
    question(api.supportHours.queries.current, {}),
  ];
}
