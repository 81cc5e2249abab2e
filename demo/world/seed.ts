/**
 * Fills the demo world, a few requests per transaction. The same seed and time give the same world; a
 * filled world is left alone. Whoever fills calls `fill` until it says that it is done, and then `wakeUp`.
 */

import { v } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { internalMutation, internalQuery } from "../../convex/access/functions";
import { installShipped } from "../../convex/core/catalog/model";
import { openRequests } from "../../convex/core/requests/model";
import { demoWorld, isWaiting } from "../../convex/core/seedData/model";
import { LOADED_BESIDE, type RealTable } from "../../convex/core/seedData/rules";
import { tasksOf } from "../../convex/core/tasks/model";
import { executorOf, retriesByItself } from "../../convex/core/tasks/rules";
import { refuse } from "../../convex/lib/errors";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time";
import { liveExecutor } from "../../convex/process/executing/executor";
import { beginExecution, continueExecution } from "../../convex/process/monitoring/monitor";
import { castIds, createCast, loadCast } from "./cast";
import { haveOpenReview, havePastReview, PAST_REVIEW_DAYS } from "./domains/reviews";
import { haveArticles } from "./help/articles";
import { haveCanned } from "./help/canned";
import { haveIdeas } from "./help/ideas";
import { haveTeams } from "./help/teams";
import { havePastTickets, haveTickets } from "./help/tickets";
import { endedBefore, historyScenarios } from "./history";
import { haveInvitations, renewInvitations } from "./invited";
import { setConnectors } from "./loading/connectors";
import { beginAgain, endLoading, untold } from "./loading/order";
import { OPEN_SCENARIOS } from "./plots";
import { chanceFrom } from "./random";
import { type Scenario } from "./scenario";
import { NO_EXECUTOR, type Stage } from "./stage";

const DEFAULT_SEED = 2026;
/** Ended requests of the six months before the demo begins. */
const DEFAULT_HISTORY = 240;
/** Scenarios played per transaction: far below any limit. */
const SCENARIOS_PER_STEP = 4;
/** What one step tells people, at most. */
const NEWEST_NOTIFICATIONS = 200;
/** Due mails looked at per transaction, once everything is played. */
const ROWS_PER_STEP = 500;
/** When the monitor ran before the world opened, in minutes before now. The first of these never finished. */
const ABANDONED_RUN = 12;
const PAST_RUNS = [4, 3, 2, 1];
/** More runs than fit between the start of the engine and the filling. */
const EARLIER_RUNS = 10;

/** Beside any of it no demo is filled. */
const REAL = Object.keys(LOADED_BESIDE) as RealTable[];

/** One step of the filling. Refused where a company works already (SD4). */
export const fill = internalMutation({
  args: { now: v.optional(v.number()), seed: v.optional(v.number()), history: v.optional(v.number()) },
  returns: v.object({ wasFilled: v.boolean(), isDone: v.boolean() }),
  handler: async (ctx, { now = Date.now(), seed = DEFAULT_SEED, history = DEFAULT_HISTORY }) => {
    const world = await demoWorld(ctx);
    if (!world) {
      await begin(ctx, { now, seed, history });
      return { wasFilled: true, isDone: false };
    }
    if (isWaiting(world) && world.loading?.begunAt === undefined) return await beginAgain(ctx, world, now);
    if (!world.personIds) await tagPeople(ctx, world);
    if (world.isTold) return { wasFilled: false, isDone: true };
    return { wasFilled: true, isDone: await goOn(ctx, world) };
  },
});

/** Whether this demo world was cleared, or is being cleared: nothing of it comes back, unless somebody ordered that. */
export const isCleared = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    return world?.clearing !== undefined && !isWaiting(world);
  },
});

/** Writes down who is invented: whoever comes later is real. */
async function tagPeople(ctx: MutationCtx, world: Doc<"demoWorlds">): Promise<void> {
  await ctx.db.patch(world._id, { personIds: await castIds(ctx) });
}

async function begin(
  ctx: MutationCtx,
  { now, seed, history }: { now: number; seed: number; history: number },
): Promise<void> {
  for (const table of REAL)
    if (await ctx.db.query(table).first()) refuse({ code: "wrong-state", status: `real ${table} exist` });
  await ctx.db.insert("demoWorlds", { seed, history, ...untold(now) });
  await installShipped(ctx, now - 200 * DAY_MS);
  await createCast(ctx, now);
}

/** Plays the next few scenarios; says whether all of them are played. */
async function goOn(ctx: MutationCtx, world: Doc<"demoWorlds">): Promise<boolean> {
  const { seed, history, filledAt: now, told } = world;
  const scenarios: readonly Scenario[] = [...historyScenarios(seed, history), ...OPEN_SCENARIOS];
  // The six months went well; what is wrong with the services is news, and only the open scenarios meet it.
  const end = told < history ? Math.min(told + SCENARIOS_PER_STEP, history) : told + SCENARIOS_PER_STEP;
  const next = scenarios.slice(told, end);
  const invented = new Set(world.personIds ?? (await castIds(ctx)));
  if (next.length === 0) {
    // In a step of its own: all that is written down reads many rows.
    if (!(await ctx.db.query("articles").first())) {
      await haveArticles(ctx, await loadCast(ctx), now);
      return false;
    }
    const dropping = await dropMail(ctx, world, invented);
    await ctx.db.patch(world._id, { isTold: dropping === null, dropping: dropping ?? undefined });
    return dropping === null;
  }
  const cast = await loadCast(ctx);
  if (told === 0) {
    await haveTeams(ctx, cast, now);
    await haveCanned(ctx, cast, now);
    await haveInvitations(ctx, cast, now);
  }
  if (told === history) {
    await setConnectors(ctx, { ...cast, invented }, now);
    await haveIdeas(ctx, cast, now);
    await haveTickets(ctx, cast, now);
  }
  if (told < history) await havePastTickets(ctx, cast, { from: told / history, to: end / history, now });
  for (const [index, { plot, play }] of next.entries()) {
    const stage: Stage = { ctx, cast, chance: chanceFrom(seed + told + index), now, executor: NO_EXECUTOR };
    await play(stage, plot);
  }
  const reviewed = endedBefore(PAST_REVIEW_DAYS, history);
  if (told < reviewed && reviewed <= end) await havePastReview(ctx, cast, now);
  const newest = await ctx.db.query("notifications").order("desc").take(NEWEST_NOTIFICATIONS);
  await quieten(ctx, ofThePast(newest, world, invented), now);
  await ctx.db.patch(world._id, { told: told + next.length });
  return false;
}

