/** Records that have served their time. */

import type { JobRow } from "../functions/syscalls/schedule.ts";
import { readRows, systemRange, type SchedulerContext } from "./context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FINISHED_JOBS_MS = 7 * DAY_MS;
const SESSION_REQUESTS_MS = 14 * DAY_MS;
/** One pass removes at most this many of each; the next pass goes on. */
const MAX_PER_PASS = 1000;

/** Removes finished jobs after a week and answers of socket mutations after two. */
export async function forgetOld(context: SchedulerContext): Promise<void> {
  const nowMs = context.clock.nowMs();
  const range = [
    { type: "Gt", fieldPath: "completedTime", value: null },
    { type: "Lt", fieldPath: "completedTime", value: nowMs - FINISHED_JOBS_MS },
  ];
  const rows: JobRow[] = readRows(context, systemRange("_scheduled_functions.by_completed", range, MAX_PER_PASS));
  if (rows.length > 0) {
    await context.committer.run(async (tx) => {
      for (const { _id } of rows) tx.system.remove(_id);
    });
  }
  context.committer.forgetRecordedBefore(nowMs - SESSION_REQUESTS_MS, MAX_PER_PASS);
}
