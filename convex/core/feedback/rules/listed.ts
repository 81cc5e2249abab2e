/** What lists of ideas show. Apart from the other rules: every address of a list knows it. */

import type { IdeaStatus } from "../table";

/** The statuses lists show, in their order. */
export const LISTED = [
  "New",
  "Under review",
  "Planned",
  "In progress",
  "Shipped",
  "Declined",
] as const satisfies readonly IdeaStatus[];
export type ListedStatus = (typeof LISTED)[number];

/** Ideas that a search lists at most, page by page. */
export const MOST_FOUND = 1000;

/** Whether a search that found so many found them all: as many as it lists at most are taken for more. */
export function isWholeSearch(found: number): boolean {
  return found < MOST_FOUND;
}
