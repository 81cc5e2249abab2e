/**
 * Everything that waits for one person, as one list: decisions, answers, tasks that are theirs or that they may take,
 * reviews.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isAdministrator } from "../../core/approvals/administering";
import type { Decider } from "../../core/approvals/guardFacts";
import { nameOf } from "../../core/people/model";
import { requestsOf } from "../../core/requests/model";
import { titleFor } from "../../core/requests/rules";
import { answerWhy, approvalWhy, inWaitingOrder, reviewWhy } from "../../core/shared/rules/home";
import { QUESTION_LIFETIME_MS } from "../../core/shared/rules/may";
import { tasksHeldBy } from "../../core/tasks/model";
import { tasksOfferedTo } from "../../core/tasks/offers";
import { executorOf } from "../../core/tasks/rules";
import { taskAddress } from "../../core/tasks/rules/address";
import { shorten } from "../../lib/pure/text";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { pathTo } from "../../site/links";
import { reviewsFor, waitingFor } from "../approval/approvalList";
import { waitingRow, type WaitingRow } from "../approval/waitingRow";

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests looked through for open questions: the newest of a person. */
const EXAMINED_REQUESTS = 100;
/** Tasks of one status that are read. */
const EXAMINED_TASKS = 50;
/** A reason is quoted up to here: three lines on a phone. */
const QUOTED = 240;
/** Tasks a person may take that are read: the oldest. */
const EXAMINED_OFFERS = 100;

export const waitingKind = v.union(
  v.literal("approval"),
  v.literal("answer"),
  v.literal("task"),
  v.literal("offer"),
  v.literal("review"),
);

const { reason, beneficiary, requester, capacity, duration, sensitivity, approved, required } = waitingRow.fields;

/** What a decision can be made by: why it is asked for, for whom, how far it goes, and in which capacity. */
export const waitingDecision = v.object({
  reason,
  beneficiary,
  requester,
  capacity,
  duration,
  sensitivity,
  approved,
  required,
  /** Nobody decided in time. */
  isEscalated: v.boolean(),
});

export const waitingItem = v.object({
  kind: waitingKind,
  id: v.string(),
  /** The page where it is done. */
  to: v.string(),
  title: v.string(),
  requestKey: v.string(),
  /** The type of the request. */
  typeKey: v.string(),
  /** The request a task belongs to; null where the title is the request's own. */
  requestTitle: nullableString,
  why: v.string(),
  since: timestamp,
  dueAt: nullableTimestamp,
  isHighRisk: v.boolean(),
  /** Put out of sight by the person until then. */
  snoozedUntil: nullableTimestamp,
  /** Of an approval; null of everything else. */
  decision: v.union(v.null(), waitingDecision),
});
export type WaitingItem = Infer<typeof waitingItem>;

export const comingItem = v.object({
  id: v.id("requestTasks"),
  /** How its page is named in addresses. */
  address: v.string(),
  title: v.string(),
  requestKey: v.string(),
  requestTitle: v.string(),
});

/** What waits for a person now, the most urgent first, and the tasks that will. */
export async function waitingOn(
  ctx: ReadCtx,
  decider: Decider,
  now: number,
): Promise<{ items: WaitingItem[]; comingUp: Infer<typeof comingItem>[] }> {
  const { person } = decider;
  const items = [
    ...(await decisions(ctx, decider, now)),
    ...(await questions(ctx, person)),
    ...(await ownTasks(ctx, person._id)),
    ...(await offers(ctx, person._id)),
    ...(isAdministrator(person) ? await reviews(ctx, person) : []),
  ];
  return { items: inWaitingOrder(items), comingUp: await comingUp(ctx, person._id) };
}

/** Decisions the person has a seat for. While the requester is asked something they wait for the requester instead. */
async function decisions(ctx: ReadCtx, decider: Decider, now: number): Promise<WaitingItem[]> {
  const { rows } = await waitingFor(ctx, decider, { now });
  return rows
    .filter(({ isPaused }) => !isPaused)
    .map((row) => ({
      kind: "approval",
      id: row.approvalId,
      to: pathTo("approval", { approvalId: row.address }),
      title: row.title,
      requestKey: row.requestKey,
      typeKey: row.type.key,
      requestTitle: null,
      why: approvalWhy({ ...row, type: row.type.name }),
      since: row.activeFrom,
      dueAt: row.expireAt,
      isHighRisk: row.isHighRisk,
      snoozedUntil: row.snoozedUntil,
      decision: decisionOf(row),
    }));
}

