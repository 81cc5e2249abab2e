/** Editing the form of a submitted request: decisions about the old form no longer count (R5). */
import type { Doc, Id } from "../../_generated/dataModel";
import { recordEvent } from "../../audit/model";
import { approvalsOf, patchApproval, seatsOf, stepsOf } from "../../approvals/model";
import { refuse } from "../../lib/errors";
import { fingerprint } from "../../lib/pure/fingerprint";
import { updateRequest } from "../../requests/model";
import { isOpen } from "../../requests/rules";
import { activateNextStep } from "../approving/opening";
import { approvalTargets, takeSeat } from "../approving/seating";
import type { Step } from "../step";

/** Changes the form. Open approvals begin anew; once one was approved the form stays as it was approved. */
export async function editForm(step: Step, request: Doc<"requests">, form: Doc<"requests">["form"], editorId: Id<"people">): Promise<Doc<"requests">> {
  if (!isOpen(request.status)) refuse({ code: "wrong-state", status: request.status });
  const approvals = await approvalsOf(step.ctx, request._id);
  if (approvals.some(({ state }) => state === "Approved")) {
    refuse({ code: "wrong-state", status: "approved", message: "The form was approved as it is. Cancel the request and submit it again to change it." });
  }
  const formHash = fingerprint(form);
  if (formHash === request.formHash) return request;
  const changes = { form, formHash, lastEditorId: editorId };
  const edited = await updateRequest(step.ctx, request, changes, { ...step.by, action: "request.formEdited", at: step.at });
  for (const approval of approvals) await restart(step, approval, edited);
  return edited;
}

/** Every step waits again, every seat is given anew; the decisions stay on record with the old form's hash (A7). */
async function restart(step: Step, approval: Doc<"approvals">, request: Doc<"requests">): Promise<void> {
  if (approval.state !== "Pending") return;
  const renewed = await patchApproval(step.ctx, approval, { formHash: request.formHash }, step.at);
  if (approval.openedAt === undefined) return;
  for (const seat of await seatsOf(step.ctx, approval._id)) {
    if (seat.activeTo === undefined || seat.activeTo > step.at) await takeSeat(step, seat, "The form was changed");
  }
  for (const row of await stepsOf(step.ctx, approval._id)) {
    await step.ctx.db.patch(row._id, { state: "Waiting", activatedAt: undefined, endedAt: undefined, nextTimerAt: undefined, exclusions: [] });
  }
  await recordEvent(step.ctx, { ...step.by, action: "approval.restarted", targets: approvalTargets({ approval, request }), occurredAt: step.at });
  await activateNextStep(step, renewed, request);
}
