/** The one sentence that says what happens next with a request, and whose turn it is. */

import { momentIn, stampIn } from "../../../lib/pure/time";
import type { RequestStatus } from "../../requests/table";
import type { TaskOutcome, TaskStatus } from "../../tasks/table";
import { listed } from "./may";

/** A step of an approval that is being decided. */
export interface OpenStep {
  readonly required: number;
  readonly approved: number;
  /** Whose decision is still asked for, by name. */
  readonly pending: readonly string[];
  readonly escalatesAt: number | null;
  readonly expiresAt: number | null;
  /** Why nobody can decide, when that is so. */
  readonly problem: string | null;
}

/** A task as the sentence looks at it. */
export interface StepTask {
  readonly title: string;
  readonly order: number;
  readonly status: TaskStatus;
  readonly outcome: TaskOutcome | null;
  readonly kind: "approval" | "manual" | "automatic";
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly retryAt: number | null;
  /** The assignee, or those who may take it. */
  readonly holders: readonly string[];
  readonly system: string | null;
  /** Why it does not start although it is its turn. */
  readonly obstacle: string | null;
  readonly startsAt: number | null;
  /** Until when the approval before it can be taken back. */
  readonly heldUntil: number | null;
  readonly step: OpenStep | null;
}

/** Everything the sentence looks at. */
export interface NextStepFacts {
  readonly status: RequestStatus;
  readonly requesterName: string;
  readonly isRequester: boolean;
  readonly question: { readonly by: string; readonly cancelsAt: number } | null;
  readonly cancelReason: string | null;
  readonly verdict: { readonly by: string; readonly comment: string } | null;
  readonly endedAt: number | null;
  /** The ends of the access it gave; null for access without an end. */
  readonly accessEnds: readonly (number | null)[];
  readonly tasks: readonly StepTask[];
  readonly now: number;
  /** The zone its reader chose for times; undefined: UTC. */
  readonly timeZone: string | undefined;
}

/** How a next step is shown: whose turn it is. */
export type NextStepTone = "you" | "people" | "portal" | "stuck" | "done" | "over";

/** The sentence and its tone. */
export interface NextStep {
  readonly text: string;
  readonly tone: NextStepTone;
}

/** What happens next. */
export function nextStepOf(facts: NextStepFacts): NextStep {
  switch (facts.status) {
    case "Draft":
      return { text: "A draft: nobody else sees it until you send it", tone: "you" };
    case "Needs info":
      return questionStep(facts);
    case "Blocked":
      return blockedStep(facts);
    case "Pending approval":
    case "In progress":
      return openStep(facts);
    case "Completed":
      return { text: completedText(facts), tone: "done" };
    case "Rejected":
      return { text: rejectedText(facts), tone: "over" };
    case "Expired":
      return { text: "Expired: nobody decided in time, which counts as a no; it can be submitted again", tone: "over" };
    case "Cancelled":
      return { text: facts.cancelReason === null ? "Cancelled" : `Cancelled: ${facts.cancelReason}`, tone: "over" };
    default:
      return facts.status satisfies never;
  }
}

function questionStep(facts: NextStepFacts): NextStep {
  const { question, isRequester, requesterName } = facts;
  const whose = question === null ? "the open question" : `${question.by}'s question`;
  const end = question === null ? "" : `; without an answer it is cancelled ${stampFor(facts, question.cancelsAt)}`;
  return isRequester
    ? { text: `Answer ${whose}${end}`, tone: "you" }
    : { text: `Waiting for ${requesterName} to answer ${whose}${end}`, tone: "people" };
}

function blockedStep({ tasks }: NextStepFacts): NextStep {
  const failed = tasks.find(({ status, retryAt }) => status === "Failed" && retryAt === null);
  return {
    text: failed
      ? `Blocked: “${failed.title}” failed; an admin can retry or resolve it`
      : "Blocked: an admin has to look into it",
    tone: "stuck",
  };
}

function openStep(facts: NextStepFacts): NextStep {
  const active = facts.tasks.filter(
    ({ status, retryAt }) => status === "Running" || (status === "Failed" && retryAt !== null),
  );
  const [first, ...others] = active.toSorted((a, b) => weight(a) - weight(b) || a.order - b.order);
  if (!first) return waitingStep(facts);
  const step = activeStep(first, facts);
  return others.length === 0 ? step : { ...step, text: `${step.text}, and ${others.length} more beside it` };
}

