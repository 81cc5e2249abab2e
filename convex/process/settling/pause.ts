/**
 * A question to the requester stops the clock. While it is open nothing of the request is due: the tasks
 * people hold get their lease lengthened by the longest time a question may take, and the unused part is
 * taken back with the answer; the due date moves by the time that passed.
 */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { closeNotices, notify } from "../../core/notifications/model";
import { nameOf } from "../../core/people/model";
import { updateRequest } from "../../core/requests/model";
import type { RequestFields } from "../../core/requests/table";
import { QUESTION_LIFETIME_MS, QUESTION_REMINDERS_MS } from "../../core/shared/rules/may";
import { tasksOf } from "../../core/tasks/model";
import { typeOf } from "../../core/tasks/rules";
import { shorten } from "../../lib/pure/text";
import { DAY_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";

/** Longer than any question stays open, so that no lease ends while one does. */
const LEASE_EXTENSION_MS = QUESTION_LIFETIME_MS + DAY_MS;

type Question = NonNullable<RequestFields["openQuestion"]>;

/** When something happens, and where. */
interface Moment {
  readonly ctx: Pick<MutationCtx, "db" | "scheduler">;
  readonly at: number;
}

/** The question as it is stored: with its timers, and what stopping the clock costs and gives back. */
export function openedQuestion(
  question: Pick<Question, "question" | "askedById" | "approvalId">,
  before: Question | undefined,
  at: number,
): Question {
  return {
    ...question,
    askedAt: at,
    pausedSince: before?.pausedSince ?? before?.askedAt ?? at,
    nextCheckAt: at + (QUESTION_REMINDERS_MS[0] ?? QUESTION_LIFETIME_MS),
    remindersGiven: 0,
    leaseExtensionMs: (before?.leaseExtensionMs ?? 0) + LEASE_EXTENSION_MS,
  };
}

/**
 * Keeps the question in the conversation, stops the clock of the tasks people hold, and tells the requester that it is
 * their turn.
 */
export async function stopClock(moment: Moment, request: Doc<"requests">): Promise<void> {
  const { openQuestion: question } = request;
  if (!question) return;
  await moment.ctx.db.insert("requestComments", {
    requestId: request._id,
    authorId: question.askedById,
    visibility: "public",
    body: question.question,
    mentionIds: [],
    attachments: [],
    isAnswer: false,
    isQuestion: true,
    createdAt: moment.at,
  });
  await moveLeases(moment, request, LEASE_EXTENSION_MS);
  await tellRequester(moment, request, "has a question about");
}

/**
 * Lets the clock go on: what stood still moves by the time that passed, and the requester is no longer asked. Answers
 * the request without its question.
 */
export async function startClock(step: Step, request: Doc<"requests">, reason: string): Promise<Doc<"requests">> {
  const { openQuestion: question } = request;
  if (!question) return request;
  const pausedMs = step.at - (question.pausedSince ?? question.askedAt);
  await moveLeases(step, request, pausedMs - (question.leaseExtensionMs ?? pausedMs));
  const changes = {
    openQuestion: undefined,
    dueAt: request.dueAt === undefined ? undefined : request.dueAt + pausedMs,
  };
  const resumed = await updateRequest(step.ctx, request, changes, {
    ...step.by,
    action: "request.resumed",
    at: step.at,
    context: { pausedMs, reason },
  });
  await closeNotices(step.ctx, { subjectId: request._id, kinds: ["request.infoAsked"], reason, at: step.at });
  return resumed;
}

/** Takes the open question back, because it was approved without the answer, and tells the requester. */
export async function withdrawQuestion(step: Step, request: Doc<"requests">): Promise<void> {
  const { openQuestion: question } = request;
  if (!question) return;
  await startClock(step, request, "Approved without the answer");
  await notify(step.ctx, {
    recipientId: request.requesterId,
    kind: "request.progress",
    subject: subjectOf(request),
    title: `Your answer is no longer needed: ${request.key}`,
    body: `It was approved without it. You were asked: ${shorten(question.question, 200)}`,
    to: pathTo("request", { id: request.key }),
    because: "You are the requester",
    at: step.at,
  });
}

/** Tells the requester about the open question; `does` is what the asker does. */
export async function tellRequester({ ctx, at }: Moment, request: Doc<"requests">, does: string): Promise<void> {
  const { openQuestion: question } = request;
  if (!question) return;
  await notify(ctx, {
    recipientId: request.requesterId,
    kind: "request.infoAsked",
    subject: subjectOf(request),
    title: `${await nameOf(ctx, question.askedById)} ${does} ${request.key}`,
    body: shorten(question.question, 200),
    to: pathTo("request", { id: request.key }),
    because: "You are the requester; the request is waiting for your answer",
    at,
  });
}

/** Moves the leases and due dates of the tasks people hold. What a machine does is not held up by a question. */
async function moveLeases({ ctx }: Moment, request: Doc<"requests">, byMs: number): Promise<void> {
  if (byMs === 0) return;
  for (const task of await tasksOf(ctx, request._id)) {
    const executor = typeOf(task.type)?.executor;
    if (
      task.status !== "Running" ||
      task.leaseUntil === undefined ||
      (executor !== "approval" && executor !== "manual")
    )
      continue;
    // Only times move: the pause itself is in the request's events.
    const dueAt = task.dueAt === undefined ? undefined : task.dueAt + byMs;
    await ctx.db.patch(task._id, { leaseUntil: task.leaseUntil + byMs, dueAt });
  }
}

/** A request as what a notification is about. */
export function subjectOf(request: Pick<Doc<"requests">, "_id" | "key" | "title">) {
  return { type: "request", id: request._id, label: `${request.key} ${request.title}` };
}
