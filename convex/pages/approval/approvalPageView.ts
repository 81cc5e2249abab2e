/** The shape of the page of one approval. */

import { v, type Infer } from "convex/values";
import { seatSource, verdict, stepState, approvalState } from "../../core/approvals/table";
import { shownLine } from "../../core/catalog/formLines";
import { accessLevel } from "../../core/catalog/table";
import { dataDomain } from "../../core/domains/table";
import { accessName } from "../../core/grants/names";
import { shownUse } from "../../core/grants/table";
import { requestStatus, requestRisk } from "../../core/requests/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { shownEdit } from "../../process/submitting/editing";
import { plannedTask } from "./plannedTasks";
import { shownRefusal } from "./waitingRow";

const shownSomebody = v.object({ id: v.id("people"), name: v.string(), email: v.string(), area: nullableString });
const shownSeat = v.object({
  id: v.id("approvalSeats"),
  personId: v.id("people"),
  name: v.string(),
  source: seatSource,
  fromName: nullableString,
  reason: nullableString,
  isPending: v.boolean(),
  /** Lost, handed over or returned: no longer counts. */
  isOver: v.boolean(),
  verdict: v.union(verdict, v.null()),
});

const shownStep = v.object({
  id: v.id("approvalSteps"),
  order: v.number(),
  title: v.string(),
  state: stepState,
  quorum: v.string(),
  required: v.union(v.number(), v.null()),
  approved: v.number(),
  /** How many rejected, of how many it takes to end the step. */
  rejected: v.number(),
  rejections: v.number(),
  seats: v.array(shownSeat),
  /** Whom a step that comes later would ask as things stand, by name. */
  expected: v.array(v.string()),
  exclusions: v.array(v.object({ name: v.string(), reason: v.string() })),
  problem: v.union(v.null(), v.object({ message: v.string(), fix: v.string() })),
  activatedAt: nullableTimestamp,
  remindAt: nullableTimestamp,
  escalateAt: nullableTimestamp,
  expireAt: nullableTimestamp,
  escalatedAt: nullableTimestamp,
});

const shownDecision = v.object({
  id: v.id("approvalDecisions"),
  by: v.string(),
  onBehalfOf: nullableString,
  verdict,
  comment: v.string(),
  step: nullableString,
  at: timestamp,
  /** Approved although a dry run was missing. */
  withoutPlan: v.boolean(),
  /** About an earlier version of the form: on record, and without effect. */
  isVoid: v.boolean(),
});

export const approvalPage = v.object({
  id: v.id("approvals"),
  /** How its page is named in addresses. */
  address: v.string(),
  state: approvalState,
  formHash: v.string(),
  stepId: v.id("approvalSteps"),
  isHighRisk: v.boolean(),
  holdSeconds: v.number(),
  holdUntil: nullableTimestamp,
  request: v.object({
    id: v.id("requests"),
    key: v.string(),
    title: v.string(),
    /** What it is about as its system spells it, such as a role's name. */
    target: nullableString,
    type: v.object({ key: v.string(), name: v.string() }),
    status: requestStatus,
    risk: requestRisk,
    requester: shownSomebody,
    /** Who asks, in words: the requester, or whoever sent it through their eyes. */
    requestedBy: v.string(),
    beneficiary: shownSomebody,
    businessArea: nullableString,
    /** Why it is not the area of the person it is for; null where it is. */
    otherAreaReason: nullableString,
    reason: nullableString,
    duration: nullableString,
    sensitivity: v.union(dataDomain.fields.sensitivity, v.null()),
    level: v.union(accessLevel, v.null()),
    submittedAt: nullableTimestamp,
    dueAt: nullableTimestamp,
    cost: v.union(v.null(), v.object({ amountMinor: v.number(), currency: v.string() })),
    question: v.union(v.null(), v.object({ text: v.string(), by: v.string(), at: timestamp })),
    /** The access it would give, in words; null where it gives none. */
    gives: v.union(v.null(), accessName),
    lines: v.array(shownLine),
    /** More time for access that is held: since when, when it was last used, the end it has and the end it would have. */
    extension: v.union(
      v.null(),
      v.object({
        heldSince: timestamp,
        /** Null when nobody knows. */
        use: shownUse,
        currentEnd: timestamp,
        newEnd: nullableTimestamp,
        state: v.string(),
      }),
    ),
    /** Edits of the answers since it was sent, newest first. */
    edits: v.array(shownEdit),
  }),
  /** How addresses name the approval that is asked for instead, when the answers were changed after this one was given. */
  againAddress: nullableString,
  steps: v.array(shownStep),
  decisions: v.array(shownDecision),
  access: v.array(
    v.object({ system: v.string(), ...accessName.fields, state: v.string(), expiresAt: nullableTimestamp }),
  ),
  tasks: v.array(plannedTask),
  review: v.union(
    v.null(),
    v.object({
      dueAt: timestamp,
      reviewedAt: nullableTimestamp,
      by: nullableString,
      isJustified: v.union(v.boolean(), v.null()),
      comment: nullableString,
    }),
  ),
  me: v.object({
    /** Steps that would ask the viewer next: what they approve may count for these too. */
    ahead: v.array(v.object({ stepId: v.id("approvalSteps"), title: v.string(), capacity: v.string() })),
    seatId: v.union(v.id("approvalSeats"), v.null()),
    onBehalfOf: nullableString,
    /** In which capacity they decide; null without a seat. */
    capacity: nullableString,
    snoozedUntil: nullableTimestamp,
    whyNotApprove: shownRefusal,
    whyNotAskInfo: shownRefusal,
    whyNotTakeBack: shownRefusal,
    whyNotBreakGlass: shownRefusal,
    canReassignOwn: v.boolean(),
    canAdminister: v.boolean(),
    canReview: v.boolean(),
  }),
});
export type ApprovalPage = Infer<typeof approvalPage>;
