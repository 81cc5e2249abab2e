/** Tasks: the ordered steps of a request. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, jsonObject, timestamp } from "../../lib/validators";

/** The four statuses of the specification. What they leave unsaid is in `outcome` and `waitingOn`. */
export const taskStatus = v.union(
  v.literal("Not Started"),
  v.literal("Running"),
  v.literal("Complete"),
  v.literal("Failed"),
);
export type TaskStatus = Infer<typeof taskStatus>;

/** How a task ended. */
export const taskOutcome = v.union(
  v.literal("done"),
  v.literal("skipped"),
  v.literal("resolved_manually"),
  v.literal("rejected"),
  v.literal("revoked"),
  v.literal("timed_out"),
  v.literal("cancelled"),
  v.literal("error"),
);
export type TaskOutcome = Infer<typeof taskOutcome>;

/** How a task ended: its outcome, with a timeout told apart by what ran out. */
export const taskEnding = v.union(
  v.literal("done"),
  v.literal("resolved"),
  v.literal("skipped"),
  v.literal("rejected"),
  v.literal("revoked"),
  v.literal("cancelled"),
  v.literal("expired"),
  v.literal("error"),
  v.literal("timedOut"),
);
export type TaskEnding = Infer<typeof taskEnding>;

/** Whom or what a running task waits for, with a link when there is a place to look. */
export const waitingOn = v.object({ text: v.string(), to: v.optional(v.string()) });

/** A result that came after the lease was lost: kept for whoever investigates, never applied (T3). */
export const lateResult = v.object({ at: timestamp, attempt: v.number(), status: taskStatus, detail: v.string() });

/** Why an attempt failed, and who can do something about it; the words of `convex/connectors/contract/contract.ts`. */
export const attemptFailure = v.object({
  kind: v.union(v.literal("user-fixable"), v.literal("admin-fixable"), v.literal("transient"), v.literal("bug")),
  code: v.string(),
  message: v.string(),
  /** What the outside system said, without secrets. */
  vendor: v.union(jsonObject, v.null()),
  retryAfterMs: v.union(v.number(), v.null()),
});
export type AttemptFailure = Infer<typeof attemptFailure>;

export const task = v.object({
  requestId: v.id("requests"),
  /** Its number within its request, from 1 in the order they were made: what its address says. */
  number: filled(v.number()),
  /** The task's name in its workflow template. */
  key: v.optional(v.string()),
  /** A key of TASK_TYPES; text, because a template may name a type this version does not know. */
  type: v.string(),
  /**
   * The outside system of the type, and where the request belongs: copied at the task's beginning, for finding tasks.
   */
  connector: v.optional(v.string()),
  businessAreaId: v.optional(v.id("businessAreas")),
  domainKey: v.optional(v.string()),
  hasCost: v.optional(v.boolean()),
  title: v.string(),
  /** Position in the request; equal orders run side by side. */
  order: v.number(),
  status: taskStatus,
  outcome: v.optional(taskOutcome),
  attempt: v.number(),
  maxAttempts: v.number(),
  /** Until when the running attempt may report its result. */
  leaseUntil: v.optional(timestamp),
  /** When a failed attempt is retried automatically. */
  retryAt: v.optional(timestamp),
  assigneeId: v.optional(v.id("people")),
  /** Who may take a manual task nobody is assigned to. */
  candidateIds: v.optional(v.array(v.id("people"))),
  /** Manual tasks: what exactly to do, and what to write down as evidence. */
  instructions: v.optional(v.string()),
  evidenceLabel: v.optional(v.string()),
  /** An approval that can be taken back until then: no later task starts before. */
  holdUntil: v.optional(timestamp),
  /** How long after the tasks before it were completed it starts. */
  delayMs: v.optional(v.number()),
  /** It does not start before, whenever the tasks before it were completed. */
  notBefore: v.optional(timestamp),
  /** Once it starts, the requester can no longer cancel. */
  isIrreversible: v.optional(v.boolean()),
  waitingOn: v.optional(waitingOn),
  input: jsonObject,
  output: v.optional(jsonObject),
  error: v.optional(v.string()),
  lateResult: v.optional(lateResult),
  /** What the connector would do, as it was shown to those who decide; and what it did, read back. */
  plan: v.optional(jsonObject),
  planError: v.optional(v.string()),
  /** When it was planned, or tried to be, last; how often in vain, and when it is tried again. */
  plannedAt: v.optional(timestamp),
  planTries: v.optional(v.number()),
  planDueAt: v.optional(timestamp),
  /** How many plans were dropped, so that another was made. */
  plansDropped: v.optional(v.number()),
  /** What was begun on plans that were dropped, the last one last: it is taken back with the rest. */
  formerWork: v.optional(v.array(v.object({ key: v.string(), plan: jsonObject, ref: v.optional(jsonObject) }))),
  ref: v.optional(jsonObject),
  proof: v.optional(jsonObject),
  /** Since when an attempt may have changed the outside system. */
  applyBegunAt: v.optional(timestamp),
  /** The compensation of work that was applied before the request ended: when it is tried next, and how it went. */
  compensationDueAt: v.optional(timestamp),
  compensationAttempts: v.optional(v.number()),
  compensationError: v.optional(v.string()),
  compensatedAt: v.optional(timestamp),
  externalRef: v.optional(v.string()),
  /** The task's own id, with the number of its plan from the second on: handed over with every attempt on it (T4). */
  idempotencyKey: v.string(),
  /** Also runs after a failure: cleanup and notification (R8). */
  runsAlways: v.boolean(),
  startedAt: v.optional(timestamp),
  finishedAt: v.optional(timestamp),
  dueAt: v.optional(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: v.number(),
});
export type TaskFields = Infer<typeof task>;

export const taskTables = {
  requestTasks: defineTable(task)
    .index("by_request", ["requestId", "order"])
    .index("by_number", ["requestId", "number"])
    .index("by_hold", ["holdUntil"])
    .index("by_plan_due", ["planDueAt"])
    .index("by_assignee", ["assigneeId", "status", "createdAt"])
    .index("by_lease", ["status", "leaseUntil"])
    .index("by_compensation", ["compensationDueAt"])
    // The queue: every list names its statuses, so each of them is one range (lists/taskQueue.ts).
    .index("queue_created", ["status", "createdAt"])
    .index("queue_updated", ["status", "updatedAt"])
    .index("queue_retry", ["status", "retryAt"])
    .index("queue_type_created", ["type", "status", "createdAt"])
    .index("queue_assignee_updated", ["assigneeId", "status", "updatedAt"])
    .index("queue_connector_created", ["connector", "status", "createdAt"])
    .index("queue_area_created", ["businessAreaId", "status", "createdAt"])
    .index("queue_cost_created", ["hasCost", "status", "createdAt"]),
  /** A running manual task that nobody has, for each of those who may take it (offers.ts). */
  taskOffers: defineTable({
    taskId: v.id("requestTasks"),
    candidateId: v.id("people"),
    /** The task's own, for the order. */
    createdAt: timestamp,
  })
    .index("by_task", ["taskId"])
    .index("by_candidate", ["candidateId", "createdAt"]),
};
