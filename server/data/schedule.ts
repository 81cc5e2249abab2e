/** Makes backups while the portal runs: the first as soon as the newest is old enough, then one after another. */

import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import type { Clock } from "@data-portal/engine";
import type { BackupSettings } from "../settings/env.ts";
import { listBackups, makeBackup, type BackupSource } from "./backup.ts";

/** A backup that failed is tried again after this long, or at the next one's time when that is sooner. */
const RETRY_MS = 10 * MINUTE_MS;

export interface BackupScheduleOptions {
  readonly settings: BackupSettings;
  readonly source: BackupSource;
  readonly clock: Clock;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

export interface BackupSchedule {
  /** Resolves when no backup is being made. */
  idle(): Promise<void>;
  /** No further ones; resolves when the one being made is done. */
  close(): Promise<void>;
}

/** Starts the schedule. One backup at a time; one that takes longer than the interval delays the next. */
export function scheduleBackups({ settings, source, clock, log }: BackupScheduleOptions): BackupSchedule {
  const { dir, everyMs, keep } = settings;
  let cancel = (): void => undefined;
  let isClosed = false;
  let work = Promise.resolve();
  const waitFor = (ms: number): void => {
    if (!isClosed) cancel = clock.setTimer(Math.max(ms, 0), () => void (work = run()));
  };
  const run = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    try {
      const { path, pruneError } = await makeBackup(source, { dir, keep, nowMs });
      log.info({ path }, "backup made and checked");
      if (pruneError !== undefined) log.error({ err: pruneError, dir }, "older backups could not be removed");
      waitFor(nowMs + everyMs - clock.nowMs());
    } catch (error) {
      log.error({ err: error, dir }, "no backup could be made; older ones are kept");
      waitFor(Math.min(RETRY_MS, everyMs));
    }
  };
  // A clock that was set back must not stop backups for as long as it was ahead.
  const newestMs = listBackups(dir).at(-1)?.atMs ?? -Infinity;
  waitFor(Math.min(newestMs + everyMs - clock.nowMs(), everyMs));
  return {
    idle: () => work,
    async close() {
      isClosed = true;
      cancel();
      await work;
    },
  };
}
