/**
 * Tables the engine keeps for itself. A function sees them through `db.system`, read-only; the
 * engine writes them through `WriteTransaction.system`. Their numbers lie below the app's, so an
 * imported snapshot never collides with them.
 */

import type { TableSchema } from "./schema.ts";

function systemTable(number: number, name: string, indexes: Readonly<Record<string, readonly string[]>>): TableSchema {
  return {
    number,
    name,
    indexes: new Map(Object.entries(indexes)),
    searchIndexes: new Map(),
    vectorIndexes: new Map(),
    stagedIndexes: [],
    documentType: null,
  };
}

/** All of them. */
export const SYSTEM_TABLES: readonly TableSchema[] = [
  // by_state: what is due (pending, by time) and what was interrupted (inProgress).
  systemTable(539, "_scheduled_functions", {
    by_state: ["state.kind", "scheduledTime"],
    by_completed: ["completedTime"],
  }),
  systemTable(540, "_storage", { by_sha256: ["sha256"], by_internal_id: ["internalId"] }),
  // One row per entry of crons.ts: when it runs next.
  systemTable(541, "_cron_jobs", {}),
];
