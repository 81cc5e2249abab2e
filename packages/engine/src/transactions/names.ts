/** Names and numbers the engine keeps for itself. */

/** The two indexes every table has. */
export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

/** First number given to a table of the app; system tables lie below. */
export const FIRST_USER_TABLE_NUMBER = 10_001;

/** Whether a name is reserved for tables of the engine. */
export function isSystemName(table: string): boolean {
  return table.startsWith("_");
}
