/**
 * From rows to what the pure decisions look at. Names and connector switches are read once per batch,
 * however many tasks mention them.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { versionOf } from "../../core/catalog/model";
import { fullName, nameOf } from "../../core/people/model";
import { loadConnectors } from "../../core/services/model";
import { decide, obstacleFor, type Decision, type DecisionContext, type TaskView } from "../../core/shared/rules";
import { tasksOf } from "../../core/tasks/model";
import { executorOf, typeOf, workToVerify } from "../../core/tasks/rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** What every decision of one batch shares. */
export interface Surroundings {
  readonly now: number;
  readonly connectors: DecisionContext["connectors"];
  readonly nameOf: (personId: Id<"people">) => Promise<string>;
  readonly goneOf: (request: Doc<"requests">) => Promise<Gone | null>;
}

/** The beneficiary of a request who is no longer there, and the key of the task that stands for the access it gives. */
interface Gone {
  readonly name: string;
  readonly hasLeft: boolean;
  /** The tasks that may stand for the access. */
  readonly grantTaskKeys: readonly string[];
}

/** Reads the connector switches and remembers names. */
export async function loadSurroundings(ctx: ReadCtx, now: number): Promise<Surroundings> {
  const names = new Map<Id<"people">, string>();
  const remembered = async (personId: Id<"people">): Promise<string> => {
    const name = names.get(personId) ?? (await nameOf(ctx, personId));
    names.set(personId, name);
    return name;
  };
  const connectors = new Map();
  for (const [name, { state, until, changedById }] of await loadConnectors(ctx)) {
    connectors.set(name, { state, until, changedByName: changedById && (await remembered(changedById)) });
  }
  return { now, connectors, nameOf: remembered, goneOf: (request) => goneOf(ctx, request) };
}

async function goneOf(ctx: ReadCtx, { beneficiaryId, typeId, templateVersion }: Doc<"requests">): Promise<Gone | null> {
  const person = await ctx.db.get(beneficiaryId);
  if (person?.status !== "removed" && person?.status !== "suspended") return null;
  const version = await versionOf(ctx, typeId, templateVersion);
  const { taskKey, otherTaskKey } = version?.definition.grant ?? {};
  return {
    name: fullName(person),
    hasLeft: person.status === "removed",
    grantTaskKeys: [taskKey, otherTaskKey].filter((key) => key !== undefined),
  };
}

/** What is decided about each task that is examined. */
export async function decideTasks(
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
  around: Surroundings,
): Promise<{ task: Doc<"requestTasks">; decision: Decision }[]> {
  const gone = await around.goneOf(request);
  const views = new Map<Id<"requestTasks">, TaskView>();
  for (const task of tasks) {
    const assigneeName = task.assigneeId && (await around.nameOf(task.assigneeId));
    views.set(task._id, { ...viewOf(task, tasks, gone), assigneeName });
  }
  const context = await contextOf(request, [...views.values()], around, gone);
  return tasks.flatMap((task) => {
    const view = views.get(task._id);
    const decision = view ? decide(view, context) : null;
    return decision ? [{ task, decision }] : [];
  });
}

/** Why a running task must not go on to the outside system now, or null. */
export async function obstacleOf(
  ctx: ReadCtx,
  request: Doc<"requests">,
  task: Doc<"requestTasks">,
  now: number,
): Promise<string | null> {
  const around = await loadSurroundings(ctx, now);
  const gone = await around.goneOf(request);
  return obstacleFor(viewOf(task, await tasksOf(ctx, request._id), gone), await contextOf(request, [], around, gone));
}

/** A task as the decisions look at it, except for names. `tasks` are all of its request. */
function viewOf(task: Doc<"requestTasks">, tasks: readonly Doc<"requestTasks">[], gone: Gone | null): TaskView {
  const reads =
    task.type === "verify" ? workToVerify(tasks).flatMap(({ type }) => typeOf(type)?.connector ?? []) : undefined;
  return {
    ...task,
    waitingOnText: task.waitingOn?.text,
    reads,
    givesAccess: gone !== null && givesAccess(task, tasks, gone),
  };
}

/**
 * Whether a task's work gives access: its type says so, or it comes no later than the task that stands for the access.
 */
function givesAccess(
  task: Doc<"requestTasks">,
  tasks: readonly Doc<"requestTasks">[],
  { grantTaskKeys }: Gone,
): boolean {
  const executor = executorOf(task);
  if (executor !== "connector" && executor !== "manual") return false;
  const last = tasks.find(
    ({ key, outcome }) => key !== undefined && grantTaskKeys.includes(key) && outcome !== "skipped",
  );
  return typeOf(task.type)?.endsBy !== undefined || (last !== undefined && task.order <= last.order);
}

async function contextOf(
  request: Doc<"requests">,
  tasks: TaskView[],
  around: Surroundings,
  gone: Gone | null,
): Promise<DecisionContext> {
  const { hold } = request;
  return {
    request: {
      status: request.status,
      requesterName: await around.nameOf(request.requesterId),
      hold: hold && { reason: hold.reason, until: hold.until, byName: await around.nameOf(hold.personId) },
      gone: gone ?? undefined,
    },
    tasks,
    connectors: around.connectors,
    now: around.now,
  };
}
