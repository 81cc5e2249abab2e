/** Cancelling: somebody ends a request early, and those it is for are told. */

import type { Doc } from "../../_generated/dataModel";
import { wordsOfActor } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { needsCancelReason, whyNotCancel } from "../../core/shared/rules/may";
import { refuseIf } from "../../lib/errors";
import { pathTo } from "../../site/links";
import type { Step } from "../settling/model";
import { subjectOf } from "../settling/pause";
import { refuseEmpty, refuseLong } from "../settling/refusals";
import { cancelRequest } from "../settling/requestMoves";
import type { Visible } from "../steps/circle";

/** What somebody says when they end a request, and whether they act for somebody else. */
export interface CancelWish {
  readonly reason: string;
  readonly isImpersonating: boolean;
}

/** Ends a request early: the requester before anything irreversible began, a manager with a reason. */
export async function cancelEarly(
  step: Step,
  { request, tasks, access }: Visible,
  { reason, isImpersonating }: CancelWish,
): Promise<void> {
  // Acting for somebody reaches what is theirs, never what their roles let them do to others.
  const own = isImpersonating ? { ...access, isManager: false } : access;
  refuseIf(whyNotCancel(own, { status: request.status, hasOpenQuestion: request.openQuestion !== undefined }, tasks));
  const given = reason.trim();
  if (needsCancelReason(own)) refuseEmpty(given);
  refuseLong(given);
  const cancelled = await cancelRequest(step, request, given === "" ? reasonUnsaid(step) : given);
  await tellCancelled(step, cancelled, cancelled.cancelReason ?? "");
}

/** What stands where nobody gave a reason: nothing that somebody else would say in the requester's name. */
function reasonUnsaid({ by }: Step): string {
  return by.impersonator ? `Cancelled by ${wordsOfActor(by)}` : "The requester no longer needs it";
}

/** Tells requester and beneficiary that a request they did not cancel themselves is over. */
export async function tellCancelled(step: Step, request: Doc<"requests">, reason: string): Promise<void> {
  for (const recipientId of new Set([request.requesterId, request.beneficiaryId])) {
    if (recipientId === step.by.actor.personId) continue;
    await notify(step.ctx, {
      recipientId,
      kind: "request.cancelled",
      subject: subjectOf(request),
      title: `${request.key} was cancelled`,
      body: reason,
      to: pathTo("request", { id: request.key }),
      because: recipientId === request.requesterId ? "You are the requester" : "The request is for you",
      at: step.at,
    });
  }
}
