/** Decisions about what a ticket of support waits for, and the words for it. */

import { v, type Infer } from "convex/values";
import type { Refusal } from "../../../lib/pure/refusal";
import { DAY_MS } from "../../../lib/pure/time";
import { nullableString, timestamp } from "../../../lib/validators";
import { isTerminal } from "../../requests/rules";
import type { RequestStatus } from "../../requests/table";
import { requestEnd, taskEnd } from "../table";

/** How what a ticket waited for ended, as an agent reads it; `isForAll` where everybody who reads an answer reads that too. */
export const shownProof = v.union(
  v.object({ kind: v.literal("request"), key: v.string(), ...requestEnd, isForAll: v.boolean() }),
  v.object({
    kind: v.literal("task"),
    key: v.string(),
    taskId: v.id("requestTasks"),
    /** How addresses name the task. */
    address: v.string(),
    ...taskEnd,
    isForAll: v.boolean(),
  }),
  v.object({ kind: v.literal("incident"), key: v.string(), endedAt: timestamp, isForAll: v.boolean() }),
);
export type ShownProof = Infer<typeof shownProof>;

/** What a ticket waits for as somebody reads it; without names for those who do not read that. */
export const shownWait = v.object({ request: nullableString, task: nullableString });
export type ShownWait = Infer<typeof shownWait>;

/** Tickets that wait for one request, at most, and how long after its proof its agent is asked once more. */
export const MAX_WAITING = 20;
export const PROOF_SILENCE_MS = 2 * DAY_MS;
/** The furthest day a ticket can wait for. */
const MAX_WAIT_MS = 90 * DAY_MS;

/** Why a ticket cannot wait until then, or null. */
export function whyNotWaitUntil(until: number | null, at: number): Refusal | null {
  if (until === null || (Number.isFinite(until) && until > at && until <= at + MAX_WAIT_MS)) return null;
  return { code: "invalid-input", message: "Choose a day within the next 90 days." };
}

/**
 * Why a ticket cannot wait for its requester, or null: as long as support has said nothing to them they do not know what
 * is asked, and the clock would stop without an answer (S3).
 */
export function whyNotWaitForRequester(isAnswered: boolean): Refusal | null {
  return isAnswered
    ? null
    : { code: "too-early", message: "Answer first: the requester does not know yet what you are waiting for." };
}

/** Why a ticket cannot wait for a request that stands so, which `waiting` other tickets wait for, or null. */
export function whyNotWaitFor(key: string, status: RequestStatus, waiting: number): Refusal | null {
  if (status === "Draft") return { code: "too-early", message: `${key} is a draft: it has not been sent.` };
  if (isTerminal(status))
    return {
      code: "too-late",
      message: `${key} is already ${status.toLowerCase()}: there is nothing left to wait for.`,
    };
  return waiting < MAX_WAITING
    ? null
    : { code: "too-many", message: `${MAX_WAITING} tickets wait for ${key}. Merge some of them first.` };
}

/** Whether a task has come to its end for those who wait for it: one that failed may still be tried again. */
export function isOver({ status }: { readonly status: string }): boolean {
  return status === "Complete";
}

/** Why a ticket cannot wait for a task, or null. */
export function whyNotWaitForTask(task: { readonly title: string; readonly status: string }): Refusal | null {
  return isOver(task)
    ? { code: "too-late", message: `“${task.title}” is already done: there is nothing left to wait for.` }
    : null;
}

/** What a ticket waits for, by its names only for those who read it. */
export function waitWords({ request, task }: ShownWait): string {
  if (request === null) return "Waiting for a request";
  return task === null ? `Waiting for ${request}` : `Waiting for “${task}” of ${request}`;
}

/** Whether how it ended speaks for a ticket being solved. */
export function isDone(proof: ShownProof): boolean {
  switch (proof.kind) {
    case "request":
      return proof.status === "Completed";
    case "task":
      return !proof.isSkipped;
    case "incident":
      return true;
    default:
      return proof satisfies never;
  }
}

/** How what a ticket waited for ended; null stands for what somebody does not read. */
export function proofWords(proof: ShownProof | null, day: string): string {
  if (proof === null) return "What this ticket waited for has ended.";
  const { key } = proof;
  switch (proof.kind) {
    case "request": {
      const { status, tasks, proven } = proof;
      const ended = `${key} ${status === "Expired" ? "expired" : `was ${status.toLowerCase()}`} on ${day}`;
      return status === "Completed" && tasks > 0 ? `${ended}; ${proven} of ${tasks} tasks proven.` : `${ended}.`;
    }
    case "task": {
      const ended = `“${proof.title}” of ${key} was ${proof.isSkipped ? "skipped" : "completed"} on ${day}`;
      return proof.isProven ? `${ended} and proven.` : `${ended}.`;
    }
    case "incident":
      return `${key} ended on ${day}.`;
    default:
      return proof satisfies never;
  }
}
