/**
 * The end of an access: noticed beforehand, taken back when its time comes or an admin says so, and over only when
 * reading it back shows that it is gone. What fails is tried again for as long as it takes, and the owners are told.
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { SYSTEM } from "../../core/audit/model";
import { domainByKey } from "../../core/domains/model";
import { giveNotices, grantsDue, reinstateEarlier, updateGrant } from "../../core/grants/model";
import { nameOfAccess, nameOfGrant } from "../../core/grants/names";
import {
  extendLink,
  extensionPage,
  isToEnd,
  REMOVAL_CLAIM_MS,
  removalRetryMs,
  whyNotRevoke,
} from "../../core/grants/rules";
import { notify } from "../../core/notifications/model";
import { ownersOf } from "../../core/people/holders";
import { loadRequest, requestsFor } from "../../core/requests/model";
import { loadConnectors } from "../../core/services/model";
import { CONNECTOR_LABELS, isConnectorOn } from "../../core/services/rules";
import { addressOfTask, dropPlan, loadTask, tasksOf } from "../../core/tasks/model";
import { changesNothing, executorOf, typeOf } from "../../core/tasks/rules";
import { accessKeyOf, sentNothing } from "../../core/tasks/rules/applied";
import { whyNotEvidence, whyNotReason } from "../../core/tasks/rules/work";
import type { AttemptFailure, TaskFields } from "../../core/tasks/table";
import { refuseIf } from "../../lib/errors";
import type { Proof } from "../../lib/pure/plan";
import { DAY_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import type { MutationStep, Step } from "../steps/step";
import { retireServiceUser } from "./granting";

const CHECK_BATCH = 50;
/** Newest requests for a holder among which extensions are looked for. */
const REQUESTS_LOOKED_AT = 100;

/** How one access is taken back: by an operation of its own, or by taking back the work itself. */
export interface Removal {
  readonly system: string;
  readonly key: string;
  readonly end: { readonly operation: string; readonly input: Readonly<Record<string, unknown>> } | null;
  readonly plan: TaskFields["plan"];
  readonly ref: TaskFields["ref"];
}

/** The access that is to be looked at now; says whether more is waiting. */
export async function dueChecks(step: Step): Promise<{ ids: Id<"grants">[]; hasMore: boolean }> {
  const due = await grantsDue(step.ctx, step.at, CHECK_BATCH);
  return { ids: due.map(({ _id }) => _id), hasMore: due.length === CHECK_BATCH };
}

/** Gives the notices that are due of one access, or begins its removal. */
export async function checkGrant({ ctx, at }: Step, grantId: Id<"grants">): Promise<void> {
  const grant = await ctx.db.get(grantId);
  if (!grant) return;
  if (!isToEnd(grant, at))
    return await giveNotices(ctx, grant, extensionPage(await addressOfTask(ctx, grant.taskId)), at);
  // Should the process die meanwhile, the row comes up again by itself.
  await ctx.db.patch(grantId, { nextCheckAt: at + REMOVAL_CLAIM_MS });
  await ctx.scheduler.runAfter(0, internal.grants.actions.remove, { grantId });
}

/** Asks for an access to end now; where nobody's word did it, the reason says what did. */
export async function askRemoval(
  step: MutationStep,
  grant: Doc<"grants">,
  byId: Id<"people"> | null,
  reason: string,
): Promise<void> {
  refuseIf(whyNotRevoke(grant) ?? whyNotReason(reason));
  const changes = {
    removalAskedAt: step.at,
    ...(byId && { endedById: byId }),
    endReason: reason.trim(),
    nextCheckAt: step.at + REMOVAL_CLAIM_MS,
  };
  await updateGrant(step.ctx, grant, changes, {
    ...step.by,
    at: step.at,
    action: "grant.revokeAsked",
    reason: reason.trim(),
  });
  await step.ctx.scheduler.runAfter(0, internal.grants.actions.remove, { grantId: grant._id });
}

