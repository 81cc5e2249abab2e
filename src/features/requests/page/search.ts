/** What the URL of a request's page holds. */

/** "history" is the tab of activity with its technical detail. */
export const TABS = ["conversation", "request", "activity", "history"] as const;
export type DetailTab = (typeof TABS)[number];

export interface DetailSearch {
  tab?: Exclude<DetailTab, "conversation">;
}

/** Reads the URL; what cannot be read counts as left out. */
export function parseDetailSearch(raw: Readonly<Record<string, unknown>>): DetailSearch {
  const tab = TABS.find((one) => one === raw["tab"]);
  return tab === undefined || tab === "conversation" ? {} : { tab };
}
