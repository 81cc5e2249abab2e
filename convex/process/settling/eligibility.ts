/**
 * From rows to what the pure decisions look at. Names and connector switches are read once per batch,
 * however many tasks mention them.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { driftOfRequest } from "../../core/catalog/drift";
import { versionOf } from "../../core/catalog/model";
import type { Drift } from "../../core/catalog/rules/drift";
import { heldOf } from "../../core/grants/model";
import { isToEnd } from "../../core/grants/rules";
import { fullName, nameOf } from "../../core/people/model";
import { loadConnectors } from "../../core/services/model";
import { decide, obstacleFor, type Decision, type DecisionContext, type TaskView } from "../../core/shared/rules";
import { tasksOf } from "../../core/tasks/model";
import { changesNothing, executorOf, typeOf, workToVerify } from "../../core/tasks/rules";
import { accessKeyOf } from "../../core/tasks/rules/applied";

type ReadCtx = Pick<QueryCtx, "db">;

/** What every decision of one batch shares. */
export interface Surroundings {
  readonly now: number;
  readonly connectors: DecisionContext["connectors"];
  readonly nameOf: (personId: Id<"people">) => Promise<string>;
  readonly goneOf: (request: Doc<"requests">) => Promise<Gone | null>;
  /** What keeps a task, one of these of its request, from giving what was approved; null where nothing does. */
  readonly driftOf: (
    request: Doc<"requests">,
    task: Doc<"requestTasks">,
    tasks: readonly Doc<"requestTasks">[],
  ) => Promise<Drift | null>;
  /** Why a task that found its access there waits; null where it need not. */
  readonly endingOf: (task: Doc<"requestTasks">) => Promise<string | null>;
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
  return {
    now,
    connectors,
    nameOf: remembered,
    goneOf: (request) => goneOf(ctx, request, now),
    driftOf: (request, task, tasks) => driftObstacle(ctx, request, task, tasks),
    endingOf: (task) => endingObstacle(ctx, task, now),
  };
}

async function goneOf(ctx: ReadCtx, request: Doc<"requests">, now: number): Promise<Gone | null> {
  const found = await ctx.db.get(request.beneficiaryId);
  const person = found && personAsOf(found, now);
  if (person?.status !== "removed" && person?.status !== "suspended") return null;
  return {
    name: fullName(person),
    hasLeft: person.status === "removed",
    grantTaskKeys: await grantTaskKeysOf(ctx, request),
  };
}

/** The tasks that may stand for the access a request gives. */
async function grantTaskKeysOf(ctx: ReadCtx, { typeId, templateVersion }: Doc<"requests">): Promise<readonly string[]> {
  const version = await versionOf(ctx, typeId, templateVersion);
  const { taskKey, otherTaskKey } = version?.definition.grant ?? {};
  return [taskKey, otherTaskKey].filter((key) => key !== undefined);
}

/**
 * What was approved is no longer what would be given: why a task may not give it now, or null. Asked of what would
 * begin, and once more before an outside system is touched.
 */
async function driftObstacle(
  ctx: ReadCtx,
  request: Doc<"requests">,
  task: Doc<"requestTasks">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<Drift | null> {
  // Asked first: it is in the type, while a form without a domain asks for the roles of all of them.
  return givesAccess(task, tasks, await grantTaskKeysOf(ctx, request)) ? await driftOfRequest(ctx, request) : null;
}

/** What is decided about each task that is examined. */
export async function decideTasks(
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
  around: Surroundings,
): Promise<Examined[]> {
  const gone = await around.goneOf(request);
  const views = new Map<Id<"requestTasks">, TaskView>();
  for (const task of tasks) {
    const assigneeName = task.assigneeId && (await around.nameOf(task.assigneeId));
    views.set(task._id, { ...viewOf(task, tasks, gone), assigneeName });
  }
  const context = await contextOf(request, [...views.values()], around, gone);
  const examined: Examined[] = [];
  for (const task of tasks) {
    const view = views.get(task._id);
    const decision = view ? decide(view, context) : null;
    if (!decision) continue;
    const drift = decision.action === "Scheduled" ? await around.driftOf(request, task, tasks) : null;
    const reason = drift?.reason ?? (decision.action === "Scheduled" ? await around.endingOf(task) : null);
    examined.push(
      reason === null
        ? { task, drift, decision }
        : { task, drift, decision: { action: "Ignored", statusAfter: task.status, reason } },
    );
  }
  return examined;
}

/** One task as it was examined, and what came of it; with what keeps it from giving what was approved. */
export interface Examined {
  readonly task: Doc<"requestTasks">;
  readonly decision: Decision;
  readonly drift: Drift | null;
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
  const tasks = await tasksOf(ctx, request._id);
  const view = viewOf(task, tasks, gone);
  return (
    obstacleFor(view, await contextOf(request, [], around, gone)) ??
    (await driftObstacle(ctx, request, task, tasks))?.reason ??
    (await endingObstacle(ctx, task, now))
  );
}

/** What a task found there is being taken away: it waits until that is over, and is then planned again; or null. */
export async function endingObstacle(ctx: ReadCtx, task: Doc<"requestTasks">, now: number): Promise<string | null> {
  const system = typeOf(task.type)?.connector;
  if (system === undefined || !changesNothing(task)) return null;
  const held = await heldOf(ctx, accessKeyOf(task, system));
  return held.some((grant) => isToEnd(grant, now)) ? "The access it would extend is being removed" : null;
}

/** A task as the decisions look at it, except for names. `tasks` are all of its request. */
function viewOf(task: Doc<"requestTasks">, tasks: readonly Doc<"requestTasks">[], gone: Gone | null): TaskView {
  const reads =
    task.type === "verify" ? workToVerify(tasks).flatMap(({ type }) => typeOf(type)?.connector ?? []) : undefined;
  return {
    ...task,
    waitingOnText: task.waitingOn?.text,
    reads,
    givesAccess: gone !== null && (givesAccess(task, tasks, gone.grantTaskKeys) || bringsBack(task, gone)),
  };
}

/** Whoever was removed again gets nothing back; whoever is suspended may, since that is how one is restored. */
function bringsBack({ type }: Doc<"requestTasks">, { hasLeft }: Gone): boolean {
  return hasLeft && typeOf(type)?.account === "enabled";
}

/**
 * Whether a task's work gives access: its type says so, or it comes no later than the task that stands for the access.
 */
function givesAccess(
  task: Doc<"requestTasks">,
  tasks: readonly Doc<"requestTasks">[],
  grantTaskKeys: readonly string[],
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
