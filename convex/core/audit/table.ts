/** The audit trail: what happened, who did it, to what, with which result. Rows are only ever added. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

export const auditOutcome = v.union(v.literal("success"), v.literal("denied"), v.literal("failure"));
export type AuditOutcome = Infer<typeof auditOutcome>;

/** Who did it: a person, the portal itself (`system`), or somebody who is not known yet (`visitor`). */
export const auditActor = v.object({
  kind: v.union(v.literal("person"), v.literal("system"), v.literal("visitor")),
  personId: v.optional(v.id("people")),
  /** Name or e-mail address at that time, so that history stays readable after a removal. */
  label: v.string(),
  sessionId: v.optional(v.string()),
});
export type AuditActor = Infer<typeof auditActor>;

/** One thing the event is about. */
export const auditTarget = v.object({ type: v.string(), id: v.string(), label: v.optional(v.string()) });
export type AuditTarget = Infer<typeof auditTarget>;

/** One field before and after; secrets are masked before they get here. */
export const auditChange = v.object({ field: v.string(), before: v.any(), after: v.any() });

/** Where an action came from, as the server saw it: nothing here is a caller's word but the agent. */
export const auditOrigin = v.object({
  ip: v.optional(v.string()),
  userAgent: v.optional(v.string()),
  requestId: v.optional(v.string()),
  /** The scheduled job that did it, when the portal worked by itself. */
  jobId: v.optional(v.string()),
});
export type AuditOrigin = Infer<typeof auditOrigin>;

/** Whom an event concerns beside the admins: those who govern domains, those who watch costs, or nobody else. */
export const auditConcern = v.union(v.literal("general"), v.literal("domains"), v.literal("cost"));
export type AuditConcern = Infer<typeof auditConcern>;

export const auditEvent = v.object({
  /** Gap-free position in the audit trail. */
  sequence: v.number(),
  /** `noun.verb`, past tense: task.completed. */
  action: v.string(),
  /** Version of this action's shape. */
  version: v.number(),
  occurredAt: timestamp,
  actor: auditActor,
  /** The real person behind the actor, when somebody was impersonated. */
  impersonator: v.optional(auditActor),
  targets: v.array(auditTarget),
  outcome: auditOutcome,
  context: v.record(v.string(), v.any()),
  changes: v.array(auditChange),
  /** Where it came from; absent where nothing is known of it. */
  origin: v.optional(auditOrigin),
  concern: v.optional(auditConcern),
  /** What its writer called it: the same thing written again is this event. */
  key: v.optional(v.string()),
  /** SHA-256 over this event and the hash of the one before; absent in rows from before the chain. */
  hash: v.optional(v.string()),
  /** How the hash was made: 2 hashes header and contents apart, absent is the first way (rules/chain.ts). */
  hashVersion: v.optional(v.literal(2)),
  /** SHA-256 over the contents. It stays when they go. */
  contentHash: v.optional(v.string()),
  /**
   * When the retention rule took its contents (actor, targets, context, origin and changes), and the event that says
   * so.
   */
  removedAt: v.optional(timestamp),
  removedBy: v.optional(v.number()),
});
export type AuditEventFields = Infer<typeof auditEvent>;

/** One event under one of the things it is about: an index cannot look into a list. */
export const auditTargetEntry = v.object({ key: v.string(), occurredAt: timestamp, eventId: v.id("auditEvents") });

/** Where the chain does not hold: the first event that is not what the chain says it must be. */
export const auditBreak = v.object({
  sequence: v.number(),
  problem: v.union(
    v.literal("missing"),
    v.literal("extra"),
    v.literal("unhashed"),
    v.literal("altered"),
    v.literal("contents"),
    v.literal("unproven"),
    v.literal("older"),
    v.literal("nothing"),
  ),
  /** What the chain leads to; null where nothing can be computed. */
  expected: v.union(v.string(), v.null()),
  found: v.union(v.string(), v.null()),
});
export type AuditBreak = Infer<typeof auditBreak>;

/** One hashed event, named by its position. */
export const auditLink = v.object({ sequence: v.number(), hash: v.string() });
export type AuditLink = Infer<typeof auditLink>;

/** One walk along the chain, a batch at a time; kept as proof that somebody looked. */
export const auditVerification = v.object({
  startedAt: timestamp,
  startedById: v.id("people"),
  /** When it last got on. */
  steppedAt: v.optional(timestamp),
  finishedAt: v.optional(timestamp),
  /** The last sequence that counts: later events come while it runs. */
  untilSequence: v.number(),
  checkedSequence: v.number(),
  /** Events from before the chain began. */
  unhashed: v.number(),
  checked: v.number(),
  /** Events whose contents the retention rule took; their hashes lead on. */
  removed: v.optional(v.number()),
  /** How far the walk has to go to meet every event that proves a removal. */
  proofSequence: v.optional(v.number()),
  /** The first event emptied before removals were proven, and the first whose removal is not. */
  unsealed: v.optional(v.number()),
  unproven: v.optional(v.number()),
  /** Whether it has met events of version 2. */
  isNew: v.optional(v.boolean()),
  first: v.optional(auditLink),
  last: v.optional(auditLink),
  broken: v.optional(auditBreak),
});

/** How far the audit trail was sent on to a collector outside; one row, once there is one. */
export const auditStream = v.object({
  sentSequence: v.number(),
  sentAt: v.optional(timestamp),
  /** Set while the collector does not take what it is sent. */
  failedSince: v.optional(timestamp),
  error: v.optional(v.string()),
});

/** How far the retention rule has gone through the audit trail for one class of events. */
export const auditRemoval = v.object({
  auditClass: v.union(v.literal("security"), v.literal("access"), v.literal("activity")),
  throughSequence: v.number(),
});

const keptDays = v.object({
  security: v.optional(v.number()),
  access: v.optional(v.number()),
  activity: v.optional(v.number()),
});

/** For how many days each class is kept as the rule holds now, and a shorter wish that waits; one row, once there is one. */
export const auditRetention = v.object({
  held: keptDays,
  wanted: v.optional(keptDays),
  wantedSince: v.optional(timestamp),
});

export const auditTables = {
  auditEvents: defineTable(auditEvent)
    .index("by_sequence", ["sequence"])
    .index("by_key", ["key"])
    .index("by_time", ["occurredAt"])
    .index("by_actor", ["actor.personId", "occurredAt"])
    .index("by_impersonator", ["impersonator.personId", "occurredAt"])
    .index("by_impersonator_outcome", ["impersonator.personId", "outcome", "occurredAt"])
    .index("by_action", ["action", "occurredAt"])
    .index("by_outcome", ["outcome", "occurredAt"])
    .index("by_concern", ["concern", "occurredAt"]),
  auditTargets: defineTable(auditTargetEntry).index("by_key", ["key", "occurredAt"]),
  auditVerifications: defineTable(auditVerification).index("by_start", ["startedAt"]),
  auditRemovals: defineTable(auditRemoval).index("by_class", ["auditClass"]),
  auditRetentions: defineTable(auditRetention),
  auditStreams: defineTable(auditStream),
};
