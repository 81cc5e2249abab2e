/**
 * What a removal or its taking back sends: a request of its own, with tasks that carry proof (U14). Two people or one
 * have said yes already, so nobody decides again.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { recordEvent } from "../../core/audit/model";
import { ownVersion } from "../../core/catalog/model";
import { placesFor } from "../../core/catalog/places";
import { fillText } from "../../core/catalog/rules/inputs";
import type { OWN_TYPES } from "../../core/catalog/types/index";
import { notify } from "../../core/notifications/model";
import { fullName } from "../../core/people/model";
import {
  dueRemovals,
  latestRemovalOf,
  noteSettled,
  noteTry,
  noteWaiting,
  SEND_TRIES,
} from "../../core/people/removals";
import { loadRequest, requestsFor } from "../../core/requests/model";
import { isOpen } from "../../core/requests/rules";
import { type TaskDraft, tasksOf } from "../../core/tasks/model";
import { hasBegun, LEASE_GRACE_MS, typeOf } from "../../core/tasks/rules";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import { PAGES } from "../../site/pages";
import { cancelRequest, submitRequest } from "../settling/requestMoves";
import { tellOwners } from "../steps/owners";
import type { Step } from "../steps/step";

/**
 * Begins what removals and restorals wait for: each is sent in a transaction of its own, so that one that throws holds
 * up no other. One that was tried often enough is given up.
 */
export async function beginDue(step: Step, send: (removalId: Id<"removals">) => Promise<unknown>): Promise<boolean> {
  const due = await dueRemovals(step.ctx, step.at);
  for (const removal of due) {
    if ((removal.tries ?? 0) >= SEND_TRIES) await giveUp(step, removal);
    else {
      await noteTry(step.ctx, removal, step.at);
      await send(removal._id);
    }
  }
  return due.length > 0;
}

/** Sends what one removal or restoral waits for; nothing where another try was faster. */
export async function sendDue(step: Step, removalId: Id<"removals">): Promise<void> {
  const removal = await step.ctx.db.get(removalId);
  if (!removal?.next) return;
  const person = await step.ctx.db.get(removal.personId);
  if (!person) return await giveUp(step, removal);
  await noteSettled(step.ctx, removalId);
  if (removal.restoredAt === undefined) await sendRemoval(step, removal, person);
  else await takeBack(step, removal, person);
}

/** It was not sent and is not tried again: the history says so, and whoever started it is told what is left to do. */
async function giveUp(step: Step, removal: Doc<"removals">): Promise<void> {
  const { ctx, at, by } = step;
  const { _id, personId, tries = 0, next } = removal;
  await noteSettled(ctx, _id);
  const person = await ctx.db.get(personId);
  const target = { type: "person", id: personId, ...(person && { label: fullName(person) }) };
  const [action, done] =
    next === "restore" ? ["person.restoreNotSent", "restored"] : ["person.removalNotSent", "removed"];
  const context = person ? { tries } : { missing: "person" };
  await recordEvent(ctx, { ...by, action, targets: [target], context, occurredAt: at });
  const whose = person ? fullName(person) : `somebody you ${done}`;
  const notice = {
    kind: "person.notCarriedOut",
    subject: { type: "person", id: personId, label: person?.email ?? "Somebody who is gone" },
    step: action,
    title: `The sign-in of ${whose} was not ${next === "restore" ? "enabled" : "disabled"}`,
    body: person ? WHAT_IS_LEFT[next ?? "remove"](tries) : "The portal no longer knows them.",
    to: person ? pathTo("person", { personId }) : PAGES.users.path,
  };
  const startedById = next === "restore" ? (removal.restoredById ?? removal.byId) : removal.byId;
  const startedBy = await ctx.db.get(startedById);
  if (startedBy?.status === "active") await notify(ctx, { ...notice, recipientId: startedById, at });
  else await tellOwners(step, notice);
}

const WHAT_IS_LEFT = {
  remove: (tries: number) =>
    `The request that does it could not be sent in ${tries} attempts. They are removed and nobody signs in as them. Restore them and remove them again once the cause is fixed.`,
  restore: (tries: number) =>
    `The request that does it could not be sent in ${tries} attempts. They cannot sign in yet. Remove them and restore them again once the cause is fixed.`,
} as const;

async function sendRemoval(step: Step, removal: Doc<"removals">, person: Doc<"people">): Promise<void> {
  const { _id, personId, byId, successorId, reason } = removal;
  const form = { requestedFor: personId, successor: successorId, reason };
  const request = await send(step, "portal-removal", { person, byId, form });
  await step.ctx.db.patch(_id, { requestId: request._id });
}

/**
 * What is under way of the removal ends, and the sign-in opens again: once nothing of it is at work any more, for what
 * answers late would undo it. Whoever was removed again meanwhile is not brought back.
 */
