/** Telling those whom a request is about how it went. */
import type { Doc } from "../_generated/dataModel";
import { notify } from "../notifications/model";
import { nameOf } from "../people/model";
import type { Step } from "./step";

/** What a task that tells people leaves behind: their names, and the title of what had failed by then. */
export interface Told {
  readonly told: string[];
  readonly failed?: string;
}

/** Tells requester and beneficiary that a request is done, or held up by a task that failed. */
export async function tellHowItWent(step: Step, request: Doc<"requests">, tasks: readonly Doc<"requestTasks">[]): Promise<Told> {
  const failed = tasks.find(({ status }) => status === "Failed");
  const told: string[] = [];
  for (const recipientId of new Set([request.requesterId, request.beneficiaryId])) {
    await notify(step.ctx, {
      recipientId,
      kind: failed ? "request.progress" : "request.completed",
      subject: { type: "request", id: request._id, label: request.key },
      title: failed ? `${request.key} is held up: ${request.title}` : `${request.key} is done: ${request.title}`,
      body: failed ? `“${failed.title}” failed. The portal's admins know and will see to it.` : undefined,
      to: `/requests/${request._id}`,
      because: recipientId === request.requesterId ? "You sent the request" : "The request is for you",
      at: step.at,
    });
    told.push(await nameOf(step.ctx, recipientId));
  }
  return { told, ...(failed && { failed: failed.title }) };
}

/** A request is done after all: whoever was told that it is held up hears the good end too. The task that told them is complete and stays so. */
export async function correctWhatWasTold(step: Step, request: Doc<"requests">, tasks: readonly Doc<"requestTasks">[]): Promise<void> {
  const spokeOfFailure = tasks.some(({ type, output }) => type === "notify" && output?.["failed"] !== undefined);
  if (spokeOfFailure) await tellHowItWent(step, request, tasks);
}
