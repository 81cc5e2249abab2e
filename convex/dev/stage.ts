/**
 * Plays requests of the demo world: the same workflow steps a real request goes through, at times in
 * the past, by the people who would take them.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { personActor, SYSTEM, type Attribution } from "../audit/model";
import { assert } from "../lib/pure/impossible";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { createDraft, loadRequest, type RequestDraft } from "../requests/model";
import { tasksOf, type TaskDraft } from "../tasks/model";
import { needsNobody } from "../tasks/rules";
import { completeTask, submitDraft, type Executor, type Step } from "../workflow/model";
import type { Area, Cast } from "./cast";
import { SUBJECTS } from "./names";
import type { Chance } from "./random";
import { TEMPLATES, type Seat, type TemplateTask } from "./templates";

/** Nothing is executed while the past is told; what still runs at the end is picked up by `resume`. */
export const NO_EXECUTOR: Executor = { run: async () => {}, retry: async () => {} };

/** Everything a plot works with. */
export interface Stage {
  readonly ctx: MutationCtx;
  readonly cast: Cast;
  readonly chance: Chance;
  readonly now: number;
  /** NO_EXECUTOR while the past is told. */
  readonly executor: Executor;
}

/** What makes one request differ from the next. */
export interface Plot {
  readonly subject: number;
  readonly area: number;
  readonly hoursAgo: number;
  readonly requester?: Doc<"people">;
  /** Who sits in the seat of the area's approver. */
  readonly approver?: Doc<"people">;
  /** Changes to the template's tasks: given input, dropped conditions, other types. */
  readonly edit?: (task: TaskDraft) => TaskDraft;
}

/** The step of one person, or of the portal, at a time. */
export function stepAt(stage: Stage, at: number, person?: Doc<"people">): Step {
  const by: Attribution = person ? { actor: personActor(person) } : SYSTEM;
  return { ctx: stage.ctx, at, by, executor: stage.executor };
}

/** Begins a request and leaves it a draft. */
export async function draft(stage: Stage, plot: Plot): Promise<Doc<"requests">> {
  const { requester, area, subject, at } = scene(stage, plot);
  const fields: RequestDraft = {
    typeId: subject.typeId,
    templateVersion: 1,
    title: subject.title.replace("{area}", area.name),
    requesterId: requester._id,
    beneficiaryId: requester._id,
    businessAreaId: area.id,
    form: { reason: `Needed by ${area.name} to keep the weekly figures complete`, businessArea: area.code, durationDays: stage.chance.pick([30, 60, 90]) },
    risk: subject.risk,
    dueAt: at + 10 * DAY_MS,
  };
  return await createDraft(stage.ctx, fields, { actor: personActor(requester), at });
}

/** Begins a request and submits it a few minutes later. */
export async function submit(stage: Stage, plot: Plot): Promise<Doc<"requests">> {
  const { requester, area, subject, at } = scene(stage, plot);
  const request = await draft(stage, plot);
  const template = TEMPLATES[subject.typeId] ?? [];
  const tasks = template.map((task) => taskDraft(stage, task, area, plot));
  return await submitDraft(stepAt(stage, Math.min(stage.now, at + 5 * MINUTE_MS), requester), request, plot.edit ? tasks.map(plot.edit) : tasks);
}

function scene(stage: Stage, plot: Plot) {
  const area = stage.cast.areas[plot.area % stage.cast.areas.length];
  const subject = SUBJECTS[plot.subject % SUBJECTS.length];
  assert(area && subject, "The demo world has areas and subjects");
  const requester = plot.requester ?? area.colleagues[0] ?? stage.cast.staff;
  return { area, subject, requester, at: stage.now - plot.hoursAgo * HOUR_MS };
}

function taskDraft(stage: Stage, task: TemplateTask, area: Area, plot: Plot): TaskDraft {
  const isByHand = task.seat !== undefined;
  return {
    type: task.type,
    order: task.order,
    runsAlways: task.runsAlways,
    assigneeId: task.seat && seated(stage.cast, task.seat, area, plot)._id,
    input: isByHand ? {} : { runSeconds: stage.chance.between(15, 90) },
    // People of a demo world are patient, so that what they hold is still there after a week.
    dueAt: isByHand ? stage.now + stage.chance.between(10, 30) * DAY_MS : undefined,
  };
}

function seated(cast: Cast, seat: Seat, area: Area, plot: Plot): Doc<"people"> {
  switch (seat) {
    case "area": return plot.approver ?? area.colleagues[1] ?? area.colleagues[0] ?? cast.superAdmin;
    case "governance": return cast.governance;
    case "finops": return cast.finops;
    case "admin": return cast.admin;
    default: return seat satisfies never;
  }
}

/**
 * Completes every task below an order, one after the other, minutes or hours apart, the last one not
 * before `lastAt`; answers when that was. What it lets start, starts then.
 */
export async function playUpTo(stage: Stage, request: Doc<"requests">, order: number, lastAt = 0): Promise<number> {
  let at = (await loadRequest(stage.ctx, request._id)).updatedAt;
  for (let round = 0; round < 20; round++) {
    const tasks = await tasksOf(stage.ctx, request._id);
    const running = tasks.find((task) => task.status === "Running" && task.order < order);
    if (!running) return at;
    const isLast = tasks.filter((task) => task.order < order && task.status !== "Complete").length === 1;
    at = Math.max(isLast ? lastAt : 0, Math.min(stage.now - MINUTE_MS, at + timeSpent(stage, running)));
    const person = running.assigneeId ? await stage.ctx.db.get(running.assigneeId) : null;
    await completeTask(stepAt(stage, at, person ?? undefined), running, { note: person ? "Checked and agreed" : "Confirmed by reading it back" });
  }
  return at;
}

function timeSpent(stage: Stage, task: Doc<"requestTasks">): number {
  return !needsNobody(task.type) ? stage.chance.between(20, 180) * MINUTE_MS : stage.chance.between(1, 4) * MINUTE_MS;
}

/** The first running task of a request. */
export async function runningTask(stage: Stage, request: Doc<"requests">): Promise<Doc<"requestTasks">> {
  const running = (await tasksOf(stage.ctx, request._id)).find(({ status }) => status === "Running");
  assert(running, `${request.key} has no running task`);
  return running;
}
