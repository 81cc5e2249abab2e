/** What a form says about a domain, as it is kept. */

import { type Domain, tidyDomain } from "./rules";
import type { WantedDomain } from "./saving";

/** What a form that does not know of it says about a new domain. */
export const NOTHING = {
  type: null,
  ownerAreaIds: [],
  deputyAreaIds: [],
  expertIds: [],
  products: [],
  parentId: null,
  inherits: [],
};

/** What a form says about a domain. */
export type Said = Omit<WantedDomain, "domainId" | "saveKey" | "opens" | "type"> & Pick<Domain, "type">;

/** The fields as they are kept, each person and area once. */
export function wantedFrom(said: Said): Said {
  const { type, sensitivity: level, ownerIds, ownerAreaIds, deputyIds, deputyAreaIds, expertIds, parentId } = said;
  const tidy = tidyDomain<Domain>(said);
  const has = (field: "owners" | "deputies" | "experts"): boolean => tidy.inherits.includes(field);
  const own = <Item>(items: readonly Item[], isTaken: boolean): Item[] => (isTaken ? [] : [...new Set(items)]);
  return {
    name: tidy.name,
    description: tidy.description,
    type,
    sensitivity: level,
    ownerIds: own(ownerIds, has("owners")),
    ownerAreaIds: own(ownerAreaIds, has("owners")),
    deputyIds: own(deputyIds, has("deputies")),
    deputyAreaIds: own(deputyAreaIds, has("deputies")),
    expertIds: own(expertIds, has("experts")),
    products: [...tidy.products],
    parentId,
    inherits: [...tidy.inherits],
    databases: [...tidy.databases],
    readRoles: [...tidy.readRoles],
    writeRoles: [...tidy.writeRoles],
  };
}
