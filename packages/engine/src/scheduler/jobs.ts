/**
 * Jobs of ctx.scheduler: rows of `_scheduled_functions`.
 *
 * A mutation job is exactly once: its writes and `state = success` are one commit, and until that commit the
 * row says `pending`. An action job is at most once: `inProgress` is committed before it starts; a row found
 * in that state at start-up was interrupted and is failed, never run again.
 */

import { engineCall, type FunctionOutcome } from "../functions/call.ts";
import { requestLine } from "../functions/failure.ts";
import { functionKey } from "../functions/modules/components.ts";
import { canonicalPath } from "../functions/modules/paths.ts";
import { freshRequestId } from "../functions/request-id.ts";
import { readJob, type JobRow } from "../functions/syscalls/schedule.ts";
import type { WriteTransaction } from "../transactions/types.ts";
import type { JsonObject } from "../values/json.ts";
import { readRows, systemRange, type SchedulerContext } from "./context.ts";

const INTERRUPTED = "Transient error while executing action";

/** Executes rows. Which rows and when is the scheduler's decision. */
export class JobRunner {
  readonly #context: SchedulerContext;

  constructor(context: SchedulerContext) {
    this.#context = context;
  }

  /** Pending jobs due at `untilMs`, earliest first. */
  due(untilMs: number, limit: number): JobRow[] {
    const isPending = { type: "Eq", fieldPath: "state.kind", value: "pending" };
    const isDue = { type: "Lte", fieldPath: "scheduledTime", value: untilMs };
    return readRows(this.#context, systemRange("_scheduled_functions.by_state", [isPending, isDue], limit));
  }

  /** When the first pending job that is not among `running` is due; null when there is none. */
  nextDueMs(running: ReadonlySet<string>): number | null {
    const isPending = { type: "Eq", fieldPath: "state.kind", value: "pending" };
    const rows: JobRow[] = readRows(
      this.#context,
      systemRange("_scheduled_functions.by_state", [isPending], running.size + 1),
    );
    return rows.find((row) => !running.has(row._id))?.scheduledTime ?? null;
  }

  /** Fails what a crash interrupted. Called once, before anything runs. */
  async failInterrupted(): Promise<void> {
    const inProgress = { type: "Eq", fieldPath: "state.kind", value: "inProgress" };
    const rows: JobRow[] = readRows(this.#context, systemRange("_scheduled_functions.by_state", [inProgress], 100_000));
    if (rows.length === 0) return;
    await this.#context.committer.run(async (tx) => {
      for (const { _id } of rows) this.#finish(tx, _id, { kind: "failed", error: INTERRUPTED });
    });
  }

  /** Runs one job to its end. Rejects only when the engine itself is in trouble; the job is then still pending. */
  async run(job: JobRow): Promise<void> {
    const path = canonicalPath(job.name);
    const { component = "" } = job;
    const entry = this.#context.deployment().functions.get(functionKey({ component, path }));
    const call = {
      ...engineCall(path, job.args[0] as JsonObject, freshRequestId(this.#context.random), component),
      jobId: job._id,
    };
    if (entry?.kind === "action") return await this.#runAction(job, call);
    const outcome = await this.#context.runner.runMutationWith(call, {
      begin: (tx) => readJob(tx, job._id)?.state.kind === "pending",
      // One that canceled itself stays canceled.
      end: (tx) => {
        if (readJob(tx, job._id)?.state.kind === "pending") this.#finish(tx, job._id, { kind: "success" });
      },
    });
    if (outcome !== null && !outcome.ok) await this.#fail(job, "pending", outcome, call.requestId);
  }

  async #runAction(job: JobRow, call: ReturnType<typeof engineCall>): Promise<void> {
    const { committer, runner } = this.#context;
    const started = await committer.run(async (tx) => {
      if (readJob(tx, job._id)?.state.kind !== "pending") return false;
      tx.system.shallowMerge(job._id, { state: { kind: "inProgress" } });
      return true;
    });
    if (!started.value) return;
    const outcome = await runner.runAction(call);
    if (!outcome.ok) return await this.#fail(job, "inProgress", outcome, call.requestId);
    await committer.run(async (tx) => {
      if (readJob(tx, job._id)?.state.kind === "inProgress") this.#finish(tx, job._id, { kind: "success" });
    });
  }

  /** A job that was canceled meanwhile stays canceled. */
  async #fail(
    job: JobRow,
    from: "pending" | "inProgress",
    outcome: FunctionOutcome & { ok: false },
    requestId: string,
  ): Promise<void> {
    const error = `${requestLine(requestId)}\n${outcome.failure.text}`;
    this.#context.logger.warn("a scheduled function failed", { name: job.name, error });
    await this.#context.committer.run(async (tx) => {
      if (readJob(tx, job._id)?.state.kind === from) this.#finish(tx, job._id, { kind: "failed", error });
    });
  }

  #finish(tx: WriteTransaction, id: string, state: JobRow["state"]): void {
    tx.system.shallowMerge(id, { state, completedTime: this.#context.clock.nowMs() });
  }
}
