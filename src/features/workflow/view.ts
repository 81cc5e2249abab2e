/** What the Task Monitor shows, worked out from what it was sent. No React, no clock. */
import type { CsvColumn } from "../../lib/csv";
import { wholeSecondsBetween } from "../../lib/dates";
import { count, shortId } from "../../lib/text";
import type { Execution, MonitorAction, TaskChange } from "./api";

/** Characters of an execution's id in the Log ID column. */
const LOG_ID_LENGTH = 8;
const MS_PER_SECOND = 1000;

export const UNKNOWN_REQUEST = "Unknown Request";
export const UNKNOWN_TASK = "Unknown Task";

/** What to show: every action of the monitor, or one. */
export type ActionFilter = MonitorAction | "all";

/** The tabs of the screen, as the URL spells them. */
export type MonitorTab = "executions" | "details";

/** A task change with everything a row needs; request and task may have been removed since. */
export interface HistoryRow {
  readonly change: TaskChange;
  readonly requestTitle: string;
  readonly task: string;
  readonly order: number;
}

// One collator for thousands of comparisons; creating one per call is what makes localeCompare slow.
const byTitle = new Intl.Collator("en-GB");

/** "k57d3abc…" */
export function logId(execution: Pick<Execution, "_id">): string {
  return shortId(execution._id, LOG_ID_LENGTH);
}

/** Whole seconds between start and end; an execution that has not ended has none yet. */
export function durationText(execution: Pick<Execution, "startTime" | "endTime">): string {
  if (execution.endTime === undefined) return "Running";
  return `${wholeSecondsBetween(execution.startTime, execution.endTime)}s`;
}

/** The changes of one execution that can be listed: those whose request and task are both still found. */
export function listedChanges(changes: readonly TaskChange[]): HistoryRow[] {
  return changes.filter((change) => change.request !== null && change.task !== null).map(historyRow);
}

/** All changes, sorted by request title, then task order, then last updated. */
export function historyRows(changes: readonly TaskChange[]): HistoryRow[] {
  return changes.map(historyRow).toSorted(compareRows);
}

function historyRow(change: TaskChange): HistoryRow {
  return {
    change,
    requestTitle: change.request?.title ?? UNKNOWN_REQUEST,
    task: change.task?.type ?? UNKNOWN_TASK,
    order: change.task?.order ?? 0,
  };
}

function compareRows(a: HistoryRow, b: HistoryRow): number {
  return (
    byTitle.compare(a.requestTitle, b.requestTitle) ||
    a.order - b.order ||
    a.change.lastUpdated - b.change.lastUpdated
  );
}

/** The rows whose action passes the filter. */
export function withAction(rows: readonly HistoryRow[], filter: ActionFilter): HistoryRow[] {
  return filter === "all" ? [...rows] : rows.filter((row) => row.change.action === filter);
}

/** The line above Task Status History; it counts everything, whatever the filter shows. */
export function historyHeader(executions: number, changes: number): string {
  return `Showing task status changes across ${executions} execution(s) (${changes} total task changes)`;
}

/** What pressing Clear All Logs removes, for the question before it. */
export function clearQuestion(executions: number): string {
  return `This removes ${count(executions, "execution log")} and every task change recorded with ${executions === 1 ? "it" : "them"}. Requests and tasks stay as they are. It cannot be undone.`;
}

/** When the next run by itself is due, in words; null while a run is going on. */
export function nextRunText(nextRunAt: number, now: number): string {
  const seconds = Math.ceil((nextRunAt - now) / MS_PER_SECOND);
  if (seconds <= 0) return "Next run due now";
  return seconds < 60 ? `Next run in ${seconds} s` : `Next run in ${Math.round(seconds / 60)} min`;
}

/** The columns of the exported file: the table's, with whole ids and exact times. */
export const csvColumns: readonly CsvColumn<HistoryRow>[] = [
  { heading: "Log ID", value: (row) => row.change.taskMonitorLogId },
  { heading: "Request", value: (row) => row.requestTitle },
  { heading: "Task", value: (row) => row.task },
  { heading: "Order", value: (row) => row.order },
  { heading: "Status before", value: (row) => row.change.statusBefore },
  { heading: "Status after", value: (row) => row.change.statusAfter },
  { heading: "Action", value: (row) => row.change.action },
  { heading: "Reason", value: (row) => row.change.reason },
  { heading: "Time", value: (row) => new Date(row.change.lastUpdated) },
];
