/** The last runs of the monitor as a strip; pure, with its cases beside it. */

import { formatDateTime, formatTimeOrDate } from "../../lib/dates";
import { count } from "../../lib/text";
import type { Tick, TickTone } from "../../ui/chart/ticks";
import type { Execution } from "./api";
import { durationText } from "./history-rows";

/** Runs the strip has room for. */
export const SHOWN_RUNS = 60;

type Run = Pick<Execution, "id" | "startTime" | "endTime" | "totalTasksScheduled" | "totalRequestsProcessed" | "error">;

/** The last runs, the earliest first. */
export function ticksOf(executions: readonly Run[], now: number): Tick[] {
  return executions
    .slice(0, SHOWN_RUNS)
    .toReversed()
    .map((run) => ({
      id: run.id,
      tone: toneOf(run),
      words: `${formatTimeOrDate(run.startTime, now)}: ${wordsOf(run)}`,
      cells: [
        formatDateTime(run.startTime),
        durationText(run),
        String(run.totalRequestsProcessed),
        String(run.totalTasksScheduled),
      ],
    }));
}

function toneOf({ error, endTime, totalTasksScheduled }: Run): TickTone {
  if (error !== null) return "bad";
  if (endTime === null) return "warning";
  return totalTasksScheduled > 0 ? "good" : "quiet";
}

function wordsOf(run: Run): string {
  if (run.error !== null) return `failed, ${run.error}`;
  if (run.endTime === null) return "running";
  const scheduled = run.totalTasksScheduled;
  return `${scheduled === 0 ? "nothing to schedule" : `${count(scheduled, "task")} scheduled`}, ${durationText(run)}`;
}

/** What the strip comes to. */
export function stripTitle(executions: readonly Run[]): string {
  const runs = executions.slice(0, SHOWN_RUNS);
  const failed = runs.filter(({ error }) => error !== null).length;
  const scheduling = runs.filter(({ totalTasksScheduled }) => totalTasksScheduled > 0).length;
  if (runs.length === 0) return "No run yet";
  if (runs.length === 1)
    return failed > 0 ? "The last run failed" : `The last run had ${scheduling > 0 ? "tasks" : "nothing"} to schedule`;
  if (failed > 0) return `${failed} of the last ${runs.length} runs failed`;
  return `No failure in the last ${runs.length} runs, ${scheduling} of them scheduled tasks`;
}
