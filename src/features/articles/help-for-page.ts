import type { TicketTopic } from "../../../convex/core/tickets/table";
import { pageOf } from "../../../convex/site/pages";
import { pageAt } from "../../../convex/site/place";

/** What pages are about by the beginning of their address, whoever sees them; an error on any other page is about the portal. */
const TOPIC_OF: Readonly<Record<string, TicketTopic>> = {
  requests: "request",
  approvals: "request",
  finops: "cost",
  profile: "account",
};

/** What help is looked for where a page failed: by what the page is called, and what it is about. */
export function helpForPage(pathname: string): { readonly text: string; readonly topic: TicketTopic } {
  const page = pageAt(pathname);
  const [, first = "", second = ""] = pathname.split("/");
  const topic = TOPIC_OF[first === "admin" ? second : first] ?? "portal";
  return { text: page ? pageOf(page).title : "", topic };
}
