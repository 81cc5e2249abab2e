/** What the address of a person's page says. */

/** The tabs of the page; the first is what opens without a word. */
export const PERSON_TABS = ["overview", "access", "work", "leaving", "history"] as const;
export type PersonTabName = (typeof PERSON_TABS)[number];

/** What the address holds; the day and the successor that are tried belong to the rehearsal. */
export interface PersonSearch {
  tab?: PersonTabName;
  on?: string;
  successor?: string;
  domains?: string;
}

/** The tab of an address and what is tried on it; what does not exist is left out. */
export function parsePersonSearch(search: Record<string, unknown>): PersonSearch {
  const tab = PERSON_TABS.find((name) => name === search["tab"]);
  if (tab === undefined || tab === "overview") return {};
  const { on, successor, domains } = search;
  return {
    tab,
    ...(tab === "leaving" && typeof on === "string" && /^\d{4}-\d{2}-\d{2}$/.test(on) && { on }),
    ...(tab === "leaving" && typeof successor === "string" && { successor }),
    ...(tab === "leaving" && typeof domains === "string" && { domains }),
  };
}
