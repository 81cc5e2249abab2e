import type { TicketTopic } from "../../../convex/core/tickets/table";
import { pageOf } from "../../../convex/site/pages";
import { pageAt, wayTo } from "../../../convex/site/place";

/** What help is looked for where a page failed: by what the page is called, and what it or one above it is about. */
export function helpForPage(pathname: string): { readonly text: string; readonly topic: TicketTopic } {
  const page = pageAt(pathname);
  const topics = wayTo(pathname).flatMap((id) => pageOf(id).topic ?? []);
  return { text: page ? pageOf(page).title : "", topic: topics.at(-1) ?? "portal" };
}
