/** Tasks the portal does itself: telling people, setting the end of an access, reading back what was done. */

import type { Id } from "../../_generated/dataModel";
import { loadRequest } from "../../core/requests/model";
import { tasksOf } from "../../core/tasks/model";
import { typeOf, workToVerify } from "../../core/tasks/rules";
import type { TaskFields } from "../../core/tasks/table";
import type { Proof } from "../../lib/pure/plan";
import { joinProofs, type ReadBack } from "../../lib/pure/proof";
import { momentUtc } from "../../lib/pure/time";
import { grantAccess } from "../ending/granting";
import { completeTask } from "../settling/model";
import { failTask, holdsLease, keepLateResult, putBackTask } from "../settling/taskMoves";
import { tellHowItWent } from "../settling/telling";
import type { Step } from "../steps/step";
import { openAccount } from "./accounts";
import { putBackBeforeTouch } from "./execution";
import { readHandOver } from "./handOver";
import { beginReading, beginSignInTask, errandOf } from "./signIn";

/** Does a task that needs nothing but the database. */
export async function runPortalTask(step: Step, taskId: Id<"requestTasks">, attempt: number): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, step.at)) return;
  const request = await loadRequest(step.ctx, task.requestId);
  const tasks = await tasksOf(step.ctx, request._id);
  const errand = errandOf(task);
  if (task.type === "notify") {
    const notified = await tellHowItWent(step, request, task, tasks);
    if (notified) await completeTask(step, task, { ...notified });
    else await putBackTask(step, task, "An earlier task is tried again");
  } else if (task.type === "schedule_expiry") {
    const grant = await grantAccess(step, request, tasks);
    const text =
      grant?.expiresAt === undefined
        ? "The access has no end date"
        : `The access ends at ${momentUtc(grant.expiresAt)}`;
    await completeTask(step, task, { note: text, ...(grant && { grantId: grant._id }) });
  } else if (task.type === "open_account") {
    await openAccount(step, task, request);
  } else if (task.type === "hand_over") {
    await readHandOver(step, task, request);
  } else if (task.type === "verify") {
    await beginReading(step, task);
  } else if (errand) {
    await beginSignInTask(step, task, request, errand);
  } else {
    await failTask(step, task, {
      outcome: "error",
      error: `The portal does not know how to do "${task.type}".`,
      isFinal: true,
    });
  }
}

/** One piece of work to be read back. */
export interface Verification {
  readonly system: string;
  readonly ref: NonNullable<TaskFields["ref"]>;
}

/**
 * What a task that verifies has to read: everything connectors did for the request and that still stands. Null when it
 * is not its turn, or one of the systems must not be touched.
 */
export async function beginVerification(
  step: Step,
  taskId: Id<"requestTasks">,
  attempt: number,
): Promise<Verification[] | null> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, step.at) || (await putBackBeforeTouch(step, task))) return null;
  const inOrder = workToVerify(await tasksOf(step.ctx, task.requestId)).toSorted(
    (a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0),
  );
  return inOrder.flatMap(({ type, ref }) => {
    const system = typeOf(type)?.connector;
    return ref && system ? [{ system, ref }] : [];
  });
}

/** What was read back of each piece of work: complete when all of it is as the request left it, else failed (R6). */
export async function finishVerification(
  step: Step,
  taskId: Id<"requestTasks">,
  attempt: number,
  found: readonly ReadBack[],
): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  if (!task) return;
  const proof = joinProofs(found, step.at);
  // Of what people did instead no system tells, and no facts prove nothing.
  const isNothing = proof.facts.length === 0;
  const good = isNothing ? "There was nothing to read back" : "Everything is as the request left it";
  const detail = proof.isProven ? good : differences(proof);
  if (!holdsLease(task, attempt, step.at))
    return await keepLateResult(step, task, { attempt, status: proof.isProven ? "Complete" : "Failed", detail });
  const kept = { ...proof };
  if (isNothing) await completeTask(step, task, { note: detail });
  else if (proof.isProven)
    await completeTask(step, task, { note: `${detail}, read at ${momentUtc(step.at)}` }, { proof: kept });
  else await failTask(step, task, { outcome: "error", error: detail, proof: kept });
}

function differences({ facts }: Proof): string {
  const wrong = facts.filter(({ expected, actual }) => expected !== actual);
  return wrong
    .slice(0, 3)
    .map(({ subject, expected, actual }) => `${subject} should be "${expected}" and is "${actual}".`)
    .join(" ");
}
