/**
 * Tables the engine keeps for itself. A function sees them through `db.system`, read-only; the
 * engine writes them through `WriteTransaction.system`. Their numbers lie below the app's, so an
 * imported snapshot never collides with them.
 */

/** First number given to a table of the app. */
export const FIRST_USER_TABLE_NUMBER = 10_001;

/** A table of the engine. */
export interface SystemTable {
  readonly number: number;
  readonly name: string;
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** All of them. */
export const SYSTEM_TABLES: readonly SystemTable[] = [
  {
    number: 539,
    name: "_scheduled_functions",
    // by_state: what is due (pending, by time) and what was interrupted (inProgress).
    indexes: { by_state: ["state.kind", "scheduledTime"], by_completed: ["completedTime"] },
  },
  // One row per entry of crons.ts: when it runs next.
  { number: 541, name: "_cron_jobs", indexes: {} },
  { number: 540, name: "_storage", indexes: { by_sha256: ["sha256"] } },
];

/** Whether a name is reserved for tables of the engine. */
export function isSystemName(table: string): boolean {
  return table.startsWith("_");
}
