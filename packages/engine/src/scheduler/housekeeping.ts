/** Records that have served their time. */

import type { JobRow } from "../functions/syscalls/schedule.ts";
import { nextTurn } from "../lib/clock.ts";
import { readRows, systemRange, type SchedulerContext } from "./context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FINISHED_JOBS_MS = 7 * DAY_MS;
const SESSION_REQUESTS_MS = 14 * DAY_MS;
/** So many of each are removed at a time, with the work of others in between. */
const AT_A_TIME = 1000;

/** Removes finished jobs after a week and answers of socket mutations after two. */
export async function forgetOld(context: SchedulerContext): Promise<void> {
  const nowMs = context.clock.nowMs();
  while (await forgetJobs(context, nowMs)) await nextTurn();
  while (context.committer.forgetRecordedBefore(nowMs - SESSION_REQUESTS_MS, AT_A_TIME) === AT_A_TIME) await nextTurn();
}

/** Whether more may be left. */
async function forgetJobs(context: SchedulerContext, nowMs: number): Promise<boolean> {
  const range = [
    { type: "Gt", fieldPath: "completedTime", value: null },
    { type: "Lt", fieldPath: "completedTime", value: nowMs - FINISHED_JOBS_MS },
  ];
  const rows: JobRow[] = readRows(context, systemRange("_scheduled_functions.by_completed", range, AT_A_TIME));
  if (rows.length === 0) return false;
  await context.committer.run(async (tx) => {
    for (const { _id } of rows) tx.system.remove(_id);
  });
  return rows.length === AT_A_TIME;
}
