/** What becomes of a question to the requester: an answer, two reminders, or after 14 days the end of the request. */

import type { Doc } from "../../_generated/dataModel";
import { wordsOfActor } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { updateRequest } from "../../core/requests/model";
import type { RequestFields } from "../../core/requests/table";
import { QUESTION_LIFETIME_MS, QUESTION_REMINDERS_MS } from "../../core/shared/rules/may";
import { shorten } from "../../lib/pure/text";
import { pathTo } from "../../site/links";
import { settle } from "../settling/model";
import { startClock, subjectOf, tellRequester } from "../settling/pause";
import { cancelRequest } from "../settling/requestMoves";
import { tellCancelled } from "../settling/telling";
import type { Step } from "../steps/step";

/** Questions looked at per transaction. */
const CHECK_BATCH = 50;

type Question = NonNullable<RequestFields["openQuestion"]>;

/** The answer was given: the question is closed, the clock goes on, and the asker hears of it. */
export async function closeQuestion(step: Step, request: Doc<"requests">, answer: string): Promise<Doc<"requests">> {
  const { openQuestion: question } = request;
  if (!question) return request;
  const answered = await startClock(step, request, "Answered");
  await notify(step.ctx, {
    recipientId: question.askedById,
    kind: "request.answered",
    subject: subjectOf(request),
    title: `${wordsOfActor(step.by)} answered your question in ${request.key}`,
    body: shorten(answer, 200),
    to: pathTo("request", { id: request.key }),
    because: "You asked the question",
    at: step.at,
  });
  return await settle(step, answered);
}

/** Looks after one batch of questions that are due: a reminder, or the end. Says whether more may wait. */
export async function checkQuestions(step: Step): Promise<boolean> {
  const due = await step.ctx.db
    .query("requests")
    .withIndex("by_question_check", (q) => q.gt("openQuestion.nextCheckAt", 0).lte("openQuestion.nextCheckAt", step.at))
    .take(CHECK_BATCH);
  for (const request of due) await checkQuestion(step, request);
  return due.length === CHECK_BATCH;
}

async function checkQuestion(step: Step, request: Doc<"requests">): Promise<void> {
  const { openQuestion: question } = request;
  if (!question) return;
  if (!request.isOpen) {
    // An ended request waits for nobody: one that is found here must not hold up the others.
    await updateRequest(
      step.ctx,
      request,
      { openQuestion: undefined },
      { ...step.by, action: "request.questionClosed", at: step.at },
    );
  } else if (step.at >= question.askedAt + QUESTION_LIFETIME_MS) {
    const reason = "The open question was not answered within 14 days";
    await cancelRequest(step, request, reason);
    await tellCancelled(step, request, reason);
  } else {
    await remindRequester(step, request, question);
  }
}

async function remindRequester(step: Step, request: Doc<"requests">, question: Question): Promise<void> {
  const given = (question.remindersGiven ?? 0) + 1;
  const next = QUESTION_REMINDERS_MS[given] ?? QUESTION_LIFETIME_MS;
  const openQuestion = { ...question, remindersGiven: given, nextCheckAt: question.askedAt + next };
  await updateRequest(
    step.ctx,
    request,
    { openQuestion },
    { ...step.by, action: "request.questionReminded", at: step.at },
  );
  await tellRequester(step, request, "is still waiting for your answer in");
}
