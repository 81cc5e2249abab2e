/** The shape of a request's page: what `requests/queries:get` answers. */

import { v, type Infer } from "convex/values";
import { approvalState, seatSource, stepState, verdict } from "../../core/approvals/table";
import { shownLine } from "../../core/catalog/formLines";
import { accessName } from "../../core/grants/names";
import { grantState, shownUse } from "../../core/grants/table";
import { requestRisk, requestStatus } from "../../core/requests/table";
import { taskOutcome, taskStatus } from "../../core/tasks/table";
import { jsonObject, nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { shownEdit } from "../../process/submitting/editing";

const nullableNumber = v.union(v.number(), v.null());

/** Somebody by name. */
export const shownPerson = v.object({ id: v.id("people"), name: v.string() });

export const shownSeat = v.object({
  person: shownPerson,
  source: seatSource,
  fromName: nullableString,
  isPending: v.boolean(),
});

export const shownDecision = v.object({
  id: v.id("approvalDecisions"),
  /** A person's name, with the one they decided for; or the policy that decided. */
  by: v.string(),
  onBehalfOf: nullableString,
  verdict,
  comment: v.string(),
  at: timestamp,
  /** About earlier answers: on record, and without effect. */
  isVoid: v.boolean(),
});

export const shownStep = v.object({
  id: v.id("approvalSteps"),
  order: v.number(),
  title: v.string(),
  state: stepState,
  required: nullableNumber,
  approved: v.number(),
  seats: v.array(shownSeat),
  /** Whom a step that comes later would ask as things stand, by name. */
  expected: v.array(v.string()),
  decisions: v.array(shownDecision),
  escalatesAt: nullableTimestamp,
  expiresAt: nullableTimestamp,
  nudgedAt: nullableTimestamp,
  /** Why nobody can decide, when that is so. */
  problem: nullableString,
});
export type ShownStep = Infer<typeof shownStep>;

/** Technical details of a task: secrets masked, input and references only for those who work on it. */
export const shownTechnical = v.object({
  error: nullableString,
  input: v.union(jsonObject, v.null()),
  output: v.union(jsonObject, v.null()),
  ref: v.union(jsonObject, v.null()),
  externalRef: nullableString,
});

export const taskOfRequest = v.object({
  id: v.id("requestTasks"),
  /** How its page is named in addresses. */
  address: v.string(),
  type: v.string(),
  title: v.string(),
  order: v.number(),
  status: taskStatus,
  outcome: v.union(taskOutcome, v.null()),
  kind: v.union(v.literal("approval"), v.literal("manual"), v.literal("automatic")),
  /** The system it works on, by name. */
  system: nullableString,
  holder: v.union(shownPerson, v.null()),
  candidates: v.array(v.string()),
  waitingOn: v.union(v.object({ text: v.string(), to: v.optional(v.string()) }), v.null()),
  startedAt: nullableTimestamp,
  finishedAt: nullableTimestamp,
  dueAt: nullableTimestamp,
  retryAt: nullableTimestamp,
  attempt: v.number(),
  maxAttempts: v.number(),
  isIrreversible: v.boolean(),
  runsAlways: v.boolean(),
  /** When its work was taken back, because the request ended early or the access did. */
  takenBackAt: nullableTimestamp,
  instructions: nullableString,
  evidence: nullableString,
  skippedBecause: nullableString,
  /** What went wrong, in words for everybody. */
  problem: nullableString,
  /** Why it does not start although it is its turn. */
  obstacle: nullableString,
  technical: v.union(shownTechnical, v.null()),
  plan: v.union(jsonObject, v.null()),
  planError: nullableString,
  /** When it was planned, or tried to be, last. */
  plannedAt: nullableTimestamp,
  proof: v.union(jsonObject, v.null()),
  approval: v.union(v.null(), v.object({ id: v.id("approvals"), state: approvalState, steps: v.array(shownStep) })),
  /** Null: the viewer can try it again now. */
  whyNotRetry: nullableString,
});
export type ShownTask = Infer<typeof taskOfRequest>;

export const shownGrant = v.object({
  id: v.id("grants"),
  /** How the page of the task that gave it is named in addresses. */
  address: v.string(),
  system: v.string(),
  ...accessName.fields,
  state: grantState,
  startsAt: timestamp,
  expiresAt: nullableTimestamp,
  use: shownUse,
  endedAt: nullableTimestamp,
});

/** Each action of the page: null when the viewer may, else the reason in words. */
export const shownActions = v.object({
  comment: nullableString,
  note: nullableString,
  answer: nullableString,
  cancel: nullableString,
  remind: nullableString,
  submitAgain: nullableString,
  hold: nullableString,
  liftHold: nullableString,
  edit: nullableString,
});

export const shownRequest = v.object({
  id: v.id("requests"),
  key: v.string(),
  title: v.string(),
  /** What it is about as its system spells it, such as a role's name. */
  target: nullableString,
  status: requestStatus,
  risk: requestRisk,
  type: v.object({ key: v.string(), name: v.string(), version: v.number() }),
  requester: shownPerson,
  /** Who asks, in words: the requester, or whoever sent it through their eyes. */
  requestedBy: v.string(),
  beneficiary: shownPerson,
  /** Brought in by a mention. */
  participants: v.array(v.string()),
  businessArea: nullableString,
  domain: nullableString,
  createdAt: timestamp,
  submittedAt: nullableTimestamp,
  endedAt: nullableTimestamp,
  dueAt: nullableTimestamp,
  /** Since when the clock stands, while a question is open. */
  pausedSince: nullableTimestamp,
  costEstimate: v.union(v.object({ amountMinor: v.number(), currency: v.string() }), v.null()),
  form: v.array(shownLine),
  nextStep: v.object({
    text: v.string(),
    tone: v.union(
      v.literal("you"),
      v.literal("people"),
      v.literal("portal"),
      v.literal("stuck"),
      v.literal("done"),
      v.literal("over"),
    ),
  }),
  question: v.union(v.null(), v.object({ text: v.string(), by: v.string(), at: timestamp, cancelsAt: timestamp })),
  hold: v.union(v.null(), v.object({ reason: v.string(), by: v.string(), until: nullableTimestamp })),
  /** Edits of the answers, newest first. */
  edits: v.array(shownEdit),
  cancelReason: nullableString,
  tasks: v.array(taskOfRequest),
  grants: v.array(shownGrant),
  /** The other requests of the cart it was sent in, as far as the viewer may see them. */
  sentTogether: v.array(v.object({ key: v.string(), title: v.string() })),
  clonedFrom: v.union(v.null(), v.object({ key: v.string(), title: v.string() })),
  viewer: v.object({
    isRequester: v.boolean(),
    isManager: v.boolean(),
    seesInternal: v.boolean(),
    /** The approval that asks the viewer, as addresses name it. */
    seatIn: nullableString,
    task: v.union(v.string(), v.null()),
  }),
  whyNot: shownActions,
  cancelConsequence: v.string(),
  cancelNeedsReason: v.boolean(),
  remindedAt: nullableTimestamp,
});
export type ShownRequest = Infer<typeof shownRequest>;
