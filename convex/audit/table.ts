/** The audit trail: what happened, who did it, to what, with which result. Rows are only ever added. */
import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../lib/validators";

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

export const auditEvent = v.object({
  /** Gap-free position in the trail, the place where a hash chain hooks in. */
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
});

export const auditTables = {
  auditEvents: defineTable(auditEvent)
    .index("by_sequence", ["sequence"])
    .index("by_actor", ["actor.personId", "occurredAt"]),
};
