/** A hold: an admin stops a request for a while, and lifts the stop. What runs already goes on; nothing new starts. */

import type { Doc, Id } from "../../_generated/dataModel";
import { closeNotices, notify } from "../../core/notifications/model";
import { fullName } from "../../core/people/model";
import { updateRequest } from "../../core/requests/model";
import { whyNotHold, whyNotHoldUntil, whyNotLiftHold } from "../../core/shared/rules/may";
import { refuseIf } from "../../lib/errors";
import { pathTo } from "../../site/links";
import { settle } from "../settling/model";
import { subjectOf } from "../settling/pause";
import { refuseEmpty, refuseLong } from "../settling/refusals";
import { holdRequest } from "../settling/requestMoves";
import type { Visible } from "../steps/circle";
import { holdLifter } from "../steps/holdLifter";
import type { Step } from "../steps/step";

/** What somebody says when they stop a request; without `until` it stays stopped until somebody lifts it. */
export interface HoldWish {
  readonly reason: string;
  readonly until?: number;
}

/** Stops a request, and tells the people it is for. */
export async function putOnHold(
  step: Step,
  { request, access }: Visible,
  person: Doc<"people">,
  wish: HoldWish,
): Promise<void> {
  const reason = wish.reason.trim();
  const { until } = wish;
  refuseEmpty(reason);
  refuseLong(reason);
  refuseIf(whyNotHoldUntil(until, step.at));
  refuseIf(whyNotHold(access, request, step.at));
  await holdRequest(step, request, { reason, personId: person._id, ...(until !== undefined && { until }) });
  for (const recipientId of new Set([request.requesterId, request.beneficiaryId])) {
    if (recipientId === person._id) continue;
    await notify(step.ctx, {
      recipientId,
      kind: "request.held",
      subject: subjectOf(request),
      title: `${fullName(person)} put ${request.key} on hold`,
      body: reason,
      to: pathTo("request", { id: request.key }),
      because: recipientId === request.requesterId ? "You are the requester" : "The request is for you",
      at: step.at,
    });
  }
}

/** Lifts the hold for somebody: what may start starts at once. */
export async function liftHold(step: Step, { request, access }: Visible, personId: Id<"people">): Promise<void> {
  refuseIf(whyNotLiftHold(access, request, await holdLifter(step.ctx, request, personId)));
  const lifted = await updateRequest(
    step.ctx,
    request,
    { hold: undefined },
    { ...step.by, action: "request.holdLifted", at: step.at },
  );
  await closeNotices(step.ctx, {
    subjectId: request._id,
    kinds: ["request.held"],
    reason: "The hold was lifted",
    at: step.at,
  });
  await settle(step, lifted);
}
