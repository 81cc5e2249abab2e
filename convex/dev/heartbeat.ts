/**
 * Keeps a demo world moving while somebody watches: every 20 seconds a colleague decides or finishes
 * something, now and then a new request arrives, and old ones are put away. A few requests at a time,
 * never more; outside of a demo world it does nothing.
 */
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { personActor, recordEvent, SYSTEM } from "../audit/model";
import { internalMutation } from "../lib/functions";
import { MINUTE_MS, SECOND_MS } from "../lib/pure/time";
import { isTerminal } from "../requests/rules";
import { switchConnector } from "../services/model";
import { tasksOf, type TaskDraft } from "../tasks/model";
import { isApproval } from "../tasks/rules";
import { liveExecutor, systemStep } from "../workflow/executor";
import { archiveRequest, completeTask, failTask, holdRequest, type Step } from "../workflow/model";
import { createCast } from "./cast";
import { chanceFrom, type Chance } from "./random";
import { submit, type Stage } from "./stage";

/** Requests kept moving at the same time. */
const MAX_LIVING = 6;
/** Put-away requests kept before the oldest is deleted. */
const MAX_ARCHIVED = 30;
/** How long an ended request stays in the lists. */
const LINGER_MS = 5 * MINUTE_MS;
/** How long a colleague looks at something before acting. */
const PATIENCE_MS = 40 * SECOND_MS;
/** Subjects whose tasks need no connector that is down in the demo world: access, sandbox, warehouse, dbt, service user, user. */
const FLOWING_SUBJECTS = [0, 3, 4, 5, 6, 8];
/** Beats between two maintenance windows of Snowflake: 15 minutes. */
const MAINTENANCE_EVERY = 45;

/** Cron: one turn of the demo. */
export const beat = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const world = await ctx.db.query("demoWorlds").first();
    if (!world) return null;
    const now = Date.now();
    const chance = chanceFrom(world.seed + world.beats);
    const living = await loadAll(ctx, world.livingIds);
    for (const request of living) await moveOn(ctx, request, chance, now);
    const archived = await putAway(ctx, await loadAll(ctx, world.livingIds), now);
    const livingIds = world.livingIds.filter((id) => !archived.includes(id));
    if (livingIds.length < MAX_LIVING && world.beats % 3 === 0) livingIds.push(await arrive(ctx, world.beats, chance, now));
    if (world.beats % MAINTENANCE_EVERY === MAINTENANCE_EVERY - 1) await maintain(ctx, now);
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

/** A person who has had a task long enough brings it to its end; one approval in eight is refused. */
async function moveOn(ctx: MutationCtx, request: Doc<"requests">, chance: Chance, now: number): Promise<void> {
  if (isTerminal(request.status)) return;
  const waiting = (await tasksOf(ctx, request._id)).find(
    (task) => task.status === "Running" && task.assigneeId && now - (task.startedAt ?? now) >= PATIENCE_MS,
  );
  if (!waiting?.assigneeId) return;
  const person = await ctx.db.get(waiting.assigneeId);
  const step: Step = { ctx, at: now, by: person ? { actor: personActor(person) } : SYSTEM, executor: liveExecutor(ctx, now) };
  if (isApproval(waiting) && chance.next() < 1 / 8) {
    await failTask(step, waiting, { outcome: "rejected", error: "The catalogue already offers this to everybody" });
  } else {
    await completeTask(step, waiting, { note: "Checked and agreed" });
  }
}

async function putAway(ctx: MutationCtx, living: readonly Doc<"requests">[], now: number): Promise<Id<"requests">[]> {
  const over = living.filter(({ endedAt }) => endedAt !== undefined && now - endedAt >= LINGER_MS);
  for (const request of over) await archiveRequest(systemStep(ctx, now), request);
  return over.map(({ _id }) => _id);
}

/** A new request of a colleague, approved by colleagues; every third waits for a change window the monitor sees end. */
async function arrive(ctx: MutationCtx, beats: number, chance: Chance, now: number): Promise<Id<"requests">> {
  const stage: Stage = { ctx, cast: await createCast(ctx, now), chance, now, executor: liveExecutor(ctx, now) };
  const areas = stage.cast.areas.filter(({ colleagues }) => colleagues.length > 1);
  const area = chance.pick(areas);
  const approver = area.colleagues[1];
  const plot = {
    subject: chance.pick(FLOWING_SUBJECTS),
    area: stage.cast.areas.indexOf(area),
    hoursAgo: 0,
    requester: area.colleagues[0],
    approver,
    // Colleagues decide, so that what the demo accounts hold stays theirs to look at.
    edit: (task: TaskDraft) => ({
      ...task,
      assigneeId: task.assigneeId && approver?._id,
      dueAt: undefined,
      input: { runSeconds: chance.between(10, 45), failAttempts: chance.next() < 1 / 5 ? 1 : 0 },
    }),
  };
  const request = await submit(stage, plot);
  if (beats % 9 === 0) {
    const hold = { reason: "Waits for the change window", personId: stage.cast.admin._id, until: now + 90 * SECOND_MS };
    await holdRequest(systemStep(ctx, now), request, hold);
  }
  return request._id;
}

/** Snowflake goes into maintenance for three minutes; the monitor schedules what waited when it is over. */
async function maintain(ctx: MutationCtx, now: number): Promise<void> {
  await switchConnector(ctx, "snowflake", { state: "maintenance", until: now + 3 * MINUTE_MS }, { ...SYSTEM, at: now });
}

/** Deletes a request of the demo with its tasks; the monitor's logs then show it as unknown. */
async function forget(ctx: MutationCtx, id: Id<"requests"> | undefined): Promise<void> {
  const request = id && (await ctx.db.get(id));
  if (!request) return;
  for (const task of await tasksOf(ctx, request._id)) await ctx.db.delete(task._id);
  await ctx.db.delete(request._id);
  await recordEvent(ctx, { ...SYSTEM, action: "request.deleted", targets: [{ type: "request", id: request._id, label: request.key }] });
}
