/** The requester's own reminder to those who have to decide: once a day and step. */

import { recordEvent, wordsOfActor } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { requestTarget } from "../../core/requests/model";
import { isRemindable, whyNotRemind } from "../../core/shared/rules/may";
import { addressOfTask } from "../../core/tasks/model";
import { refuseIf } from "../../lib/errors";
import { pathTo } from "../../site/links";
import { subjectOf } from "../settling/pause";
import { activeSteps, type Visible } from "../steps/circle";
import type { Step } from "../steps/step";

/** Reminds whoever still has to decide; says how many people were told. */
export async function remindDeciders(step: Step, visible: Visible): Promise<number> {
  const { request, approvals, access } = visible;
  const steps = activeSteps(visible);
  refuseIf(
    whyNotRemind(
      access,
      { status: request.status, hasOpenQuestion: request.openQuestion !== undefined },
      steps,
      step.at,
    ),
  );
  const notified = new Set<string>();
  for (const { _id, approvalId } of steps.filter((one) => isRemindable(one, step.at))) {
    await step.ctx.db.patch(_id, { nudgedAt: step.at });
    const approval = approvals.find((one) => one.approval._id === approvalId)?.approval;
    const address = approval ? await addressOfTask(step.ctx, approval.taskId) : approvalId;
    const seats = approvals.flatMap((one) => one.seats).filter(({ stepId, isPending }) => stepId === _id && isPending);
    for (const { personId } of seats) {
      if (notified.has(personId)) continue;
      notified.add(personId);
      await notify(step.ctx, {
        recipientId: personId,
        kind: "approval.reminded",
        subject: subjectOf(request),
        title: `${wordsOfActor(step.by)} reminds you to decide about ${request.key}`,
        body: request.title,
        to: pathTo("approval", { approvalId: address }),
        because: "You are an approver in the step that waits",
        at: step.at,
      });
    }
  }
  const context = { people: notified.size };
  await recordEvent(step.ctx, {
    ...step.by,
    action: "request.decidersReminded",
    targets: [requestTarget(request)],
    context,
    occurredAt: step.at,
  });
  return notified.size;
}
