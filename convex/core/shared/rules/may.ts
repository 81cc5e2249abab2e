/**
 * What somebody may do about a request, each with the reason when not. The page and the mutations ask the same
 * functions.
 */

import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { DAY_MS, HOUR_MS, stampUtc } from "../../../lib/pure/time";
import { isTerminal } from "../../requests/rules";
import type { Access } from "../../requests/rules/access";
import type { RequestStatus } from "../../requests/table";
import { whyNotRetry, type TaskFacts } from "../../tasks/rules";
import { isToTakeBack } from "../../tasks/rules/applied";
import type { TaskFields } from "../../tasks/table";

/** What these decisions look at about a task. */
export interface WorkedTask extends Pick<
  TaskFacts,
  "type" | "title" | "order" | "status" | "outcome" | "attempt" | "maxAttempts"
> {
  readonly isIrreversible?: boolean;
}

/** What they look at about the request. */
export interface WorkedRequest {
  readonly status: RequestStatus;
  readonly hasOpenQuestion: boolean;
}

/** How long an unanswered question keeps a request waiting before it is cancelled. */
export const QUESTION_LIFETIME_MS = 14 * DAY_MS;
/** When the requester is reminded, counted from the question. */
export const QUESTION_REMINDERS_MS: readonly number[] = [4 * DAY_MS, 10 * DAY_MS];
/** How long a step is left alone after a reminder. */
export const REMIND_EVERY_MS = 24 * HOUR_MS;

function ended(status: RequestStatus): Refusal {
  return { code: "too-late", message: `The request is ${status.toLowerCase()}.` };
}

/** Why somebody cannot cancel, or null: the requester before the first irreversible task, a manager at any time. */
export function whyNotCancel(access: Access, { status }: WorkedRequest, tasks: readonly WorkedTask[]): Refusal | null {
  if (isTerminal(status)) return ended(status);
  if (status === "Draft") return { code: "not-eligible", message: "A draft is deleted, not cancelled." };
  if (access.isManager) return null;
  if (!access.isRequester) return { code: "not-eligible", message: "The requester or an admin can cancel it." };
  // An attempt put back before it touched anything does not count; one that failed does, also while the next one waits.
  const begun = tasks.find(({ isIrreversible, attempt }) => isIrreversible === true && attempt > 0);
  return begun
    ? { code: "too-late", message: `“${begun.title}” has begun and cannot be undone; an admin can still cancel.` }
    : null;
}

/** Whether a cancellation needs a reason: what an admin does to somebody else's request is explained. */
export function needsCancelReason(access: Access): boolean {
  return !access.isRequester;
}

/** What cancelling looks at about a task beside. */
type AppliedFacts = Partial<Pick<TaskFields, "plan" | "applyBegunAt" | "formerWork" | "compensatedAt">>;

/** What cancelling would do, in plain words. */
export function cancelConsequence(tasks: readonly (WorkedTask & AppliedFacts)[]): string {
  const toCome = tasks.filter(({ status }) => status === "Not Started").length;
  const running = tasks.filter(({ status }) => status === "Running").map(({ title }) => `“${title}”`);
  const undone = tasks.filter((task) => task.compensatedAt === undefined && isToTakeBack(task));
  const done = tasks
    .filter((task) => task.status === "Complete" && task.outcome !== "skipped" && !undone.includes(task))
    .map(({ title }) => `“${title}”`);
  return [
    toCome > 0 ? `${plural(toCome, "task")} will not start.` : null,
    running.length > 0
      ? `${listed(running)} ${running.length === 1 ? "is" : "are"} running and will be stopped.`
      : null,
    undone.length > 0
      ? `What was done will be undone, as far as nothing was built on it since: ${listed(undone.map(({ title }) => `“${title}”`))}.`
      : null,
    done.length > 0 ? `Completed work stays on record: ${listed(done)}.` : null,
    "A cancelled request is never reopened; you can submit it again as a new one.",
  ]
    .filter((part) => part !== null)
    .join(" ");
}

/** Why somebody cannot write what everybody on the request reads, or null. */
export function whyNotComment({ status }: WorkedRequest): Refusal | null {
  return status === "Draft" ? { code: "not-eligible", message: "Nobody else sees a draft yet." } : null;
}

/** Why somebody cannot write an internal note, or null. */
export function whyNotNote(access: Access): Refusal | null {
  return access.seesInternal
    ? null
    : { code: "not-eligible", message: "Internal notes are for those who work on the request." };
}

/** Why somebody cannot answer the open question, or null. */
export function whyNotAnswer(access: Access, { status, hasOpenQuestion }: WorkedRequest): Refusal | null {
  if (isTerminal(status)) return ended(status);
  if (!hasOpenQuestion) return { code: "not-eligible", message: "There is no open question." };
  return access.isRequester ? null : { code: "not-eligible", message: "The requester answers it." };
}

/** A step that waits for decisions, as far as reminding goes. */
export interface RemindableStep {
  readonly nudgedAt?: number;
}