/** What is to be removed, or null when nothing is, or not now. */
export async function beginRemoval(step: Step, grantId: Id<"grants">): Promise<Removal | null> {
  const grant = await step.ctx.db.get(grantId);
  if (!grant || !isToEnd(grant, step.at)) return null;
  const task = await loadTask(step.ctx, grant.taskId);
  if (grant.removalAskedAt === undefined && sentNothing(task)) {
    await endGrant(step, grant, { endReason: STAYS }, { stays: true });
    return null;
  }
  const type = typeOf(task.type);
  const attempts = grant.removalAttempts + 1;
  await step.ctx.db.patch(grantId, { removalAttempts: attempts });
  const hasWay = type?.endsBy !== undefined || task.plan !== undefined;
  if (!type?.connector || executorOf(task) !== "connector" || !hasWay) {
    await removalFailed(step, grantId, BY_HAND);
    return null;
  }
  const connector = (await loadConnectors(step.ctx)).get(type.connector);
  if (connector && !isConnectorOn(connector, step.at)) {
    await removalFailed(step, grantId, {
      ...BY_HAND,
      kind: "transient",
      code: "connector-off",
      message: `${CONNECTOR_LABELS[type.connector]} is switched off, so the access cannot be taken back there for now.`,
    });
    return null;
  }
  const { endsBy } = type;
  const end = endsBy
    ? {
        operation: endsBy.operation,
        input: Object.fromEntries(endsBy.fields.map((field) => [field, task.input[field]])),
      }
    : null;
  // Every attempt is planned again, so each is a piece of work of its own.
  return { system: type.connector, key: `${grantId}-end-${attempts}`, end, plan: task.plan, ref: task.ref };
}

/** Of access for which nothing was sent (R12). Whoever orders its removal has it removed all the same. */
const STAYS =
  "It was there before the request, so nothing was removed: the portal does not take back what it did not give.";

const BY_HAND: AttemptFailure = {
  kind: "admin-fixable",
  code: "by-hand",
  message: "The portal cannot remove this access automatically. An admin removes it manually and reports it here.",
  vendor: null,
  retryAfterMs: null,
};

/** It was taken back and read back. */
export async function removed(step: Step, grantId: Id<"grants">, proof: Proof): Promise<void> {
  const grant = await step.ctx.db.get(grantId);
  if (!grant || !isToEnd(grant, step.at)) return;
  if (!proof.isProven) {
    return await removalFailed(step, grantId, {
      ...BY_HAND,
      kind: "transient",
      code: "not-proven",
      message: "The access was removed, but reading it back still shows it.",
    });
  }
  await endGrant(step, grant, { removalProof: { ...proof } });
}

/** An admin took it back manually, and says what shows it. */
export async function reportRemoved(
  step: Step,
  grant: Doc<"grants">,
  byId: Id<"people">,
  evidence: string,
): Promise<void> {
  refuseIf((isToEnd(grant, step.at) ? null : { code: "wrong-state", status: grant.state }) ?? whyNotEvidence(evidence));
  const endReason = `Removed manually: ${evidence.trim()}`;
  await endGrant(step, grant, { endReason, endedById: byId });
}

async function endGrant(
  step: Step,
  grant: Doc<"grants">,
  found: Partial<Pick<Doc<"grants">, "removalProof" | "endReason" | "endedById" | "removalAskedAt">>,
  { stays = false } = {},
): Promise<void> {
  const isRevoked = (found.removalAskedAt ?? grant.removalAskedAt) !== undefined;
  const state = isRevoked ? ("Revoked" as const) : ("Expired" as const);
  const changes = { ...found, state, endedAt: step.at, nextCheckAt: undefined, removalError: undefined };
  const ended = await updateGrant(step.ctx, grant, changes, {
    ...step.by,
    at: step.at,
    action: stays ? "grant.leftInPlace" : isRevoked ? "grant.revoked" : "grant.expired",
  });
  const request = await loadRequest(step.ctx, grant.requestId);
  if (!stays) await retireServiceUser(step, request);
  const { description } = await nameOfAccess(step.ctx, request, grant);
  await notify(step.ctx, {
    recipientId: grant.beneficiaryId,
    kind: isRevoked ? "access.revoked" : "access.expired",
    subject: { type: "grant", id: grant._id, label: description },
    title: stays ? `The request for your access has ended: ${description}` : `Your access has ended: ${description}`,
    body: isRevoked || stays ? ended.endReason : "Its time was over.",
    to: extendLink(request),
    at: step.at,
  });
  if (!stays) await planAgain(step, ended);
}

