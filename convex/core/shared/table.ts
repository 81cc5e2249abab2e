/** Executions of the task monitor and what each of them saw. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, timestamp } from "../../lib/validators";
import { requestStatus } from "../requests/table";
import { taskEnding, taskStatus } from "../tasks/table";

/** What the monitor did about a task. */
export const monitorAction = v.union(v.literal("Scheduled"), v.literal("Ignored"), v.literal("No Change"));
export type MonitorAction = Infer<typeof monitorAction>;

/** What made the monitor run: a person's click, or the clock. */
export const monitorTrigger = v.union(v.literal("person"), v.literal("clock"));

/** Task changes by what the monitor did. */
export const changeTotals = v.object({ scheduled: v.number(), ignored: v.number(), unchanged: v.number() });
export type ChangeTotals = Infer<typeof changeTotals>;

export const taskMonitorLog = v.object({
  /** How often the logs had been cleared; only executions of the current era are shown. */
  era: filled(v.number()),
  /** Executions are numbered one by one. */
  number: filled(v.number()),
  /** What all executions of the era before it add up to, so that any stretch of them is counted by two of its rows. */
  before: filled(changeTotals),
  startTime: timestamp,
  /** Absent while it runs; set on success and on error. */
  endTime: v.optional(timestamp),
  totalRequestsProcessed: v.number(),
  totalTasksScheduled: v.number(),
  totalIgnored: v.number(),
  totalUnchanged: v.number(),
  summary: v.string(),
  trigger: monitorTrigger,
  /** The real person, also when they impersonated somebody (T6). */
  startedById: v.optional(v.id("people")),
  impersonatedUserId: v.optional(v.id("people")),
  error: v.optional(v.string()),
  /** Number of the last request examined: where the next batch goes on. */
  cursor: v.number(),
  /** Written by older versions when a person cleared the logs. */
  clearedAt: v.optional(timestamp),
});

/**
 * A task change, and for how many executions in a row it was the same: what waits for a week is one row, not one for
 * each minute of it.
 */
export const taskMonitorLogTask = v.object({
  /** The last execution that saw it so. */
  taskMonitorLogId: v.id("taskMonitorLogs"),
  /** As in its executions. */
  era: filled(v.number()),
  /** Numbers of the first and the last execution that saw it so. */
  firstRun: filled(v.number()),
  lastRun: filled(v.number()),
  /** Whether it was so for more executions than a look around one of them reads. */
  isLong: filled(v.boolean()),
  /** When the first execution saw it; `lastUpdated` is when the last one did. */
  since: filled(timestamp),
  /** Where it stands in the list: by title of the request, order of the task, and time. */
  place: filled(v.string()),
  requestId: v.id("requests"),
  requestTaskId: v.id("requestTasks"),
  statusBefore: taskStatus,
  statusAfter: taskStatus,
  action: monitorAction,
  reason: v.string(),
  lastUpdated: timestamp,
});

/** How a queue is sorted. Due: soonest first, what has no due date last. */
export const queueSort = v.union(v.literal("newest"), v.literal("oldest"), v.literal("updated"), v.literal("due"));
export type QueueSort = Infer<typeof queueSort>;

/** Which requests a queue shows; absent or empty parts do not restrict. Drafts are never shown. */
export const requestFilter = v.object({
  /** Every word has to begin a word of key, title, type or people; a key alone finds its request. */
  text: v.optional(v.string()),
  statuses: v.optional(v.array(requestStatus)),
  typeIds: v.optional(v.array(v.string())),
  requesterId: v.optional(v.id("people")),
  businessAreaId: v.optional(v.id("businessAreas")),
  /** Created from, and before. */
  from: v.optional(timestamp),
  before: v.optional(timestamp),
  /** Open and past the due date. */
  isOverdue: v.optional(v.literal(true)),
  /** A failed task of it is going to be retried automatically. */
  isRetrying: v.optional(v.literal(true)),
});
export type RequestFilter = Infer<typeof requestFilter>;

/** Which of a person's own requests their list shows; absent or empty parts do not restrict. Drafts are among them. */
export const ownFilter = v.object({
  /** Every word has to begin a word of key, title, type, people or status; a key alone finds its request. */
  text: v.optional(v.string()),
  part: v.optional(v.union(v.literal("turn"), v.literal("open"), v.literal("drafts"), v.literal("ended"))),
  typeIds: v.optional(v.array(v.string())),
  /** These requests alone, by their keys. */
  keys: v.optional(v.array(v.string())),
  /** Created from, and before. */
  from: v.optional(timestamp),
  before: v.optional(timestamp),
  /** Open and past the due date. */
  isOverdue: v.optional(v.literal(true)),
});
export type OwnFilter = Infer<typeof ownFilter>;

