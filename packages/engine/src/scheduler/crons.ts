/**
 * Crons: one row of `_cron_jobs` per entry of crons.ts, holding when it runs next.
 *
 * A cron mutation advances its row in its own commit, so a run happens once. A cron action's row is advanced
 * before the action starts, so a crash loses a run rather than repeating it; runs that came due while it went on are
 * skipped when it ends.
 */

import { engineCall } from "../functions/call.ts";
import { functionKey } from "../functions/modules/components.ts";
import { canonicalPath } from "../functions/modules/paths.ts";
import type { CronSpec } from "../functions/modules/registry.ts";
import { freshRequestId } from "../functions/request-id.ts";
import { canonicalJson } from "../lib/canonical.ts";
import { messageOf } from "../lib/message-of.ts";
import type { WriteTransaction } from "../transactions/types.ts";
import type { JsonObject } from "../values/json.ts";
import { readRows, type SchedulerContext } from "./context.ts";
import { checkSchedule, firstRunMs, nextRunMs } from "./schedule.ts";

/** A cron with its clock. */
export interface Cron {
  readonly id: string;
  readonly identifier: string;
  readonly spec: CronSpec;
  readonly nextMs: number;
}

interface CronRow {
  readonly _id: string;
  readonly identifier: string;
  readonly spec: string;
  readonly nextMs: number;
}

const ALL_ROWS = { source: { type: "FullTableScan", tableName: "_cron_jobs", order: "asc" }, operators: [] };

/** Throws where a schedule cannot be understood. Asked before anything of a deploy is in force. */
export function checkCrons(specs: Readonly<Record<string, CronSpec>>): void {
  for (const [identifier, spec] of Object.entries(specs)) {
    try {
      checkSchedule(identifier, spec.schedule);
    } catch (error) {
      throw new Error(`crons: "${identifier}": ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
}

/** Keeps and runs the crons of the current deploy. */
export class CronRunner {
  readonly #context: SchedulerContext;
  #crons: readonly Cron[] = [];

  constructor(context: SchedulerContext) {
    this.#context = context;
  }

  /** Brings the rows in line with a deploy, which was checked; unchanged crons keep their clock. */
  async reconcile(specs: Readonly<Record<string, CronSpec>>): Promise<void> {
    const rows = readRows<CronRow>(this.#context, ALL_ROWS);
    const kept = new Map(
      rows.filter((row) => row.spec === specText(specs[row.identifier])).map((row) => [row.identifier, row]),
    );
    const obsolete = rows.filter((row) => kept.get(row.identifier) !== row);
    const added = Object.keys(specs).filter((identifier) => !kept.has(identifier));
    if (obsolete.length > 0 || added.length > 0) {
      await this.#context.committer.run(async (tx) => {
        for (const { _id } of obsolete) tx.system.remove(_id);
        for (const identifier of added) this.#insert(tx, identifier, specs[identifier] as CronSpec);
      });
    }
    this.#reload();
  }

  /** Crons due at `untilMs`. */
  due(untilMs: number): Cron[] {
    return this.#crons.filter(({ nextMs }) => nextMs <= untilMs);
  }

  /** When the first cron that is not among `running` is due. */
  nextDueMs(running: ReadonlySet<string>): number | null {
    const times = this.#crons.filter(({ id }) => !running.has(id)).map(({ nextMs }) => nextMs);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Runs one cron and advances its clock. A failure is logged, not retried. */
  async run(cron: Cron): Promise<void> {
    const { runner, committer, deployment, random, logger } = this.#context;
    const path = canonicalPath(cron.spec.name);
    const { component = "" } = cron.spec;
    const call = engineCall(path, (cron.spec.args[0] ?? {}) as JsonObject, freshRequestId(random), component);
    try {
      if (deployment().functions.get(functionKey({ component, path }))?.kind === "action") {
        await committer.run(async (tx) => this.#advance(tx, cron));
        this.#reload();
        const outcome = await runner.runAction(call);
        if (!outcome.ok) logger.warn("a cron failed", { cron: cron.identifier, error: outcome.failure.text });
        await committer.run(async (tx) => this.#skipMissed(tx, cron));
        return;
      }
      const outcome = await runner.runMutationWith(call, {
        begin: (tx) => this.#isCurrent(tx, cron),
        end: (tx) => this.#advance(tx, cron),
      });
      if (outcome === null || outcome.ok) return;
      logger.warn("a cron failed", { cron: cron.identifier, error: outcome.failure.text });
      await committer.run(async (tx) => this.#advance(tx, cron));
    } finally {
      this.#reload();
    }
  }

  #insert(tx: WriteTransaction, identifier: string, spec: CronSpec): void {
    const nextMs = firstRunMs(identifier, spec.schedule, this.#context.clock.nowMs());
    tx.system.insert("_cron_jobs", { identifier, spec: specText(spec), nextMs });
  }

  #isCurrent(tx: WriteTransaction, cron: Cron): boolean {
    return this.#nextMs(tx, cron) === cron.nextMs;
  }

  #nextMs(tx: WriteTransaction, { id }: Cron): number | null {
    const json = tx.get(id, { isSystem: true, table: "_cron_jobs" });
    return json === null ? null : (JSON.parse(json) as CronRow).nextMs;
  }

  #advance(tx: WriteTransaction, cron: Cron): void {
    if (this.#isCurrent(tx, cron)) this.#moveOn(tx, cron, cron.nextMs);
  }

  #skipMissed(tx: WriteTransaction, cron: Cron): void {
    const nextMs = this.#nextMs(tx, cron);
    if (nextMs !== null && nextMs < this.#context.clock.nowMs()) this.#moveOn(tx, cron, nextMs);
  }

  #moveOn(tx: WriteTransaction, { id, identifier, spec }: Cron, scheduledMs: number): void {
    tx.system.shallowMerge(id, {
      nextMs: nextRunMs(identifier, spec.schedule, scheduledMs, this.#context.clock.nowMs()),
    });
  }

  #reload(): void {
    this.#crons = readRows<CronRow>(this.#context, ALL_ROWS).map((row) => ({
      id: row._id,
      identifier: row.identifier,
      spec: JSON.parse(row.spec) as CronSpec,
      nextMs: row.nextMs,
    }));
  }
}

function specText(spec: CronSpec | undefined): string {
  return spec === undefined ? "" : canonicalJson(spec);
}
