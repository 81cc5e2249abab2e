/** What the pages of support ask first. */

import { api } from "../../../convex/_generated/api";
import { placeOf } from "../../components/listing/address";
import { question } from "../../lib/question";
import { ownArgsOf, parseSupportSearch, queueFilterOf, thisMinute } from "./search";

export function queueAhead(search: object) {
  const wanted = parseSupportSearch({ ...search });
  const { queue, mine } = api.tickets.queries;
  return [
    wanted.view === "queue"
      ? question(queue, { filter: queueFilterOf(wanted, thisMinute()), ...placeOf(wanted) })
      : question(mine, ownArgsOf(wanted)),
  ];
}

export function ticketAhead(key: string) {
  return [
    question(api.tickets.queries.get, { key }),
    question(api.incidents.queries.ofTicket, { key }),
    question(api.supportHours.queries.current, {}),
  ];
}
