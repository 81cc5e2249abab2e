/** Starts what is due, at most `parallelism` at once, and sleeps until the next is. */

import type { CronSpec } from "../functions/modules/registry.ts";
import type { JobRow } from "../functions/syscalls/schedule.ts";
import type { SchedulerContext } from "./context.ts";
import { CronRunner } from "./crons.ts";
import { forgetOld } from "./housekeeping.ts";
import { JobRunner } from "./jobs.ts";

/** A job that met trouble of the engine itself is tried again after this. */
const RETRY_AFTER_MS = 1_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000;

/** Runs jobs and crons. */
export class Scheduler {
  readonly #context: SchedulerContext;
  readonly #jobs: JobRunner;
  readonly #crons: CronRunner;
  /** Row ids under way. */
  readonly #running = new Map<string, Promise<void>>();
  #started = 0;
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #cancelWake: (() => void) | null = null;
  #cancelHousekeeping: (() => void) | null = null;
  #isOpen = false;
  #isClosed = false;
  #starting: Promise<void> | null = null;

  constructor(context: SchedulerContext) {
    this.#context = context;
    this.#jobs = new JobRunner(context);
    this.#crons = new CronRunner(context);
  }

  /** Takes over the crons of a deploy. */
  async deploy(crons: Readonly<Record<string, CronSpec>>): Promise<void> {
    await this.#crons.reconcile(crons);
    if (this.#isOpen) this.#pump();
  }

  /** Begins to run things, once; first settles what a crash interrupted. */
  async start(): Promise<void> {
    await (this.#starting ??= this.#open());
  }

  async #open(): Promise<void> {
    await this.#jobs.failInterrupted();
    if (this.#isClosed) return;
    this.#isOpen = true;
    this.#keepHouse();
    this.#pump();
  }

  /** A commit made jobs durable; the earliest is due at `dueMs`. */
  onScheduled(dueMs: number): void {
    if (this.#isOpen && dueMs < this.#wakeAtMs) this.#sleepUntil(dueMs);
  }

  /** Runs everything that is due now and what that makes due; resolves to how many were run. */
  async runDue(): Promise<number> {
    const before = this.#started;
    for (;;) {
      this.#pump();
      if (this.#running.size === 0) return this.#started - before;
      await Promise.all(this.#running.values());
    }
  }

  /** Resolves when nothing runs and nothing is due. */
  async idle(): Promise<void> {
    await this.runDue();
  }

  /** Starts nothing more. An action under way is abandoned: its row says inProgress, the next start fails it. */
  close(): void {
    this.#isOpen = false;
    this.#isClosed = true;
    this.#cancelWake?.();
    this.#cancelHousekeeping?.();
  }

  /** Nobody waits for it: what keeps it from looking is tried again. */
  #pump(): void {
    if (!this.#isOpen) return;
    try {
      this.#startDue();
    } catch (error) {
      this.#context.logger.error("what is due could not be looked up", { error: String(error) });
      this.#sleepUntil(this.#context.clock.nowMs() + RETRY_AFTER_MS);
    }
  }

  #startDue(): void {
    const nowMs = this.#context.clock.nowMs();
    for (const cron of this.#crons.due(nowMs)) {
      if (!this.#running.has(cron.id)) this.#track(cron.id, () => this.#crons.run(cron));
    }
    for (const job of this.#dueJobs(nowMs)) this.#track(job._id, () => this.#jobs.run(job));
    this.#sleepUntil(this.#nextDueMs());
  }

  #dueJobs(nowMs: number): JobRow[] {
    const free = this.#context.parallelism - this.#running.size;
    if (free <= 0) return [];
    return this.#jobs
      .due(nowMs, free + this.#running.size)
      .filter((job) => !this.#running.has(job._id))
      .slice(0, free);
  }

  #track(id: string, run: () => Promise<void>): void {
    this.#started++;
    const whole = run()
      .catch((error: unknown) => {
        if (!this.#isOpen) return;
        this.#context.logger.error("a scheduled function could not be run", { error: String(error) });
        return new Promise<void>((resolve) => void this.#context.clock.setTimer(RETRY_AFTER_MS, resolve));
      })
      .finally(() => {
        this.#running.delete(id);
        this.#pump();
      });
    this.#running.set(id, whole);
  }

  /** When all places are taken the end of a run wakes us, not the clock. */
  #nextDueMs(): number {
    const running = new Set(this.#running.keys());
    const cron = this.#crons.nextDueMs(running) ?? Number.POSITIVE_INFINITY;
    const job = running.size >= this.#context.parallelism ? null : this.#jobs.nextDueMs(running);
    return Math.min(cron, job ?? Number.POSITIVE_INFINITY);
  }

  #sleepUntil(atMs: number): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    this.#wakeAtMs = atMs;
    if (atMs === Number.POSITIVE_INFINITY) return;
    const { clock } = this.#context;
    this.#cancelWake = clock.setTimer(Math.max(0, atMs - clock.nowMs()), () => {
      this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#pump();
    });
  }

  /** One pass at a time: the next is planned when this one is over. */
  #keepHouse(): void {
    void forgetOld(this.#context)
      .catch(
        (error: unknown) =>
          this.#isOpen && this.#context.logger.error("old records were not removed", { error: String(error) }),
      )
      .finally(() => {
        if (this.#isOpen)
          this.#cancelHousekeeping = this.#context.clock.setTimer(HOUSEKEEPING_EVERY_MS, () => this.#keepHouse());
      });
  }
}
