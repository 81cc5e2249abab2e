import { migration } from "../declaring/migration";

const NONE = { ownerAreaIds: [], deputyAreaIds: [], expertIds: [], products: [], inherits: [] };

/** Domains from before a list of theirs say by an empty one what they said by having none. */
export const domainsLists = migration({
  number: 13,
  name: "domains_lists",
  table: "dataDomains",
  change: (domain) => {
    const lacking = Object.entries(NONE).filter(([list]) => !Object.hasOwn(domain, list));
    return lacking.length > 0 ? (Object.fromEntries(lacking) as Partial<typeof NONE>) : null;
  },
});
