/** Approvals: who decides about a request, step by step, and what they decided. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { roleName } from "../../access/validators";
import { timestamp } from "../../lib/validators";

/** Whom a seat or a manual task is for. `field` names the form's field that holds the domain. */
export const approverRule = v.union(
  v.object({ kind: v.literal("person"), personId: v.id("people") }),
  v.object({ kind: v.literal("role"), role: roleName }),
  v.object({ kind: v.literal("domainOwner"), field: v.string() }),
  v.object({ kind: v.literal("businessAreaOwner") }),
  /** The beneficiary's manager; without one, the owner of their business area. */
  v.object({ kind: v.literal("manager") }),
);
export type ApproverRule = Infer<typeof approverRule>;

/** How many of the seats have to approve. */
export const quorum = v.union(
  v.object({ kind: v.literal("any") }),
  v.object({ kind: v.literal("all") }),
  v.object({ kind: v.literal("count"), count: v.number() }),
  v.object({ kind: v.literal("percent"), percent: v.number() }),
  /** More than half of those who may decide when the step opens. Alone here a rejection is a vote, not a veto. */
  v.object({ kind: v.literal("majority") }),
);
export type Quorum = Infer<typeof quorum>;

/** One step of an approval as a template declares it. A step that is never decided ends as denied. */
export const stepPolicy = v.object({
  title: v.string(),
  rule: approverRule,
  quorum,
  /** Used when exclusions leave fewer seats than the quorum. */
  fallback: v.optional(approverRule),
  remindAfterHours: v.optional(v.number()),
  escalateAfterHours: v.optional(v.number()),
  escalateTo: v.optional(approverRule),
  expireAfterHours: v.number(),
});
export type StepPolicy = Infer<typeof stepPolicy>;

/**
 * A named policy that approves without a person (A9): low risk, for so many days at most, and only forms that say all
 * of this.
 */
export const autoApproval = v.object({
  policyId: v.string(),
  version: v.number(),
  maxDurationDays: v.number(),
  where: v.optional(v.array(v.object({ field: v.string(), values: v.array(v.string()) }))),
});
export type AutoApproval = Infer<typeof autoApproval>;

export const approvalPolicy = v.object({
  steps: v.array(stepPolicy),
  /** Whether nobody may decide in two steps. */
  distinctSteps: v.boolean(),
  /** How long an approval can be taken back before the next task starts, in seconds. */
  holdSeconds: v.optional(v.number()),
  /** High risk: excluded from bulk decisions. */
  isHighRisk: v.optional(v.boolean()),
  autoApprove: v.optional(autoApproval),
});
export type ApprovalPolicy = Infer<typeof approvalPolicy>;

export const approvalState = v.union(
  v.literal("Pending"),
  v.literal("Approved"),
  v.literal("Rejected"),
  v.literal("Expired"),
  v.literal("Cancelled"),
  v.literal("Revoked"),
);
export type ApprovalState = Infer<typeof approvalState>;

export const stepState = v.union(
  v.literal("Waiting"),
  v.literal("Active"),
  v.literal("Approved"),
  v.literal("Rejected"),
  v.literal("Expired"),
);
export type StepState = Infer<typeof stepState>;

/** Where a seat came from. */
export const seatSource = v.union(
  v.literal("rule"),
  v.literal("fallback"),
  v.literal("delegation"),
  v.literal("escalation"),
  v.literal("manual"),
  v.literal("outOfOffice"),
  v.literal("selfReview"),
  v.literal("reResolved"),
);
export type SeatSource = Infer<typeof seatSource>;

/** Why a seat is handed over to somebody else. */
export const reassignReason = v.union(
  v.literal("manual"),
  v.literal("outOfOffice"),
  v.literal("escalation"),
  v.literal("selfReview"),
);
export type ReassignReason = Infer<typeof reassignReason>;

export const verdict = v.union(
  v.literal("approve"),
  v.literal("reject"),
  v.literal("askInfo"),
  v.literal("breakGlass"),
  v.literal("takeBack"),
);
export type Verdict = Infer<typeof verdict>;

/** Where a delegation stands: to come, in effect (its seats are given), or over (they are taken back). */
export const delegationPhase = v.union(v.literal("planned"), v.literal("inEffect"), v.literal("over"));