/** Why somebody cannot remind those who have to decide, or null: once a day and step, by the people it is for. */
export function whyNotRemind(
  access: Access,
  { status }: WorkedRequest,
  steps: readonly RemindableStep[],
  now: number,
): Refusal | null {
  if (isTerminal(status)) return ended(status);
  if (status === "Needs info")
    return { code: "not-eligible", message: "A question is open, so the approval waits for its answer." };
  if (!access.isRequester && !access.isBeneficiary && !access.isManager) {
    return { code: "not-eligible", message: "The requester can remind those who have to decide." };
  }
  if (steps.length === 0) return { code: "not-eligible", message: "Nobody has to decide at the moment." };
  if (steps.some((step) => isRemindable(step, now))) return null;
  const next = Math.min(...steps.map(({ nudgedAt }) => (nudgedAt ?? 0) + REMIND_EVERY_MS));
  return { code: "too-early", message: `Already reminded. The next reminder can go out from ${stampUtc(next, now)}.` };
}

/** Whether a step was left alone long enough. */
export function isRemindable({ nudgedAt }: RemindableStep, now: number): boolean {
  return nudgedAt === undefined || now - nudgedAt >= REMIND_EVERY_MS;
}

/** A stop of a request, as far as deciding about it goes. */
export interface StoppedRequest {
  readonly status: RequestStatus;
  readonly hold?: { readonly until?: number };
}

/** Whether whoever wants to lift a hold asked for the request or is whom it is for, and whether they put it on hold. */
export interface HoldLifter {
  readonly isParty: boolean;
  readonly isTheirs: boolean;
}

/** Whether a request is stopped at a time: a hold ends by itself when its time is over. */
export function isOnHold({ hold }: Pick<StoppedRequest, "hold">, now: number): boolean {
  return hold !== undefined && (hold.until === undefined || hold.until > now);
}

/** Why somebody cannot put a request on hold, or null. */
export function whyNotHold(access: Access, request: StoppedRequest, now: number): Refusal | null {
  if (!access.isManager) return { code: "not-eligible", message: "An admin can put it on hold." };
  if (isTerminal(request.status)) return ended(request.status);
  if (request.status === "Draft") return { code: "not-eligible", message: "A draft has not been sent yet." };
  return isOnHold(request, now) ? { code: "duplicate", message: "It is already on hold." } : null;
}

/**
 * Why somebody cannot lift the hold of a request, or null. Nobody sets their own request free that a colleague stopped
 * (R9), by whichever account.
 */
export function whyNotLiftHold(
  access: Pick<Access, "isManager">,
  { status, hold }: StoppedRequest,
  { isParty, isTheirs }: HoldLifter,
): Refusal | null {
  if (!access.isManager) return { code: "not-eligible", message: "An admin can lift the hold." };
  if (isTerminal(status)) return ended(status);
  if (hold === undefined) return { code: "not-eligible", message: "It is not on hold." };
  return isParty && !isTheirs
    ? { code: "not-eligible", message: "A colleague put your request on hold. Another admin can lift it." }
    : null;
}

/** The longest a hold may last before somebody has to say so again. */
const MAX_HOLD_MS = 180 * DAY_MS;

/** Why a hold cannot end then, or null. */
export function whyNotHoldUntil(until: number | undefined, now: number): Refusal | null {
  if (until === undefined) return null;
  if (!(until > now)) return { code: "invalid-input", message: "Choose a time in the future." };
  return until > now + MAX_HOLD_MS
    ? { code: "invalid-input", message: "Choose a time within the next 180 days." }
    : null;
}

/** Why somebody cannot try a task again, or null. */
export function whyNotRetryTask(access: Access, { status }: WorkedRequest, task: WorkedTask): Refusal | null {
  if (!access.isManager) return { code: "not-eligible", message: "An admin can try it again." };
  if (isTerminal(status)) return ended(status);
  return whyNotRetry(task, "person");
}

/** Why somebody cannot start again from a request, or null. */
export function whyNotSubmitAgain(access: Access, { status }: WorkedRequest): Refusal | null {
  if (!access.isRequester) return { code: "not-eligible", message: "The requester can submit it again." };
  const isOver = isTerminal(status) && status !== "Completed";
  return isOver
    ? null
    : { code: "not-eligible", message: "Only rejected, expired or cancelled requests can be submitted again." };
}

/**
 * Why an approval can no longer be taken back, whoever asks, or null: something after it has begun, or the request is
 * over.
 */
export function whyNotRevoke(
  { status }: Pick<WorkedRequest, "status">,
  approval: Pick<WorkedTask, "order">,
  tasks: readonly WorkedTask[],
): Refusal | null {
  if (isTerminal(status)) return ended(status);
  const begun = tasks.find(
    ({ order, status: at, outcome }) => order > approval.order && at !== "Not Started" && outcome !== "skipped",
  );
  return begun ? { code: "wrong-state", status: begun.status, message: `“${begun.title}” has already begun.` } : null;
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[], last: "and" | "or" = "and"): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}
