/**
 * Tasks on the portal's own sign-in (U14): the sign-in service is given an order, carries it out in its store, reads
 * back what is there, and reports. The task is done by what was read, never by the order.
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  mayTake,
  orderSignIn,
  type SignInErrand,
  type SignInFound,
  waitsForAnother,
  whyNotErrand,
} from "../../core/people/signInOrders";
import { loadRequest } from "../../core/requests/model";
import { tasksOf } from "../../core/tasks/model";
import { typeOf } from "../../core/tasks/rules";
import type { Proof } from "../../lib/pure/plan";
import { momentUtc } from "../../lib/pure/time";
import { completeTask } from "../settling/model";
import { failTask, holdsLease } from "../settling/taskMoves";
import type { Step } from "../steps/step";
import { leave } from "./leaving";

/** What an errand is meant to leave behind: an account nobody has cannot be disabled, and nobody comes in by it. */
const WANTED: Readonly<Record<Exclude<SignInErrand, "read">, readonly SignInFound["account"][]>> = {
  disable: ["disabled", "none"],
  delete: ["none"],
  enable: ["enabled"],
};

/** The errand of a task on the sign-in, or null for any other task. */
export function errandOf({ type }: Pick<Doc<"requestTasks">, "type">): Exclude<SignInErrand, "read"> | null {
  const known = typeOf(type);
  if (known?.builtIn !== "signIn") return null;
  return known.operation as Exclude<SignInErrand, "read">; // as its manifest lists them
}

/** The tasks of a request that changed its person's sign-in, in the order in which they ended. */
export function signInWork(tasks: readonly Doc<"requestTasks">[]): Doc<"requestTasks">[] {
  return tasks
    .filter((task) => errandOf(task) !== null && task.status === "Complete" && task.proof !== undefined)
    .toSorted((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
}

/** Has the sign-in service do a task, to the account of whoever the request is for and of nobody else (R7). */
export async function beginSignInTask(
  step: Step,
  task: Doc<"requestTasks">,
  request: Doc<"requests">,
  errand: Exclude<SignInErrand, "read">,
): Promise<void> {
  const no = errand === "enable" ? null : await leave(step, request);
  if (no !== null) return await stop(step, task, no);
  const person = await step.ctx.db.get(request.beneficiaryId);
  const late = person && whyNotErrand(errand, person.status);
  if (!person || late !== null) return await stop(step, task, late ?? "They are no longer there.");
  await orderSignIn(step.ctx, person, { errand, taskId: task._id, attempt: task.attempt, at: step.at });
}

/** Has the sign-in service read what a task that verifies compares. */
export async function beginReading(step: Step, task: Doc<"requestTasks">): Promise<void> {
  const { beneficiaryId } = await loadRequest(step.ctx, task.requestId);
  const person = await step.ctx.db.get(beneficiaryId);
  if (person)
    await orderSignIn(step.ctx, person, { errand: "read", taskId: task._id, attempt: task.attempt, at: step.at });
}

/** The sign-in service takes an order over; one that does not stand any more ends its task. */
export async function takeSignInOrder(step: Step, orderId: Id<"signInOrders">): Promise<boolean> {
  const order = await step.ctx.db.get(orderId);
  if (!order || !mayTake(order, step.at) || (await waitsForAnother(step.ctx, order, step.at))) return false;
  const person = await step.ctx.db.get(order.personId);
  const task = await runningTask(step, order);
  const no = person ? whyNotErrand(order.errand, person.status) : "They are no longer there.";
  if (no === null && task) {
    await step.ctx.db.patch(orderId, { takenAt: step.at });
    return true;
  }
  await step.ctx.db.delete(orderId);
  if (task && no !== null) await stop(step, task, no);
  return false;
}

/** What the sign-in service read after it did an order: this alone ends the task. */
export async function finishSignInOrder(step: Step, orderId: Id<"signInOrders">, found: SignInFound): Promise<void> {
  const order = await step.ctx.db.get(orderId);
  if (!order) return;
  await step.ctx.db.delete(orderId);
  const task = await runningTask(step, order);
  if (!task) return;
  if (order.errand === "read") return await goOnVerifying(step, task, order, found);
  const proof = proofOf(order.email, WANTED[order.errand], found, step.at);
  if (proof.isProven)
    await completeTask(
      step,
      task,
      { note: `${NOTES[order.errand]}, read at ${momentUtc(step.at)}` },
      { proof: { ...proof } },
    );
  else
    await failTask(step, task, {
      outcome: "error",
      error: "Reading the sign-in back does not show what was done.",
      proof: { ...proof },
    });
}

const NOTES: Readonly<Record<Exclude<SignInErrand, "read">, string>> = {
  disable: "Nobody signs in with the account",
  delete: "The account is gone",
  enable: "The account opens again, and nothing from before does",
};

/** The read-back of the sign-in goes on to those of outside systems, as one proof. */
async function goOnVerifying(
  { ctx, at }: Step,
  { _id: taskId, attempt, requestId }: Doc<"requestTasks">,
  { email }: Doc<"signInOrders">,
  found: SignInFound,
): Promise<void> {
  const last = signInWork(await tasksOf(ctx, requestId)).at(-1);
  const errand = last && errandOf(last);
  const proof = errand ? proofOf(email, WANTED[errand], found, at) : null;
  const own = proof ? [{ changes: [], proof: { ...proof } }] : [];
  await ctx.scheduler.runAfter(0, internal.workflow.actions.verifyTask, { taskId, attempt, found: own });
}

function proofOf(email: string, wanted: readonly SignInFound["account"][], found: SignInFound, readAt: number): Proof {
  const account = wanted.includes(found.account) ? found.account : (wanted[0] ?? "none");
  const facts = [
    { subject: `Portal sign-in of ${email}`, expected: account, actual: found.account },
    { subject: `Open sessions of ${email}`, expected: "0", actual: String(found.sessions) },
    { subject: `Mailed links of ${email} that still work`, expected: "0", actual: String(found.links) },
  ];
  return { isProven: facts.every(({ expected, actual }) => expected === actual), facts, readAt };
}

async function runningTask(step: Step, { taskId, attempt }: Doc<"signInOrders">): Promise<Doc<"requestTasks"> | null> {
  const task = await step.ctx.db.get(taskId);
  return task && holdsLease(task, attempt, step.at) ? task : null;
}

async function stop(step: Step, task: Doc<"requestTasks">, error: string): Promise<void> {
  await failTask(step, task, { outcome: "error", error, isFinal: true });
}
