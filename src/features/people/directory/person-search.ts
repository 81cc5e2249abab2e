/** What the address of a person's page says. */

/** The tabs of the page; the first is what opens without a word. */
export const PERSON_TABS = ["overview", "access", "work", "history"] as const;
export type PersonTabName = (typeof PERSON_TABS)[number];

/** The tab of an address; one that does not exist is left out. */
export function parsePersonSearch(search: Record<string, unknown>): { tab?: PersonTabName } {
  const tab = PERSON_TABS.find((name) => name === search["tab"]);
  return tab === undefined || tab === "overview" ? {} : { tab };
}
