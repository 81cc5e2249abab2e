/** What jobs and crons need from the engine. */

import type { Runner } from "../functions/call.ts";
import type { Deployment } from "../functions/modules/registry.ts";
import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Committer, Snapshot } from "../transactions/types.ts";

export interface SchedulerContext {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  readonly runner: Runner;
  readonly committer: Committer;
  readonly parallelism: number;
  deployment(): Deployment;
  snapshot(): Snapshot;
}

/** A query over one of the engine's tables, as the seam takes it. */
export function systemRange(indexName: string, range: readonly unknown[], limit: number): unknown {
  return { source: { type: "IndexRange", indexName, range, order: "asc" }, operators: [{ limit }] };
}

/** Reads rows of the engine's own tables from the newest state. */
export function readRows<Row>(context: Pick<SchedulerContext, "snapshot">, query: unknown): Row[] {
  const snapshot = context.snapshot();
  try {
    const stream = snapshot.begin().openQuery(query, { isSystem: true });
    const rows: Row[] = [];
    for (let json = stream.next(); json !== null; json = stream.next()) rows.push(JSON.parse(json) as Row);
    stream.close();
    return rows;
  } finally {
    snapshot.release();
  }
}
