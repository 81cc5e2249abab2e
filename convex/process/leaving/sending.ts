/**
 * What a removal or its taking back sends: a request of its own, with tasks that carry proof (U14). Two people or one
 * have said yes already, so nobody decides again.
 */

import type { Doc } from "../../_generated/dataModel";
import { ownVersion } from "../../core/catalog/model";
import { placesFor } from "../../core/catalog/places";
import { fillText } from "../../core/catalog/rules/inputs";
import type { OWN_TYPES } from "../../core/catalog/types/index";
import { waitingRemovals } from "../../core/people/removals";
import { loadRequest } from "../../core/requests/model";
import { isOpen } from "../../core/requests/rules";
import type { TaskDraft } from "../../core/tasks/model";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { cancelRequest, submitRequest } from "../settling/requestMoves";
import type { Step } from "../steps/step";

/** Sends what removals and restorals wait for, one batch; says whether more may be waiting. */
export async function sendWaiting(step: Step): Promise<boolean> {
  const waiting = await waitingRemovals(step.ctx);
  for (const removal of waiting) {
    await step.ctx.db.patch(removal._id, { next: undefined });
    if (removal.restoredAt === undefined) await sendRemoval(step, removal);
    else await takeBack(step, removal);
  }
  return waiting.length > 0;
}

async function sendRemoval(step: Step, removal: Doc<"removals">): Promise<void> {
  const { _id, personId, byId, successorId, reason } = removal;
  const form = { requestedFor: personId, successor: successorId, reason };
  const request = await send(step, "portal-removal", { personId, byId, form });
  if (request) await step.ctx.db.patch(_id, { requestId: request._id });
}

/** What is under way of the removal ends, and the sign-in opens again. */
async function takeBack(step: Step, removal: Doc<"removals">): Promise<void> {
  const { _id, personId, requestId, restoredById, byId, restoreReason = "" } = removal;
  const under = requestId && (await loadRequest(step.ctx, requestId));
  if (under && isOpen(under.status)) await cancelRequest(step, under, `They were restored: ${restoreReason}`);
  const form = { requestedFor: personId, reason: restoreReason };
  const request = await send(step, "portal-restore", { personId, byId: restoredById ?? byId, form });
  if (request) await step.ctx.db.patch(_id, { restoreRequestId: request._id });
}

async function send(
  step: Step,
  typeKey: keyof typeof OWN_TYPES,
  {
    personId,
    byId,
    form,
  }: {
    readonly personId: Doc<"people">["_id"];
    readonly byId: Doc<"people">["_id"];
    readonly form: Doc<"requests">["form"];
  },
): Promise<Doc<"requests"> | null> {
  const { ctx, at } = step;
  const person = await ctx.db.get(personId);
  if (!person) return null;
  const { version, definition } = (await ownVersion(ctx, typeKey, at)).version;
  const wanted = placesFor(person, null);
  const places = { form, request: { key: "" }, requester: wanted, beneficiary: wanted };
  const draft = {
    typeId: typeKey,
    templateVersion: version,
    title: fillText(definition.title, places),
    requesterId: byId,
    beneficiaryId: personId,
    businessAreaId: person.businessAreaId,
    form,
    risk: definition.risk,
    dueAt: at + definition.slaHours * HOUR_MS,
  };
  const tasks = definition.tasks.map(
    ({ key, type, order, title, delayDays, isIrreversible, runsAlways }): TaskDraft => ({
      key,
      type,
      order,
      title,
      isIrreversible,
      runsAlways,
      delayMs: delayDays === undefined ? undefined : delayDays * DAY_MS,
    }),
  );
  return await submitRequest(step, draft, tasks);
}
