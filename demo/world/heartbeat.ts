/**
 * Keeps a demo world moving while somebody watches: every 20 seconds a colleague decides or finishes
 * something, now and then a new request arrives, and old ones are put away. A few requests at a time,
 * never more; outside of a demo world it does nothing.
 */

import { v } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { internalMutation } from "../../convex/access/functions";
import { approvalsOf, decisionsOf, seatsOf, stepsOf } from "../../convex/core/approvals/model";
import { recordEvent, SYSTEM } from "../../convex/core/audit/model";
import { isTerminal } from "../../convex/core/requests/rules";
import { switchConnector } from "../../convex/core/services/model";
import { deleteTask, tasksOf } from "../../convex/core/tasks/model";
import { executorOf } from "../../convex/core/tasks/rules";
import { MINUTE_MS, SECOND_MS } from "../../convex/lib/pure/time";
import { liveExecutor, systemStep } from "../../convex/process/executing/executor";
import { archiveRequest, cancelRequest, holdRequest } from "../../convex/process/settling/requestMoves";
import { loadCast } from "./cast";
import { chanceFrom, type Chance } from "./random";
import { decideAs, playTask, submit, type Stage } from "./stage";
import { access, newUser, newWarehouse, resize } from "./wishes";

/** More grants than one request leaves behind. */
const MAX_GRANTS = 10;
/** Requests kept moving at the same time. */
const MAX_LIVING = 6;
/** Put-away requests kept before the oldest is deleted. */
const MAX_ARCHIVED = 30;
/** How long an ended request stays in the lists. */
const LINGER_MS = 5 * MINUTE_MS;
/** How long a colleague looks at something before acting. */
const PATIENCE_MS = 40 * SECOND_MS;
/** Areas and wishes that colleagues decide about, so that what the demo accounts hold stays theirs to look at. */
const QUIET_AREAS = ["RET", "LOG", "BUY", "PRI", "PEO", "ECO", "B2B"] as const;
const FLOWING_WISHES = [
  access({ domain: "store-stock", level: "read" }),
  access({ domain: "purchasing", level: "read" }),
  access({ domain: "prices", level: "read" }),
  newUser(),
  newWarehouse(),
  resize({ size: "SMALL" }),
];
/** Beats between two maintenance windows of Snowflake: 15 minutes. */
const MAINTENANCE_EVERY = 45;
/** Beats before the first of them: whoever tries the portal does not wait for one in the first hour. */
const FIRST_HOUR = 180;

/** One turn of the demo. The host asks for it, and only one that shows a demo world does (server/demo/heartbeat.ts). */
export const beat = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const world = await ctx.db.query("demoWorlds").first();
    if (!world?.isAwake) return null;
    const now = Date.now();
    const chance = chanceFrom(world.seed + world.beats);
    const living = await loadAll(ctx, world.livingIds);
    for (const request of living) await moveOn(ctx, request, chance, now);
    const archived = await putAway(ctx, await loadAll(ctx, world.livingIds), now);
    const livingIds = world.livingIds.filter((id) => !archived.includes(id));
    if (livingIds.length < MAX_LIVING && world.beats % 3 === 0)
      livingIds.push(await arrive(ctx, world.beats, chance, now));
    if (world.beats >= FIRST_HOUR && world.beats % MAINTENANCE_EVERY === MAINTENANCE_EVERY - 1)
      await maintain(ctx, now);
    const archivedIds = [...world.archivedIds, ...archived];
    while (archivedIds.length > MAX_ARCHIVED) await forget(ctx, archivedIds.shift());
    await ctx.db.patch(world._id, { beats: world.beats + 1, livingIds, archivedIds });
    return null;
  },
});

async function loadAll(ctx: MutationCtx, ids: readonly Id<"requests">[]): Promise<Doc<"requests">[]> {
  const loaded = await Promise.all(ids.map((id) => ctx.db.get(id)));
  return loaded.filter((request) => request !== null);
}

