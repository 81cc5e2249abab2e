/** Where a found data domain leads. */

import { pathTo } from "../../../site/links";
import type { RequestTypeDefinition } from "../../catalog/table";

/** A type somebody is offered, as far as it tells whether it gives access to a domain. */
export interface OfferedType {
  readonly key: string;
  readonly definition: Pick<RequestTypeDefinition, "fields" | "grant">;
}

/**
 * The address of the form that asks for a domain, filled in with it, or null: the first type offered that grants a role
 * of a domain.
 */
export function accessLink(offered: readonly OfferedType[]): ((domain: string) => string) | null {
  for (const {
    key,
    definition: { fields, grant },
  } of offered) {
    const field = fields.find(({ kind, isRequired }) => kind === "domain" && isRequired);
    const givesRole = fields.some(({ kind, isRequired }) => kind === "role" && isRequired);
    if (grant && givesRole && field)
      return (domain) => pathTo("newRequest", { type: key, [`field.${field.name}`]: domain });
  }
  return null;
}
