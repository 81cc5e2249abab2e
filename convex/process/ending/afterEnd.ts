/**
 * What follows from the end of a request: the requester owes no answer any more, access becomes a grant, what was done
 * too early is taken back, and tickets that waited for it are support's again.
 */

import type { Doc } from "../../_generated/dataModel";
import { closeNotices } from "../../core/notifications/model";
import { wasDoneByHand } from "../../core/tasks/rules";
import type { Step } from "../steps/step";
import { endWaits } from "../supporting/waits/waiting";
import { planCompensation, tellOfWorkByHand } from "./compensation";
import { forgetDroppedAccount, grantAccess, keepGivenByHand } from "./granting";
import { endGrantsOf } from "./removal";

/** Called once, in the transaction that ends the request. `tasks` are as they were just before. */
export async function afterEnd(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<void> {
  const reason = `The request is ${request.status.toLowerCase()}`;
  await closeNotices(step.ctx, { subjectId: request._id, kinds: ["request.infoAsked"], reason, at: step.at });
  await forgetDroppedAccount(step, request, tasks);
  if (request.status === "Completed") await grantAccess(step, request, tasks);
  else {
    await planCompensation(step, request, tasks);
    const gaveAccess = await keepGivenByHand(step, request, tasks);
    await tellOfWorkByHand(
      step,
      request,
      tasks.filter((task) => wasDoneByHand(task) && !gaveAccess.includes(task)),
    );
    await endGrantsOf(step, request);
  }
  await endWaits(step, request);
}
