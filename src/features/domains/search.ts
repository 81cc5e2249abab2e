/** What the URL of the data domains holds. */
export interface DomainsSearch {
  /** What is open above the list: the form for a new one, the import, or the domain with this id. */
  open?: string;
}

/** Reads the URL. What cannot be read counts as left out. */
export function parseDomainsSearch(raw: Readonly<Record<string, unknown>>): DomainsSearch {
  return typeof raw["open"] === "string" && raw["open"].length <= 60 ? { open: raw["open"] } : {};
}
