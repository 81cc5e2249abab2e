/** Names and numbers the engine keeps for itself, and how tables of components are named. */

import type { IdTables } from "../../values/validators.ts";

/** The two indexes every table has. */
export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

/** First number given to a table of the app; system tables lie below. */
export const FIRST_USER_TABLE_NUMBER = 10_001;

/** Whether a name is reserved for tables of the engine. */
export function isSystemName(table: string): boolean {
  return table.startsWith("_");
}

/**
 * Tables of a component carry its path in front: `rateLimiter/limits`, `workflow/workpool/jobs`. The app's own have no
 * path. No identifier holds a slash, so the two never meet.
 */
export function qualifiedTable(component: string, table: string): string {
  return component === "" || isSystemName(table) ? table : `${component}/${table}`;
}

/** The table that code of a component means by a name it wrote. No name leads into the tables of another component. */
export function writtenTable(component: string, written: string): string {
  if (written.includes("/")) throw new Error(invalidTableName(written));
  return qualifiedTable(component, written);
}

/** Why a name cannot be a table's. */
export function invalidTableName(name: string): string {
  return `Invalid table name "${name}": table names must start with a letter, contain only letters, digits and underscores, and be at most 64 characters.`;
}

/** The component a table belongs to; "" for the app. */
export function componentOfTable(qualified: string): string {
  return qualified.slice(0, Math.max(0, qualified.lastIndexOf("/")));
}

/** A table's name as its own code writes it. */
export function plainTable(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf("/") + 1);
}

/** What code of one component may call an id of: its own tables by their plain names, and the engine's. */
export function idsWithin(component: string, tables: IdTables): IdTables {
  return {
    tableOfId(id) {
      const table = tables.tableOfId(id);
      if (table === null || isSystemName(table)) return table;
      return componentOfTable(table) === component ? plainTable(table) : null;
    },
  };
}
