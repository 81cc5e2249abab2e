/** The roles that open the demo's data domains in Snowflake. */

import type { DemoDomain } from "./domains";

/** One role of a domain. */
interface DemoRole {
  readonly name: string;
  readonly description: string;
  readonly level: "read" | "write";
  readonly environment: "production" | "test";
}

/**
 * The roles that open a domain: CUSTOMERS_READ for its tables as they are, CUSTOMERS_WRITE to change them,
 * CUSTOMERS_TEST for made-up rows.
 */
export function rolesOf({ key, name }: Pick<DemoDomain, "key" | "name">): DemoRole[] {
  const prefix = key.replaceAll("-", "_").toUpperCase();
  return [
    { name: `${prefix}_READ`, description: `Read every table of ${name}`, level: "read", environment: "production" },
    {
      name: `${prefix}_WRITE`,
      description: `Read and change the tables of ${name}`,
      level: "write",
      environment: "production",
    },
    {
      name: `${prefix}_TEST`,
      description: `Read and change made-up rows in the shape of ${name}`,
      level: "write",
      environment: "test",
    },
  ];
}

/** Roles that belong to no domain: what a new person starts with, and what sandboxes need. */
export const COMMON_ROLES = ["ANALYST", "SANDBOX_USER", "BI_READER"] as const;
