/**
 * The pages a person opened lately, newest first. They stay in this browser, under the person they belong to:
 * whoever signs in next reads none of them, and the end of a session forgets them.
 */

import { productName } from "../frame/title";
import { RECENT_KEY } from "./recent-key";

/** A page somebody opened. */
export interface RecentPage {
  readonly to: string;
  readonly label: string;
}

/** Kept, so that what is opened every day does not push out everything else. */
const MAX_KEPT = 20;

type Store = Pick<Storage, "getItem" | "setItem">;

/** The pages this person opened lately in this browser. What cannot be read counts as none. */
export function recentPages(personId: string, storage: Store = localStorage): RecentPage[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(RECENT_KEY) ?? "null");
    return isKept(kept) && kept.personId === personId ? kept.pages.filter(isPage).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

/** Puts a page first; another person's pages are replaced, not joined. */
export function noteVisit(personId: string, page: RecentPage, storage: Store = localStorage): void {
  const others = recentPages(personId, storage).filter(({ to }) => to !== page.to);
  try {
    storage.setItem(RECENT_KEY, JSON.stringify({ personId, pages: [page, ...others].slice(0, MAX_KEPT) }));
  } catch {
    // A browser that denies storage remembers nothing.
  }
}

/**
 * The page's own part of a tab's title: "REQ-142 New laptop" of "(3) REQ-142 New laptop · Data Portal"; null when it
 * names no page.
 */
export function pageOfTitle(title: string): string | null {
  const bare = title.replace(/^\(\d+\+?\) /, "");
  const end = ` · ${productName}`;
  return bare.endsWith(end) ? bare.slice(0, -end.length).trim() || null : null;
}

function isKept(value: unknown): value is { personId: string; pages: unknown[] } {
  return (
    typeof value === "object" && value !== null && "personId" in value && "pages" in value && Array.isArray(value.pages)
  );
}

function isPage(value: unknown): value is RecentPage {
  // A path of this portal and nothing else: what is kept here is followed.
  return (
    typeof value === "object" &&
    value !== null &&
    "to" in value &&
    typeof value.to === "string" &&
    /^\/(?![/\\])/.test(value.to) &&
    "label" in value &&
    typeof value.label === "string"
  );
}