/** Which tasks a queue shows; absent or empty parts do not restrict. */
export const taskFilter = v.object({
  /** Words of the request and of the task's title; a request's key alone finds its tasks. */
  text: v.optional(v.string()),
  statuses: v.optional(v.array(taskStatus)),
  types: v.optional(v.array(v.string())),
  connectors: v.optional(v.array(v.string())),
  assigneeId: v.optional(v.id("people")),
  businessAreaId: v.optional(v.id("businessAreas")),
  from: v.optional(timestamp),
  before: v.optional(timestamp),
  isOverdue: v.optional(v.literal(true)),
  isRetrying: v.optional(v.literal(true)),
  /** How they ended. */
  endings: v.optional(v.array(taskEnding)),
  /** Work for a person that nobody has taken yet. */
  isUnassigned: v.optional(v.literal(true)),
});
export type TaskFilter = Infer<typeof taskFilter>;

/** What can be done to many requests or tasks at once. Nothing of it decides an approval. */
export const bulkOperation = v.union(
  v.literal("retryFailed"),
  v.literal("assign"),
  v.literal("markFailed"),
  v.literal("cancel"),
);
export type BulkOperation = Infer<typeof bulkOperation>;

/** What a bulk operation is for: chosen rows, or everything a filter lets through. */
export const bulkSelection = v.union(
  v.object({ requestIds: v.array(v.id("requests")) }),
  v.object({ taskIds: v.array(v.id("requestTasks")) }),
  v.object({ requestFilter }),
  v.object({ taskFilter }),
);
export type BulkSelection = Infer<typeof bulkSelection>;

/**
 * What became of one item: done; refused by a rule; failed for another reason; not reached because the job was stopped.
 */
export const bulkResult = v.union(v.literal("done"), v.literal("refused"), v.literal("failed"), v.literal("notRun"));
export type BulkResult = Infer<typeof bulkResult>;

export const bulkJob = v.object({
  operation: bulkOperation,
  reason: v.string(),
  assigneeId: v.optional(v.id("people")),
  /** What was asked for, as it was asked for; absent when another job's failed items are run again. */
  selection: v.optional(bulkSelection),
  rerunOfId: v.optional(v.id("bulkJobs")),
  personId: v.id("people"),
  total: v.number(),
  done: v.number(),
  refused: v.number(),
  failed: v.number(),
  notRun: v.number(),
  createdAt: timestamp,
  stopAskedAt: v.optional(timestamp),
  /** Absent while it runs. */
  endedAt: v.optional(timestamp),
});

export const bulkItem = v.object({
  jobId: v.id("bulkJobs"),
  position: v.number(),
  requestId: v.id("requests"),
  /** Absent when the item is the request itself. */
  taskId: v.optional(v.id("requestTasks")),
  label: v.string(),
  /** Absent until it was its turn. */
  result: v.optional(bulkResult),
  /** What was done, or why it was not, in words. */
  detail: v.optional(v.string()),
});

export const workflowTables = {
  bulkJobs: defineTable(bulkJob).index("by_person", ["personId", "createdAt"]).index("by_time", ["createdAt"]),
  bulkItems: defineTable(bulkItem)
    .index("by_job", ["jobId", "position"])
    .index("by_result", ["jobId", "result", "position"]),
  taskMonitorLogs: defineTable(taskMonitorLog).index("by_number", ["era", "number"]),
  taskMonitorLogTasks: defineTable(taskMonitorLogTask)
    .index("by_task", ["era", "requestTaskId", "lastRun"])
    .index("by_run", ["era", "isLong", "lastRun"])
    .index("by_place", ["era", "action", "place"]),
  /** One row at most: the current era, and the number of the last execution. */
  taskMonitorEras: defineTable({ era: v.number(), runs: v.number() }),
  /** One row at most: the execution that runs now, and until when it is believed to be alive (T1). */
  taskMonitorLocks: defineTable({ taskMonitorLogId: v.id("taskMonitorLogs"), heldUntil: timestamp }),
};