/** What open requests would do about the same access is planned again: while it was held, that was nothing. */
async function planAgain(step: Step, { beneficiaryId, system, accessKey }: Doc<"grants">): Promise<void> {
  const open = (await requestsFor(step.ctx, beneficiaryId, REQUESTS_LOOKED_AT)).filter(({ isOpen }) => isOpen);
  for (const request of open) {
    const waiting = (await tasksOf(step.ctx, request._id)).filter(({ status }) => status === "Not Started");
    const outdated = waiting.filter((task) => changesNothing(task) && accessKeyOf(task, system) === accessKey);
    for (const task of outdated)
      await dropPlan(step.ctx, task, {
        ...step.by,
        at: step.at,
        reason: "The access it would have extended has ended",
      });
    if (outdated.length === 0) continue;
    await step.executor.plan?.(request._id);
    await step.executor.follow?.(request._id);
  }
}

/** It could not be taken back: noted, told, and tried again. */
export async function removalFailed(step: Step, grantId: Id<"grants">, failure: AttemptFailure): Promise<void> {
  const grant = await step.ctx.db.get(grantId);
  if (!grant || !isToEnd(grant, step.at)) return;
  const waitMs =
    failure.code === BY_HAND.code ? DAY_MS : Math.max(removalRetryMs(grant.removalAttempts), failure.retryAfterMs ?? 0);
  const changes = { removalError: failure.message, nextCheckAt: step.at + waitMs };
  await updateGrant(step.ctx, grant, changes, { ...step.by, at: step.at, action: "grant.removalFailed" });
  const { description } = await nameOfGrant(step.ctx, grant);
  const admins = new Set((await ownersOf(step.ctx)).map(({ _id }) => _id));
  const taskId = await addressOfTask(step.ctx, grant.taskId);
  for (const recipientId of new Set([...admins, ...(await domainOwnersOf(step, grant))])) {
    await notify(step.ctx, {
      recipientId,
      kind: "grant.removalFailed",
      subject: { type: "grant", id: grant._id, label: description },
      title: `Access could not be removed: ${description}`,
      body: failure.message,
      to: pathTo(admins.has(recipientId) ? "taskAsAdmin" : "task", { taskId }),
      isCritical: true,
      at: step.at,
    });
  }
}

/** Whoever owns the data domain of the request now. */
async function domainOwnersOf(step: Step, grant: Doc<"grants">): Promise<readonly Id<"people">[]> {
  const { domainKey } = await loadRequest(step.ctx, grant.requestId);
  const domain = domainKey === undefined ? null : await domainByKey(step.ctx, domainKey);
  return domain?.ownerIds ?? [];
}

/**
 * The request ended early: the access it had given ends too. Where it had only extended earlier access, that
 * goes on to its own end. Else it is over when its work was taken back: by the compensation, or as at any other end.
 */
export async function endGrantsOf(step: Step, request: Doc<"requests">): Promise<void> {
  const given = await step.ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", request._id))
    .first();
  if (!given || given.endedAt !== undefined || given.removalAskedAt !== undefined) return;
  const by = { ...SYSTEM, at: step.at };
  const endReason = `The request ended as ${request.status}`;
  if ((await reinstateEarlier(step.ctx, given, by)) > 0) {
    await updateGrant(
      step.ctx,
      given,
      { state: "Revoked", endedAt: step.at, nextCheckAt: undefined, endReason },
      { ...by, action: "grant.revoked" },
    );
    return;
  }
  const task = await loadTask(step.ctx, given.taskId);
  if (sentNothing(task)) {
    const found = { removalAskedAt: step.at, endReason: `${endReason}. ${STAYS}` };
    return await endGrant(step, given, found, { stays: true });
  }
  const nextCheckAt = task.compensationDueAt === undefined ? step.at : undefined;
  await updateGrant(
    step.ctx,
    given,
    { removalAskedAt: step.at, nextCheckAt, endReason },
    { ...by, action: "grant.revokeAsked" },
  );
}

/** The access that a task's work is, when it is asked to end; else null. */
export async function endingAccessOf(step: Step, taskId: Id<"requestTasks">): Promise<Doc<"grants"> | null> {
  const grant = await step.ctx.db
    .query("grants")
    .withIndex("by_task", (q) => q.eq("taskId", taskId))
    .order("desc")
    .first();
  return grant && isToEnd(grant, step.at) ? grant : null;
}