/**
 * From here on the filled world goes on by itself, and the monitor has looked at it a few times. Called with every start:
 * nothing of that is done twice, and invitations are renewed.
 */
export const wakeUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    if (!world?.isTold || world.clearing) return null;
    if (world.isAwake) {
      await renewInvitations(ctx, Date.now());
      return null;
    }
    const cast = await loadCast(ctx);
    await resume(ctx, world.filledAt);
    await haveOpenReview(ctx, cast, world.filledAt);
    await forgetRunsOfTheEmptyWorld(ctx);
    await runMonitorInThePast(ctx, cast.superAdmin, world.filledAt);
    await ctx.db.patch(world._id, { isAwake: true });
    if (isWaiting(world)) await endLoading(ctx, world, Date.now());
    return null;
  },
});

/** What people were told weeks ago they have read; nobody gets mail about any of it. */
async function quieten(ctx: MutationCtx, rows: readonly Doc<"notifications">[], now: number): Promise<void> {
  for (const row of rows) {
    const isOld = row.updatedAt < now - 3 * DAY_MS && row.archivedAt === undefined;
    // The newest are looked at after every step: most are quiet by then.
    if (!isOld && row.mailDueAt === undefined && row.digestDueAt === undefined) continue;
    const read = {
      seenAt: row.updatedAt + HOUR_MS,
      readAt: row.updatedAt + HOUR_MS,
      archivedAt: row.updatedAt + DAY_MS,
    };
    await ctx.db.patch(row._id, { mailDueAt: undefined, digestDueAt: undefined, ...(isOld && read) });
  }
}

/** Those about the past that is told: what somebody real is told of anything else stays theirs. */
function ofThePast(
  rows: readonly Doc<"notifications">[],
  { filledAt }: Doc<"demoWorlds">,
  invented: ReadonlySet<Id<"people">>,
): Doc<"notifications">[] {
  return rows.filter(
    ({ recipientId, createdAt, _creationTime }) =>
      invented.has(recipientId) || (createdAt <= filledAt && _creationTime >= filledAt),
  );
}

/**
 * Mails that are still due, then digests, page by page: those of real people stay, and are passed. Says where to go on;
 * null once all were looked at.
 */
async function dropMail(
  ctx: MutationCtx,
  world: Doc<"demoWorlds">,
  invented: ReadonlySet<Id<"people">>,
): Promise<Doc<"demoWorlds">["dropping"] | null> {
  const { what, cursor } = world.dropping ?? { what: "mail", cursor: null };
  const rows = ctx.db.query("notifications");
  const due =
    what === "mail"
      ? rows.withIndex("by_mail_due", (q) => q.gt("mailDueAt", undefined))
      : rows.withIndex("by_digest_due", (q) => q.gt("digestDueAt", undefined));
  const { page, isDone, continueCursor } = await due.paginate({ numItems: ROWS_PER_STEP, cursor });
  await quieten(ctx, ofThePast(page, world, invented), world.filledAt);
  if (!isDone) return { what, cursor: continueCursor };
  return what === "mail" ? { what: "digest", cursor: null } : null;
}

/** From here on the real executor takes over what is running or due for another attempt. */
async function resume(ctx: MutationCtx, now: number): Promise<void> {
  const executor = liveExecutor(ctx, now);
  for (const request of await openRequests(ctx, 0, 200)) {
    await executor.plan?.(request._id);
    for (const task of await tasksOf(ctx, request._id)) {
      const isMachine = executorOf(task) === "connector" || executorOf(task) === "portal";
      const isLost = task.leaseUntil !== undefined && task.leaseUntil <= now;
      if (task.status === "Running" && isMachine && !isLost) await executor.run(task);
      if (retriesByItself(task)) await executor.retry(task);
    }
  }
}

/** The clock may have run before the world was there; its first visitor should not meet "No open tasks". */
async function forgetRunsOfTheEmptyWorld(ctx: MutationCtx): Promise<void> {
  for (const log of await ctx.db.query("taskMonitorLogs").take(EARLIER_RUNS)) await ctx.db.delete(log._id);
}

async function runMonitorInThePast(ctx: MutationCtx, superAdmin: Doc<"people">, now: number): Promise<void> {
  await beginExecution(ctx, { trigger: "clock" }, now - ABANDONED_RUN * MINUTE_MS);
  for (const minutesAgo of PAST_RUNS) {
    const at = now - minutesAgo * MINUTE_MS;
    const isByHand = minutesAgo === PAST_RUNS.at(-1);
    const beginning = isByHand
      ? { trigger: "person" as const, startedById: superAdmin._id }
      : { trigger: "clock" as const };
    const { log } = await beginExecution(ctx, beginning, at);
    await continueExecution(ctx, log._id, at);
  }
}