/** Somebody who has had a task long enough brings it to its end; one approval in eight is refused. */
async function moveOn(ctx: MutationCtx, request: Doc<"requests">, chance: Chance, now: number): Promise<void> {
  if (isTerminal(request.status)) return;
  if (request.status === "Blocked" && now - request.updatedAt >= LINGER_MS) {
    return void (await cancelRequest(systemStep(ctx, now), request, "The platform team found another way"));
  }
  const waiting = (await tasksOf(ctx, request._id)).find(
    (task) => task.status === "Running" && isByHand(task) && now - (task.startedAt ?? now) >= PATIENCE_MS,
  );
  if (!waiting) return;
  const stage = await stageOf(ctx, chance, now);
  if (executorOf(waiting) === "manual") return await playTask(stage, waiting, now);
  const isRefused = chance.next() < 1 / 8;
  await decideAs(stage, waiting, {
    at: now,
    verdict: isRefused ? "reject" : "approve",
    comment: isRefused ? "The catalogue already offers this to everybody." : "",
  });
}

function isByHand(task: Doc<"requestTasks">): boolean {
  const executor = executorOf(task);
  return executor === "approval" || executor === "manual";
}

async function stageOf(ctx: MutationCtx, chance: Chance, now: number): Promise<Stage> {
  return { ctx, cast: await loadCast(ctx), chance, now, executor: liveExecutor(ctx, now) };
}

async function putAway(ctx: MutationCtx, living: readonly Doc<"requests">[], now: number): Promise<Id<"requests">[]> {
  const over = living.filter(({ endedAt }) => endedAt !== undefined && now - endedAt >= LINGER_MS);
  for (const request of over) await archiveRequest(systemStep(ctx, now), request);
  return over.map(({ _id }) => _id);
}

/**
 * A new request of a colleague that colleagues decide about; every third waits for a change window the monitor sees
 * end.
 */
async function arrive(ctx: MutationCtx, beats: number, chance: Chance, now: number): Promise<Id<"requests">> {
  const stage = await stageOf(ctx, chance, now);
  const request = await submit(stage, {
    hoursAgo: 0,
    area: chance.pick(QUIET_AREAS),
    wish: chance.pick(FLOWING_WISHES),
  });
  if (beats % 9 === 0) {
    const hold = { reason: "Waits for the change window", personId: stage.cast.admin._id, until: now + 90 * SECOND_MS };
    await holdRequest(systemStep(ctx, now), request, hold);
  }
  return request._id;
}

/** Snowflake goes into maintenance for three minutes; the monitor schedules what waited when it is over. */
async function maintain(ctx: MutationCtx, now: number): Promise<void> {
  await switchConnector(
    ctx,
    "snowflake",
    { state: "maintenance", until: now + 3 * MINUTE_MS, reason: "Change window" },
    { ...SYSTEM, at: now },
  );
}

/** Deletes a request of the demo with everything that hangs on it; the monitor's logs then show it as unknown. */
async function forget(ctx: MutationCtx, id: Id<"requests"> | undefined): Promise<void> {
  const request = id && (await ctx.db.get(id));
  if (!request) return;
  const { _id: requestId } = request;
  for (const approval of await approvalsOf(ctx, requestId)) {
    const rows = [
      ...(await seatsOf(ctx, approval._id)),
      ...(await decisionsOf(ctx, approval._id)),
      ...(await stepsOf(ctx, approval._id)),
      approval,
    ];
    for (const { _id } of rows) await ctx.db.delete(_id);
  }
  const grants = await ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .take(MAX_GRANTS);
  for (const { _id } of await tasksOf(ctx, requestId)) await deleteTask(ctx, _id);
  for (const { _id } of [...grants, request]) await ctx.db.delete(_id);
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "request.deleted",
    targets: [{ type: "request", id: requestId, label: request.key }],
  });
}
