/** What the Task Monitor shows, worked out from what it was sent. No React, no clock. */

import { SECOND_MS } from "../../../convex/lib/pure/time";
import type { CsvColumn } from "../../lib/csv";
import { formatDateTime, wholeSecondsBetween } from "../../lib/dates";
import { count, shortId } from "../../lib/text";
import type { Execution, HistoryCounts, TaskChange } from "./api";
import type { ActionFilter } from "./search";

/** Characters of an execution's id in the Log ID column. */
const LOG_ID_LENGTH = 8;
/** How often the clock runs the monitor (convex/crons.ts). */
const CLOCK_PERIOD_MS = 60 * SECOND_MS;

export const UNKNOWN_REQUEST = "Unknown Request";
export const UNKNOWN_TASK = "Unknown Task";

/** Each filter in a word, and how many task changes pass it. */
export function filterItems(counts: HistoryCounts): { value: ActionFilter; label: string; count: number }[] {
  const { scheduled, ignored, unchanged } = counts.changes;
  return [
    { value: "all", label: "All", count: counts.totalChanges },
    { value: "Scheduled", label: "Changes", count: scheduled },
    { value: "Ignored", label: "Ignored", count: ignored },
    { value: "No Change", label: "Unchanged", count: unchanged },
  ];
}

/** A task change with everything a row needs; request and task may have been removed since. */
export interface HistoryRow {
  readonly id: string;
  readonly change: TaskChange;
  readonly requestTitle: string;
  readonly task: string;
  readonly order: number;
}

/** "k57d3abc…" */
export function logId(execution: Pick<Execution, "id">): string {
  return shortId(execution.id, LOG_ID_LENGTH);
}

/** Whole seconds between start and end; an execution that has not ended has none yet. */
export function durationText(execution: Pick<Execution, "startTime" | "endTime">): string {
  if (execution.endTime === null) return "Running";
  return `${wholeSecondsBetween(execution.startTime, execution.endTime)}s`;
}

/** The changes of one execution that can be listed: those whose request and task are both still found. */
export function listedChanges(changes: readonly TaskChange[]): HistoryRow[] {
  return changes.filter((change) => change.request !== null && change.task !== null).map(historyRow);
}

/** What an execution says that saw more than is listed with it. */
export function cutText(rows: number): string {
  return `Only the first ${count(rows, "task change")} are shown, sorted by request and order. Task Status History has all of them.`;
}

/** "1,240 task changes in 50 rows": what one row stands for is said, where rows are fewer than the tabs count. */
export function foldedText(rows: readonly HistoryRow[], isWhole: boolean): string {
  const changes = rows.reduce((sum, { change }) => sum + change.runs, 0);
  const folded = changes === rows.length ? "" : ` in ${count(rows.length, "row")}`;
  return `${count(changes, "task change")}${folded}${isWhole ? "" : " on this page"}`;
}

/** Changes as rows, in the order they came. */
export function historyRows(changes: readonly TaskChange[]): HistoryRow[] {
  return changes.map(historyRow);
}

function historyRow(change: TaskChange): HistoryRow {
  return {
    id: change.id,
    change,
    requestTitle: change.request?.title ?? UNKNOWN_REQUEST,
    task: change.task?.title ?? UNKNOWN_TASK,
    order: change.task?.order ?? 0,
  };
}

/** The line above Task Status History; it counts everything, whatever the filter shows. */
export function historyHeader(executions: number, changes: number): string {
  return `Showing task status changes across ${executions} execution(s) (${changes} total task changes)`;
}

const NOTHING: Readonly<Record<ActionFilter, string>> = {
  all: "No task changes were recorded yet.",
  Scheduled: "No task was scheduled.",
  Ignored: "No task change was ignored.",
  "No Change": "No task was left unchanged.",
};

/** What the list says where it, or the part of it that is shown, has no task change. */
export function nothingText(action: ActionFilter = "all"): string {
  return NOTHING[action];
}

/** "since 14:02", with the day when it was another one. */
export function sinceText({ since, lastUpdated }: Pick<TaskChange, "since" | "lastUpdated">): string {
  const [day = "", time = ""] = formatDateTime(since).split(", ");
  return formatDateTime(lastUpdated).startsWith(day) ? `since ${time}` : `since ${day}, ${time}`;
}

/** "Started by Ada King" or "Started on schedule". */
export function starterText(execution: Pick<Execution, "trigger" | "startedBy">): string {
  return execution.trigger === "clock"
    ? "Started on schedule"
    : `Started by ${execution.startedBy ?? "a removed person"}`;
}

/** What pressing Clear All Logs removes, for the question before it. */
export function clearQuestion(executions: number): string {
  return `This removes ${count(executions, "execution log")} and every task change recorded with ${executions === 1 ? "it" : "them"}. Requests and tasks stay as they are. It cannot be undone.`;
}

/** What the monitor is doing: a run that has not ended, or the wait for the next one by the clock. */
export type MonitorState =
  | { readonly is: "running"; readonly since: number }
  /** Null while no run by the clock is in the log to count from. */
  | { readonly is: "waiting"; readonly secondsLeft: number | null };

/** The clock runs the monitor every minute, counted from when it last did. */
export function monitorState(
  executions: readonly Pick<Execution, "startTime" | "endTime" | "trigger">[],
  now: number,
): MonitorState {
  const running = executions.find(({ endTime }) => endTime === null);
  if (running) return { is: "running", since: running.startTime };
  const last = executions.find(({ trigger }) => trigger === "clock");
  if (!last) return { is: "waiting", secondsLeft: null };
  const sinceTurn = Math.max(0, now - last.startTime) % CLOCK_PERIOD_MS;
  return { is: "waiting", secondsLeft: Math.ceil((CLOCK_PERIOD_MS - sinceTurn) / SECOND_MS) };
}

/** "No run in progress. Next run in 54 s.", or that nobody knows yet. */
export function idleText(secondsLeft: number | null): string {
  return `No run in progress. ${secondsLeft === null ? "The next one starts within a minute" : `Next run in ${secondsLeft}\u00A0s`}.`;
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
  { heading: "Since", value: (row) => new Date(row.change.since) },
  { heading: "Executions", value: (row) => row.change.runs },
];