function decisionOf(row: WaitingRow): Infer<typeof waitingDecision> {
  const { beneficiary, requester, capacity, duration, sensitivity, approved, required } = row;
  return {
    reason: row.reason === null ? null : shorten(row.reason.trim(), QUOTED),
    ...{ beneficiary, requester, capacity, duration, sensitivity, approved, required },
    isEscalated: row.isEscalated || row.source === "escalation",
  };
}

/** Questions about the person's own requests. */
async function questions(ctx: ReadCtx, person: Doc<"people">): Promise<WaitingItem[]> {
  const own = (await requestsOf(ctx, person._id, EXAMINED_REQUESTS)).filter(({ isOpen }) => isOpen);
  const found = own.map(async (request): Promise<WaitingItem[]> => {
    const { _id, key, openQuestion } = request;
    if (!openQuestion) return [];
    const { askedAt, askedById, question } = openQuestion;
    const why = answerWhy(await nameOf(ctx, askedById), question);
    return [
      {
        ...PLAIN,
        kind: "answer",
        id: _id,
        to: pathTo("request", { id: key }),
        title: titleFor(request, person._id),
        requestKey: key,
        typeKey: request.typeId,
        requestTitle: null,
        why,
        since: askedAt,
        dueAt: askedAt + QUESTION_LIFETIME_MS,
      },
    ];
  });
  return (await Promise.all(found)).flat();
}

const PLAIN = { isHighRisk: false, snoozedUntil: null, decision: null } as const;

/** Manual work that is the person's to do now. */
async function ownTasks(ctx: ReadCtx, personId: Id<"people">): Promise<WaitingItem[]> {
  const held = await tasksHeldBy(ctx, personId, "Running", EXAMINED_TASKS);
  return await taskItems(
    ctx,
    personId,
    held.filter((task) => executorOf(task) === "manual"),
    { kind: "task", why: "Assigned to you" },
  );
}

/** Manual work that nobody has, and that the person may take. */
async function offers(ctx: ReadCtx, personId: Id<"people">): Promise<WaitingItem[]> {
  return await taskItems(ctx, personId, await tasksOfferedTo(ctx, personId, EXAMINED_OFFERS), {
    kind: "offer",
    why: "Nobody has it yet and you may take it",
  });
}

async function taskItems(
  ctx: ReadCtx,
  personId: Id<"people">,
  tasks: readonly Doc<"requestTasks">[],
  { kind, why }: Pick<WaitingItem, "kind" | "why">,
): Promise<WaitingItem[]> {
  const items = tasks.map(async (task): Promise<WaitingItem[]> => {
    const request = await ctx.db.get(task.requestId);
    // While the requester is asked something, nothing of the request waits for anybody else.
    if (!request || request.archivedAt !== undefined || request.openQuestion) return [];
    const { _id, title, startedAt, createdAt, dueAt, leaseUntil } = task;
    const waits =
      request.requesterId === personId ? "" : `; ${await nameOf(ctx, request.requesterId)} is waiting for it`;
    return [
      {
        ...PLAIN,
        kind,
        why: why + waits,
        id: _id,
        to: pathTo("task", { taskId: taskAddress(request.key, task) }),
        title,
        requestKey: request.key,
        typeKey: request.typeId,
        requestTitle: titleFor(request, personId),
        since: startedAt ?? createdAt,
        dueAt: dueAt ?? leaseUntil ?? null,
      },
    ];
  });
  return (await Promise.all(items)).flat();
}

/** Emergencies that somebody other than who declared them has to look at. */
async function reviews(ctx: ReadCtx, person: Doc<"people">): Promise<WaitingItem[]> {
  return (await reviewsFor(ctx, person)).map(
    ({ approvalId, address, requestKey, typeKey, title, by, reason, at, dueAt }) => ({
      ...PLAIN,
      kind: "review",
      id: approvalId,
      to: pathTo("approval", { approvalId: address }),
      title,
      requestKey,
      typeKey,
      requestTitle: null,
      why: reviewWhy(by, reason),
      since: at,
      dueAt,
      isHighRisk: true,
    }),
  );
}

/** Manual work that becomes the person's once the tasks before it are complete. */
async function comingUp(ctx: ReadCtx, personId: Id<"people">): Promise<Infer<typeof comingItem>[]> {
  const held = await tasksHeldBy(ctx, personId, "Not Started", EXAMINED_TASKS);
  const items = held
    .filter((task) => executorOf(task) === "manual" && task.outcome === undefined)
    .map(async (task) => {
      const request = await ctx.db.get(task.requestId);
      if (request?.isOpen !== true) return [];
      const requestTitle = titleFor(request, personId);
      const address = taskAddress(request.key, task);
      return [{ id: task._id, address, title: task.title, requestKey: request.key, requestTitle }];
    });
  return (await Promise.all(items)).flat();
}
