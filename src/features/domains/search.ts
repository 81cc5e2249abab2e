/** What the URL of the data domains holds. */
export interface DomainsSearch {
  /** What is open above the list: the form for a new one, the import, the name patterns, owners from dbt, or the domain with this id. */
  open?: string;
}

/** Reads the URL. What cannot be read counts as left out. */
export function parseDomainsSearch(raw: Readonly<Record<string, unknown>>): DomainsSearch {
  return typeof raw["open"] === "string" && raw["open"].length <= 60 ? { open: raw["open"] } : {};
}

/** The tabs of a domain's page; the first is what opens without a word. */
const DOMAIN_TABS = ["overview", "roles", "requests", "access", "history"] as const;
export type DomainTabName = (typeof DOMAIN_TABS)[number];

/** The tab of an address; one that does not exist is left out. */
export function parseDomainSearch(raw: Readonly<Record<string, unknown>>): { tab?: DomainTabName } {
  const tab = DOMAIN_TABS.find((name) => name === raw["tab"]);
  return tab === undefined || tab === "overview" ? {} : { tab };
}
