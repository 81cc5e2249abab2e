/** Requests: what somebody asks the data platform for. */
import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { jsonObject, timestamp } from "../lib/validators";

/** Where a request stands. Computed from its tasks by one function and stored for queries. */
export const requestStatus = v.union(
  v.literal("Draft"),
  v.literal("Pending approval"),
  v.literal("In progress"),
  v.literal("Needs info"),
  v.literal("Blocked"),
  v.literal("Completed"),
  v.literal("Rejected"),
  v.literal("Expired"),
  v.literal("Cancelled"),
);
export type RequestStatus = Infer<typeof requestStatus>;

export const requestRisk = v.union(v.literal("low"), v.literal("medium"), v.literal("high"));

/** A stop put on a request by a person, until they lift it or until a time. */
export const requestHold = v.object({ reason: v.string(), personId: v.id("people"), since: timestamp, until: v.optional(timestamp) });

/** A question to the requester that has not been answered yet. */
export const requestQuestion = v.object({ question: v.string(), askedById: v.id("people"), askedAt: timestamp });

export const request = v.object({
  /** Running number; the key shows it: REQ-142. */
  number: v.number(),
  key: v.string(),
  typeId: v.string(),
  templateVersion: v.number(),
  title: v.string(),
  requesterId: v.id("people"),
  beneficiaryId: v.id("people"),
  businessAreaId: v.optional(v.id("businessAreas")),
  form: jsonObject,
  formHash: v.string(),
  status: requestStatus,
  /** Submitted and not ended: what the monitor examines. Written together with `status`. */
  isOpen: v.boolean(),
  risk: requestRisk,
  hold: v.optional(requestHold),
  openQuestion: v.optional(requestQuestion),
  dueAt: v.optional(timestamp),
  costEstimate: v.optional(v.object({ amountMinor: v.number(), currency: v.string() })),
  clonedFromId: v.optional(v.id("requests")),
  cancelReason: v.optional(v.string()),
  createdAt: timestamp,
  createdById: v.id("people"),
  updatedAt: timestamp,
  submittedAt: v.optional(timestamp),
  endedAt: v.optional(timestamp),
  /** Put away: no list shows it any more. */
  archivedAt: v.optional(timestamp),
  /** Counts changes, for compare-and-set. */
  version: v.number(),
});
export type RequestFields = Infer<typeof request>;

export const requestTables = {
  requests: defineTable(request)
    .index("by_number", ["number"])
    .index("by_open", ["isOpen", "number"])
    .index("by_requester", ["requesterId", "archivedAt", "number"])
    .index("by_archived", ["archivedAt", "endedAt"]),
};
