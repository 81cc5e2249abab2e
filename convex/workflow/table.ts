/** Executions of the task monitor and what each of them saw. */
import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../lib/validators";
import { taskStatus } from "../tasks/table";

/** What the monitor did about a task. */
export const monitorAction = v.union(v.literal("Scheduled"), v.literal("Ignored"), v.literal("No Change"));
export type MonitorAction = Infer<typeof monitorAction>;

/** What made the monitor run: a person's click, or the clock. */
export const monitorTrigger = v.union(v.literal("person"), v.literal("clock"));

export const taskMonitorLog = v.object({
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
  /** Cleared by a person; hidden at once, deleted in batches. */
  clearedAt: v.optional(timestamp),
});

export const taskMonitorLogTask = v.object({
  taskMonitorLogId: v.id("taskMonitorLogs"),
  requestId: v.id("requests"),
  requestTaskId: v.id("requestTasks"),
  statusBefore: taskStatus,
  statusAfter: taskStatus,
  action: monitorAction,
  reason: v.string(),
  lastUpdated: timestamp,
});

export const workflowTables = {
  taskMonitorLogs: defineTable(taskMonitorLog).index("by_start", ["clearedAt", "startTime"]),
  taskMonitorLogTasks: defineTable(taskMonitorLogTask)
    .index("by_log", ["taskMonitorLogId"])
    .index("by_updated", ["lastUpdated"]),
  /** One row at most: the execution that runs now, and until when it is believed to be alive (T1). */
  taskMonitorLocks: defineTable({ taskMonitorLogId: v.id("taskMonitorLogs"), heldUntil: timestamp }),
};
