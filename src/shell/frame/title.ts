/** The product's name, as shown to people. */

import { type PageId, pageOf } from "../../../convex/site/pages";

export const productName = "Data Portal";

/** What the browser tab says under a heading of its own. */
export function pageTitle(page: string): string {
  return `${page} · ${productName}`;
}

/** The head of a page's route: the tab's title, with what differs in the page's address filled in. */
export function pageHead(id: PageId, params: Readonly<Record<string, string>> = {}): { meta: { title: string }[] } {
  const { title, tab = title } = pageOf(id);
  return { meta: [{ title: pageTitle(tab.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? "")) }] };
}

/** Counted no further than this. */
const maxShown = 99;

/** "3", or "99+" for more than can be shown. */
export function countLabel(count: number): string {
  return count > maxShown ? `${maxShown}+` : String(count);
}

/** A tab's title with the count in front: "(3) Home · Data Portal". Whatever count it had is replaced. */
export function titleWith(count: number, title: string): string {
  const bare = title.replace(/^\(\d+\+?\) /, "");
  return count === 0 ? bare : `(${countLabel(count)}) ${bare}`;
}