async function takeBack(step: Step, removal: Doc<"removals">, person: Doc<"people">): Promise<void> {
  const { _id, personId, requestId, restoredById, byId, restoreReason = "" } = removal;
  const isRemovedAgain = (await latestRemovalOf(step.ctx, personId))?._id !== _id;
  const leaving = isRemovedAgain || removal.waitsFor ? NOT_LEAVING : await leavingOf(step.ctx, person);
  const own = requestId && (await loadRequest(step.ctx, requestId));
  for (const under of new Map([...(own ? [own] : []), ...leaving.open].map((one) => [one._id, one])).values())
    if (isOpen(under.status)) await cancelRequest(step, under, `They were restored: ${restoreReason}`);
  if (isRemovedAgain) return;
  const waitsFor = removal.waitsFor ?? leaving.atWork;
  const enables = removal.enables ?? leaving.disabled;
  if (waitsFor && !(await isOver(step, waitsFor)))
    return await noteWaiting(step.ctx, _id, { waitsFor, ...(enables !== null && { enables }), at: step.at });
  const form = { requestedFor: personId, reason: restoreReason };
  const wish = { person, byId: restoredById ?? byId, form, enables };
  const request = await send(step, "portal-restore", wish);
  await step.ctx.db.patch(_id, { restoreRequestId: request._id });
}

/** Whether each of these tasks has answered, or whoever worked on it is taken for dead. */
async function isOver({ ctx, at }: Step, { tasks, until }: NonNullable<Leaving["atWork"]>): Promise<boolean> {
  if (at >= until) return true;
  const rows = await Promise.all(tasks.map(({ id }) => ctx.db.get(id)));
  return rows.every((row, index) => row === null || row.lateResult?.attempt === tasks[index]?.attempt);
}

/** What is under way to end somebody's user in Snowflake. */
interface Leaving {
  readonly open: readonly Doc<"requests">[];
  /** The user it disabled already, or is disabling. */
  readonly disabled: string | null;
  /** What works on the user at this moment, and when it is taken for dead. */
  readonly atWork: Doc<"removals">["waitsFor"];
}

const NOT_LEAVING: Leaving = { open: [], disabled: null, atWork: undefined };

/** Requests of somebody that are looked through for what ends their user. */
const MAX_LEAVING = 200;

/** What is under way to end somebody's user in Snowflake, so that none of it drops the user of whoever is back. */
async function leavingOf(ctx: Step["ctx"], { _id, snowflakeUser }: Doc<"people">): Promise<Leaving> {
  const open: Doc<"requests">[] = [];
  const atWork: Doc<"requestTasks">[] = [];
  let disabled: string | null = null;
  for (const request of await requestsFor(ctx, _id, MAX_LEAVING)) {
    if (snowflakeUser === undefined || !isOpen(request.status)) continue;
    const ends = (await tasksOf(ctx, request._id)).filter(
      ({ type, input }) =>
        ["disabled", "dropped"].includes(typeOf(type)?.account ?? "") && input["user"] === snowflakeUser,
    );
    if (ends.length === 0) continue;
    open.push(request);
    atWork.push(...ends.filter(({ status, applyBegunAt }) => status === "Running" && applyBegunAt !== undefined));
    if (ends.some((task) => typeOf(task.type)?.account === "disabled" && hasBegun(task))) disabled = snowflakeUser;
  }
  const tasks = atWork.map(({ _id: id, attempt }) => ({ id, attempt }));
  const until = Math.max(...atWork.map(({ leaseUntil = 0 }) => leaseUntil + LEASE_GRACE_MS));
  return { open, disabled, atWork: tasks.length === 0 ? undefined : { tasks, until } };
}

async function send(
  step: Step,
  typeKey: keyof typeof OWN_TYPES,
  {
    person,
    byId,
    form,
    enables = null,
  }: {
    readonly person: Doc<"people">;
    readonly byId: Id<"people">;
    readonly form: Doc<"requests">["form"];
    /** The user in Snowflake that was disabled and is enabled again. */
    readonly enables?: string | null;
  },
): Promise<Doc<"requests">> {
  const { ctx, at } = step;
  const { version, definition } = (await ownVersion(ctx, typeKey, at)).version;
  const wanted = placesFor(person, null);
  const places = { form, request: { key: "" }, requester: wanted, beneficiary: wanted };
  const draft = {
    typeId: typeKey,
    templateVersion: version,
    title: fillText(definition.title, places),
    requesterId: byId,
    beneficiaryId: person._id,
    businessAreaId: person.businessAreaId,
    form,
    risk: definition.risk,
    dueAt: at + definition.slaHours * HOUR_MS,
  };
  const wantedTasks = definition.tasks.filter(({ type }) => typeOf(type)?.account !== "enabled" || enables !== null);
  const tasks = wantedTasks.map(({ key, type, order, title, delayDays, isIrreversible, runsAlways }): TaskDraft => ({
    key,
    type,
    order,
    title,
    isIrreversible,
    runsAlways,
    ...(typeOf(type)?.account === "enabled" && { input: { user: enables } }),
    delayMs: delayDays === undefined ? undefined : delayDays * DAY_MS,
  }));
  return await submitRequest(step, draft, tasks);
}