/** People before machines: whoever reads the sentence wants to know whom to ask. */
function weight({ kind, status }: StepTask): number {
  if (status === "Failed") return 2;
  return kind === "automatic" ? 3 : kind === "approval" ? 0 : 1;
}

function activeStep(task: StepTask, facts: NextStepFacts): NextStep {
  if (task.status === "Failed") {
    const when = task.retryAt === null ? "" : ` at ${stampFor(facts, task.retryAt)}`;
    return {
      text: `Retrying ${task.title}${when}, attempt ${task.attempt + 1} of ${task.maxAttempts}`,
      tone: "portal",
    };
  }
  const problem = task.step?.problem ?? null;
  if (problem !== null) return { text: `${task.title} waits for an admin: ${problem}`, tone: "stuck" };
  if (task.kind === "approval") return { text: decisionText(task, facts), tone: "people" };
  if (task.kind === "manual") return { text: manualText(task), tone: "people" };
  const attempt = task.attempt > 1 ? `, attempt ${task.attempt} of ${task.maxAttempts}` : "";
  const where = task.system === null ? "" : ` in ${task.system}`;
  return { text: `${task.attempt > 1 ? "Retrying" : "Working"}: ${task.title}${where}${attempt}`, tone: "portal" };
}

function decisionText({ title, step, holders }: StepTask, facts: NextStepFacts): string {
  if (step === null)
    return holders.length === 0 ? `Waiting for a decision: ${title}` : `Waiting for ${listed(holders, "or")}: ${title}`;
  const left = Math.max(1, step.required - step.approved);
  const isEverybody = left >= step.pending.length;
  const who = step.pending.length === 0 ? "an approver" : listed(shortened(step.pending), isEverybody ? "and" : "or");
  const count =
    step.required > 1 || step.pending.length > 1
      ? `${left} of ${step.required > 1 ? step.required : step.pending.length}: `
      : "";
  const then =
    step.escalatesAt !== null && step.escalatesAt > facts.now
      ? `; escalates ${stampFor(facts, step.escalatesAt)}`
      : step.expiresAt !== null
        ? `; expires ${stampFor(facts, step.expiresAt)}`
        : "";
  return `Waiting for ${count}${who}${then}`;
}

/** More names than this are counted. */
const NAMED = 4;

function shortened(names: readonly string[]): string[] {
  return names.length <= NAMED ? [...names] : [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`];
}

function manualText({ title, holders }: StepTask): string {
  if (holders.length === 0) return `Waiting for somebody to take “${title}”`;
  if (holders.length === 1) return `Waiting for ${holders[0]} to do “${title}”`;
  return `Waiting for ${listed(shortened(holders), "or")} to take “${title}”`;
}

/** Nothing runs: the next task has not started yet, and there may be a reason. */
function waitingStep(facts: NextStepFacts): NextStep {
  const { tasks, now } = facts;
  const [next] = tasks.filter(({ status }) => status === "Not Started").toSorted((a, b) => a.order - b.order);
  if (!next) return { text: "The portal is finishing it", tone: "portal" };
  if (next.obstacle !== null) return { text: `${next.title} waits: ${next.obstacle}`, tone: "stuck" };
  if (next.heldUntil !== null && next.heldUntil > now) {
    return {
      text: `${next.title} starts ${stampFor(facts, next.heldUntil)}; until then the approval can be taken back`,
      tone: "portal",
    };
  }
  if (next.startsAt !== null && next.startsAt > now)
    return { text: `${next.title} starts ${stampFor(facts, next.startsAt)}`, tone: "portal" };
  return { text: `${next.title} starts next`, tone: "portal" };
}

/** A time in the sentence, in its reader's zone. */
function stampFor({ now, timeZone }: Pick<NextStepFacts, "now" | "timeZone">, at: number): string {
  return stampIn(at, now, timeZone);
}

function completedText({ accessEnds, endedAt, timeZone }: NextStepFacts): string {
  const ends = accessEnds.filter((end) => end !== null);
  if (ends.length > 0) return `Completed: access until ${momentIn(Math.min(...ends), timeZone)}`;
  if (accessEnds.length > 0) return "Completed: access with no end date";
  return endedAt === null ? "Completed" : `Completed on ${momentIn(endedAt, timeZone)}`;
}

function rejectedText({ verdict }: NextStepFacts): string {
  if (verdict === null) return "Rejected; it can be submitted again";
  return verdict.comment === ""
    ? `Rejected by ${verdict.by}; it can be submitted again`
    : `Rejected by ${verdict.by}: ${verdict.comment}`;
}
