/** What the pages of support ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";
import { parseSupportSearch } from "./search";

export function queueAhead(search: object) {
  const { view, show = "ours" } = parseSupportSearch({ ...search });
  return [view === "queue" ? question(api.tickets.queries.queue, { show }) : question(api.tickets.queries.mine, {})];
}

export function ticketAhead(key: string) {
  return [question(api.tickets.queries.get, { key })];
}
