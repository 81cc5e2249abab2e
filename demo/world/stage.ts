/**
 * Plays requests of the demo world: the same steps a real request goes through, at times in the past, by
 * the people who would take them.
 */

import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { viewerOf } from "../../convex/access/viewer";
import { approvalOfTask, seatsOfStep, stepsOf } from "../../convex/core/approvals/model";
import { personActor, SYSTEM, type Attribution } from "../../convex/core/audit/model";
import { loadRequest } from "../../convex/core/requests/model";
import { tasksOf, updateTask } from "../../convex/core/tasks/model";
import { executorOf } from "../../convex/core/tasks/rules";
import { assert } from "../../convex/lib/pure/impossible";
import { HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time";
import { decide } from "../../convex/process/approving/decide";
import { fireTimer } from "../../convex/process/approving/firing";
import { runPortalTask } from "../../convex/process/executing/portal";
import { completeTask, settle } from "../../convex/process/settling/model";
import type { Executor, MutationStep } from "../../convex/process/steps/step";
import { submitForm } from "../../convex/process/submitting/submit";
import type { Area, Cast } from "./cast";
import type { AreaCode } from "./company";
import { proofOf } from "./proofs";
import type { Chance } from "./random";
import type { Wish, Wishing } from "./wishes";

/** Nothing is executed while the past is played; what still runs at the end is picked up by `resume`. */
export const NO_EXECUTOR: Executor = { run: async () => {}, retry: async () => {} };

/** Everything a plot works with. */
export interface Stage {
  readonly ctx: MutationCtx;
  readonly cast: Cast;
  readonly chance: Chance;
  readonly now: number;
  /** NO_EXECUTOR while the past is played. */
  readonly executor: Executor;
}

/** What makes one request differ from the next. */
export interface Plot {
  readonly hoursAgo: number;
  readonly area: AreaCode;
  /** An address; absent: a colleague of the area. */
  readonly by?: string;
  readonly wish: Wishing;
}

/** The step of one person, or of the portal, at a time. */
export function stepAt(stage: Pick<Stage, "ctx" | "executor">, at: number, person?: Doc<"people">): MutationStep {
  const by: Attribution = person ? { actor: personActor(person) } : SYSTEM;
  return { ctx: stage.ctx, at, by, executor: stage.executor };
}

/** Who asks for what, and when. */
export interface Asking {
  readonly requester: Doc<"people">;
  readonly wish: Wish;
  readonly at: number;
}

/** The plot with its people. */
export function asking(stage: Stage, plot: Plot): Asking {
  const area = areaOf(stage, plot.area);
  const requester = plot.by === undefined ? stage.chance.pick(area.colleagues) : stage.cast.byEmail(plot.by);
  const at = stage.now - plot.hoursAgo * HOUR_MS;
  return { requester, at, wish: plot.wish({ cast: stage.cast, chance: stage.chance, area, requester, at }) };
}

function areaOf({ cast }: Stage, code: AreaCode): Area {
  const area = cast.areas.find((one) => one.code === code);
  assert(area, `The demo world has an area ${code}`);
  return area;
}

/** Fills a form and submits it. */
export async function submit(stage: Stage, plot: Plot): Promise<Doc<"requests">> {
  const { requester, wish, at } = asking(stage, plot);
  const submitKey = `demo ${requester._id} ${at} ${stage.chance.between(0, 1_000_000)}`;
  return await submitForm(stepAt(stage, at, requester), viewerOf(requester), {
    ...wish,
    submitKey,
    acceptsDuplicate: true,
  });
}

/** More moves than any request of the demo takes. */
const MAX_MOVES = 40;

/** Who ends a task, and whether the play goes on after it. */
export interface Playing {
  /** The play stops before the first task that this is true for. */
  readonly until?: (task: Doc<"requestTasks">) => boolean;
  /** The last move is not before this time. */
  readonly lastAt?: number;
}

/** Plays a request on, one task after the other, until it ends or is to stop; answers it as it is then. */
export async function play(
  stage: Stage,
  { _id }: Pick<Doc<"requests">, "_id">,
  { until = () => false, lastAt }: Playing = {},
): Promise<Doc<"requests">> {
  let at = (await loadRequest(stage.ctx, _id)).updatedAt;
  for (let move = 0; move < MAX_MOVES; move++) {
    await passHold(stage, _id);
    const tasks = await tasksOf(stage.ctx, _id);
    const running = tasks.find((task) => task.status === "Running" && !until(task));
    if (!running) break;
    const after = tasks.some((task) => task.status !== "Complete" && task._id !== running._id && !until(task));
    at = Math.min(stage.now - MINUTE_MS, at + timeSpent(stage, running));
    if (!after && lastAt !== undefined) at = Math.max(at, lastAt);
    await playTask(stage, running, at);
  }
  return await loadRequest(stage.ctx, _id);
}

/** Time goes on until an approval can no longer be taken back, at most to the present. */
async function passHold(stage: Stage, requestId: Id<"requests">): Promise<void> {
  const tasks = await tasksOf(stage.ctx, requestId);
  const held = tasks.findLast(({ holdUntil }) => holdUntil !== undefined);
  if (
    !held ||
    tasks.some(({ order, status, outcome }) => order > held.order && status !== "Not Started" && outcome !== "skipped")
  )
    return;
  const holdUntil = Math.min(stage.now, held.holdUntil ?? stage.now);
  await stage.ctx.db.patch(held._id, { holdUntil });
  await settle(stepAt(stage, holdUntil), await loadRequest(stage.ctx, requestId));
}

function timeSpent({ chance }: Stage, task: Doc<"requestTasks">): number {
  const executor = executorOf(task);
  if (executor === "approval") return chance.between(20, 540) * MINUTE_MS;
  return executor === "manual" ? chance.between(60, 900) * MINUTE_MS : chance.between(1, 3) * MINUTE_MS;
}

/** Brings one running task to a good end, as whoever does such tasks would. */
export async function playTask(stage: Stage, task: Doc<"requestTasks">, at: number): Promise<void> {
  switch (executorOf(task)) {
    case "approval":
      return await decideAs(stage, task, {
        at,
        verdict: "approve",
        comment: stage.chance.pick(["", "", "Fine with me.", "The reason is clear and the time is short."]),
      });
    case "manual": {
      const { person, task: claimed } = await claim(stage, task, at);
      return void (await completeTask(stepAt(stage, at, person), claimed, { evidence: stage.chance.pick(EVIDENCE) }));
    }
    case "connector":
      return void (await completeTask(stepAt(stage, at), task, {}, { proof: proofOf(task, at) }));
    case "portal":
      if (task.type === "notify") return await runPortalTask(stepAt(stage, at), task._id, task.attempt);
      return void (await completeTask(stepAt(stage, at), task, {}));
    default:
      return void (await completeTask(stepAt(stage, at), task, {}));
  }
}

const EVIDENCE = [
  "Done as described; the link is in the ticket of the platform team.",
  "Checked together with the requester, works as asked.",
  "https://tools.ao.com/changes/4711 shows the change.",
] as const;

async function claim(
  stage: Stage,
  task: Doc<"requestTasks">,
  at: number,
): Promise<{ person: Doc<"people">; task: Doc<"requestTasks"> }> {
  const id = task.assigneeId ?? task.candidateIds?.[0] ?? stage.cast.admin._id;
  const person = await stage.ctx.db.get(id);
  assert(person, "Somebody does the task");
  const claimed = await updateTask(
    stage.ctx,
    task,
    { assigneeId: id },
    { ...stepAt(stage, at, person).by, action: "task.claimed", at },
  );
  return { person, task: claimed };
}

/** What one person decides about a running approval task; repeated until the verdict stands. */
export async function decideAs(
  stage: Stage,
  task: Doc<"requestTasks">,
  { at, verdict, comment }: { readonly at: number; readonly verdict: "approve" | "reject"; readonly comment: string },
): Promise<void> {
  const approval = await approvalOfTask(stage.ctx, task._id);
  assert(approval, "An approval task has an approval");
  for (let minutes = 0; minutes < 10; minutes++) {
    const open = (await stepsOf(stage.ctx, approval._id)).find(({ state }) => state === "Active");
    const current = await stage.ctx.db.get(approval._id);
    if (!open || current?.state !== "Pending") return;
    const person = await nextDecider(stage, open._id);
    const moment = Math.min(stage.now, at + minutes * 7 * MINUTE_MS);
    await decide(stepAt(stage, moment, person), {
      approvalId: approval._id,
      comment,
      verdict,
      decider: { person, isImpersonating: false },
    });
  }
}

/** The first person whose decision is asked for. */
export async function nextDecider(stage: Stage, stepId: Id<"approvalSteps">): Promise<Doc<"people">> {
  const seat = (await seatsOfStep(stage.ctx, stepId)).find(({ isPending }) => isPending);
  const person = seat && (await stage.ctx.db.get(seat.personId));
  assert(person, "An open step asks somebody");
  return person;
}

/** The first running task of a request. */
export async function runningTask(
  stage: Stage,
  { _id, key }: Pick<Doc<"requests">, "_id" | "key">,
): Promise<Doc<"requestTasks">> {
  const running = (await tasksOf(stage.ctx, _id)).find(({ status }) => status === "Running");
  assert(running, `${key} has no running task`);
  return running;
}

/** Lets the clock do to an open approval what it would have done until now: reminders, escalation, the end. */
export async function letTimePass(stage: Stage, request: Pick<Doc<"requests">, "_id">): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const task = (await tasksOf(stage.ctx, request._id)).find(
      (one) => one.status === "Running" && executorOf(one) === "approval",
    );
    const approval = task && (await approvalOfTask(stage.ctx, task._id));
    const open = approval && (await stepsOf(stage.ctx, approval._id)).find(({ state }) => state === "Active");
    if (open?.nextTimerAt === undefined || open.nextTimerAt > stage.now) return;
    await fireTimer(stepAt(stage, open.nextTimerAt), open._id);
  }
}
