/** Grants: access somebody holds because a request was carried out. Approved is not granted; this is. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { jsonObject, timestamp } from "../../lib/validators";
import { connectorName } from "../services/table";

export const grantState = v.union(
  v.literal("Active"),
  v.literal("Expiring"),
  v.literal("Expired"),
  v.literal("Revoked"),
  v.literal("Superseded"),
);
export type GrantState = Infer<typeof grantState>;

/** The use of an access as screens show it; null when nobody knows. */
export const shownUse = v.union(
  v.null(),
  v.object({
    /** Null: not used since it was given. */
    lastUsedAt: v.union(v.null(), timestamp),
    /** Until when the system's record was read. */
    asOf: timestamp,
  }),
);
export type ShownUse = NonNullable<Infer<typeof shownUse>>;

/** How far a walk along the held access has come. */
export const walkPlace = v.object({
  state: v.union(v.literal("Active"), v.literal("Expiring")),
  cursor: v.union(v.null(), v.string()),
});
export type WalkPlace = Infer<typeof walkPlace>;

export const grantTables = {
  grants: defineTable({
    requestId: v.id("requests"),
    /** The task whose applied work is the access; its ref is what is taken back. */
    taskId: v.id("requestTasks"),
    /** The request's type, so that lists need not open every request. */
    typeKey: v.string(),
    beneficiaryId: v.id("people"),
    system: v.string(),
    /** Where the holder has an account of their own because of it; absent where it needs or gives none. */
    account: v.optional(connectorName),
    description: v.string(),
    /** Names the access itself, so that the same access is found again: "snowflake|user|role". */
    accessKey: v.string(),
    /** The role it is, by its name in the system, so that everybody who has it is found; absent where it is no role. */
    role: v.optional(v.string()),
    state: grantState,
    startsAt: timestamp,
    expiresAt: v.optional(timestamp),
    /** The next notice or the expiry: what the cron looks for. Absent when nothing is to come. */
    nextCheckAt: v.optional(timestamp),
    /** The notices given: days or hours before the end. */
    noticesGiven: v.array(v.string()),
    /** Asked to end before its time, by a person with a reason. */
    removalAskedAt: v.optional(timestamp),
    endedAt: v.optional(timestamp),
    endedById: v.optional(v.id("people")),
    endReason: v.optional(v.string()),
    /** What was read back after the removal. */
    removalProof: v.optional(jsonObject),
    /** A removal that failed: the owner was told, and it is tried again. */
    removalError: v.optional(v.string()),
    removalAttempts: v.number(),
    /** When it was last used, by the system's own record, and until when that record was read. */
    lastUsedAt: v.optional(timestamp),
    useReadAt: v.optional(timestamp),
    updatedAt: timestamp,
    version: v.number(),
  })
    .index("by_beneficiary", ["beneficiaryId", "state"])
    .index("by_account", ["beneficiaryId", "account", "state"])
    .index("by_request", ["requestId"])
    .index("by_task", ["taskId"])
    .index("by_access", ["accessKey", "state"])
    .index("by_role", ["role"])
    .index("by_check", ["nextCheckAt"])
    .index("by_state", ["state", "expiresAt"]),
};
