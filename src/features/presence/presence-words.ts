/** Words about who else is here: pure, so that each case stands beside it. */

import type { PresencePage } from "../../../convex/core/presence/table";

const PLACES = { request: "on the request", approval: "on the approval", task: "on a task" } as const satisfies Record<
  PresencePage,
  string
>;

/** Where somebody is, seen from the page of the viewer: "on this page", "on the approval". */
export function placeText(page: PresencePage, ownPage: PresencePage): string {
  return page === ownPage ? "on this page" : PLACES[page];
}

/**
 * "Aisha Khan is here too", "Aisha Khan and Gareth Price are here too": who has the request or something about it open.
 */
export function othersText(names: readonly string[]): string {
  return `${new Intl.ListFormat("en-GB").format(names)} ${names.length === 1 ? "is" : "are"} here too`;
}
