/** Cancelling: somebody ends a request early, and those it is for are told. */

import { wordsOfActor } from "../../core/audit/model";
import { needsCancelReason, whyNotCancel } from "../../core/shared/rules/may";
import { refuseIf } from "../../lib/errors";
import { refuseEmpty, refuseLong } from "../settling/refusals";
import { cancelRequest } from "../settling/requestMoves";
import { tellCancelled } from "../settling/telling";
import type { Visible } from "../steps/circle";
import type { Step } from "../steps/step";

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