export const approvalTables = {
  approvals: defineTable({
    taskId: v.id("requestTasks"),
    requestId: v.id("requests"),
    /** The request's type, for delegations and bulk decisions. */
    typeKey: v.string(),
    formHash: v.string(),
    policy: approvalPolicy,
    state: approvalState,
    openedAt: v.optional(timestamp),
    endedAt: v.optional(timestamp),
    /** Set after a break-glass approval: until when it has to be reviewed, and who did. */
    reviewDueAt: v.optional(timestamp),
    reviewedAt: v.optional(timestamp),
    reviewedById: v.optional(v.id("people")),
    review: v.optional(v.object({ isJustified: v.boolean(), comment: v.string() })),
    /** When the reviewers were told that the review is overdue. */
    reviewRemindedAt: v.optional(timestamp),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: v.number(),
  })
    .index("by_task", ["taskId"])
    .index("by_request", ["requestId"])
    .index("by_state", ["state", "openedAt"])
    .index("by_review", ["reviewedAt", "reviewRemindedAt", "reviewDueAt"]),

  approvalSteps: defineTable({
    approvalId: v.id("approvals"),
    requestId: v.id("requests"),
    order: v.number(),
    policy: stepPolicy,
    state: stepState,
    /** How many distinct people have to approve; known from the activation on. */
    required: v.optional(v.number()),
    /** How many rejections end it; absent: one. */
    rejections: v.optional(v.number()),
    /** Who would have had a seat and must not, with the reason. */
    exclusions: v.array(v.object({ personId: v.id("people"), reason: v.string() })),
    /** Why too few may decide, and what would repair it: an admin has to name an approver. */
    problem: v.optional(v.object({ message: v.string(), fix: v.string() })),
    activatedAt: v.optional(timestamp),
    /** The clock stands still while the requester has to answer: since when, and for how long it did before. */
    pausedAt: v.optional(timestamp),
    pausedMs: v.optional(v.number()),
    remindedAt: v.optional(timestamp),
    escalatedAt: v.optional(timestamp),
    /** The requester's own reminder, at most one a day. */
    nudgedAt: v.optional(timestamp),
    endedAt: v.optional(timestamp),
    /** When the next timer of an active step is due: what the cron looks for. */
    nextTimerAt: v.optional(timestamp),
  })
    .index("by_approval", ["approvalId", "order"])
    .index("by_timer", ["state", "nextTimerAt"]),

  approvalSeats: defineTable({
    approvalId: v.id("approvals"),
    stepId: v.id("approvalSteps"),
    requestId: v.id("requests"),
    personId: v.id("people"),
    source: seatSource,
    /** Whom a delegated or reassigned seat came from. */
    fromPersonId: v.optional(v.id("people")),
    reason: v.optional(v.string()),
    activeFrom: timestamp,
    activeTo: v.optional(timestamp),
    /** Whether this person's decision is still asked for: what their list shows. */
    isPending: v.boolean(),
    snoozedUntil: v.optional(timestamp),
  })
    .index("by_step", ["stepId"])
    .index("by_approval", ["approvalId"])
    .index("by_holder", ["personId", "approvalId", "isPending"])
    .index("by_person", ["personId", "isPending", "activeFrom"]),

  /** Only ever added (A7). */
  approvalDecisions: defineTable({
    approvalId: v.id("approvals"),
    stepId: v.optional(v.id("approvalSteps")),
    seatId: v.optional(v.id("approvalSeats")),
    requestId: v.id("requests"),
    decidedById: v.optional(v.id("people")),
    /** Decided by a policy, not by a person (A9). */
    decidedByPolicy: v.optional(v.object({ policyId: v.string(), version: v.number() })),
    onBehalfOfId: v.optional(v.id("people")),
    verdict,
    comment: v.string(),
    /** Approved although no dry run said what an automated task would do. */
    withoutPlan: v.optional(v.boolean()),
    formHash: v.string(),
    at: timestamp,
  })
    .index("by_approval", ["approvalId", "at"])
    .index("by_person", ["decidedById", "at"]),

  delegations: defineTable({
    fromId: v.id("people"),
    toId: v.id("people"),
    /** Only for these request types; absent: for all. */
    typeKeys: v.optional(v.array(v.string())),
    startsAt: timestamp,
    endsAt: timestamp,
    reason: v.string(),
    createdById: v.id("people"),
    endedAt: v.optional(timestamp),
    phase: delegationPhase,
  })
    .index("by_from", ["fromId", "endsAt"])
    .index("by_to", ["toId", "endsAt"])
    .index("by_creator", ["createdById", "endsAt"])
    .index("by_start", ["phase", "startsAt"])
    .index("by_end", ["phase", "endsAt"]),
};
