/** Where a found data domain leads. */

import { pathTo } from "../../../site/links";
import type { RequestTypeDefinition } from "../../catalog/table";

/** A type somebody is offered, as far as it tells whether it gives access to a domain. */
export interface OfferedType {
  readonly key: string;
  readonly definition: Pick<RequestTypeDefinition, "fields" | "grant">;
}

/** A role that was found in a domain. */
export interface FoundRole {
  readonly name: string;
  readonly environment?: string;
}

/**
 * The address of the form that asks for a domain, filled in with it and a role of it, or null: the first type offered that grants a role
 * of a domain.
 */
export function accessLink(offered: readonly OfferedType[]): ((domain: string, role?: FoundRole) => string) | null {
  for (const {
    key,
    definition: { fields, grant },
  } of offered) {
    const field = fields.find(({ kind, isRequired }) => kind === "domain" && isRequired);
    const roleField = fields.find(({ kind, isRequired }) => kind === "role" && isRequired);
    if (grant && roleField && field)
      return (domain, role) =>
        pathTo("newRequest", {
          type: key,
          [`field.${field.name}`]: domain,
          ...(role && { [`field.${roleField.name}`]: role.name }),
          ...(role?.environment && roleField.environmentField !== undefined
            ? { [`field.${roleField.environmentField}`]: role.environment }
            : {}),
        });
  }
  return null;
}

/** The address of the form that changes a warehouse, filled in with its name and what its field depends on, or null. */
export function resizeLink(offered: readonly OfferedType[], name: string): string | null {
  for (const { key, definition } of offered) {
    const field = definition.fields.find(({ kind, isRequired }) => kind === "warehouse" && isRequired);
    if (!field) continue;
    const clauses = field.when && "every" in field.when ? field.when.every : [];
    const filled = clauses.flatMap((clause) =>
      clause.is === "equal" ? [[`field.${clause.field}`, String(clause.value)] as const] : [],
    );
    return pathTo("newRequest", { type: key, ...Object.fromEntries(filled), [`field.${field.name}`]: name });
  }
  return null;
}
