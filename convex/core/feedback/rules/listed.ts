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
