/** What the URL of the business areas holds. */
export interface AreasSearch {
  /** What is open above the list: the form for a new one, the import, or the area with this id. */
  open?: string;
}

/** Reads the URL. What cannot be read counts as left out. */
export function parseAreasSearch(raw: Readonly<Record<string, unknown>>): AreasSearch {
  return typeof raw["open"] === "string" && raw["open"].length <= 60 ? { open: raw["open"] } : {};
}

/** The tabs of an area's page; the first is what opens without a word. */
const AREA_TABS = ["overview", "people", "requests", "access", "history"] as const;
export type AreaTabName = (typeof AREA_TABS)[number];

/** The tab of an address; one that does not exist is left out. */
export function parseAreaSearch(raw: Readonly<Record<string, unknown>>): { tab?: AreaTabName } {
  const tab = AREA_TABS.find((name) => name === raw["tab"]);
  return tab === undefined || tab === "overview" ? {} : { tab };
}
