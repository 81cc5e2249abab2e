/**
 * From rows to what the pure decisions look at. Names and connector switches are read once per batch,
 * however many tasks mention them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../people/model";
import { loadConnectors } from "../services/model";
import { tasksOf } from "../tasks/model";
import { typeOf, workToVerify } from "../tasks/rules";
import { decide, obstacleFor, type Decision, type DecisionContext, type TaskView } from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** What every decision of one batch shares. */
export interface Surroundings {
  readonly now: number;
  readonly connectors: DecisionContext["connectors"];
  readonly nameOf: (personId: Id<"people">) => Promise<string>;
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
  return { now, connectors, nameOf: remembered };
}

/** What is decided about each task that is examined. */
export async function decideTasks(
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
  around: Surroundings,
): Promise<{ task: Doc<"requestTasks">; decision: Decision }[]> {
  const views = new Map<Id<"requestTasks">, TaskView>();
  for (const task of tasks) {
    const assigneeName = task.assigneeId && (await around.nameOf(task.assigneeId));
    views.set(task._id, { ...viewOf(task, tasks), assigneeName });
  }
  const context = await contextOf(request, [...views.values()], around);
  return tasks.flatMap((task) => {
    const view = views.get(task._id);
    const decision = view ? decide(view, context) : null;
    return decision ? [{ task, decision }] : [];
  });
}

/** Why a running task must not go on to the outside system now, or null. */
export async function obstacleOf(ctx: ReadCtx, request: Doc<"requests">, task: Doc<"requestTasks">, now: number): Promise<string | null> {
  const view = viewOf(task, await tasksOf(ctx, request._id));
  return obstacleFor(view, await contextOf(request, [], await loadSurroundings(ctx, now)));
}

/** A task as the decisions look at it, except for names. `tasks` are all of its request. */
function viewOf(task: Doc<"requestTasks">, tasks: readonly Doc<"requestTasks">[]): TaskView {
  const reads = task.type === "verify" ? workToVerify(tasks).flatMap(({ type }) => typeOf(type)?.connector ?? []) : undefined;
  return { ...task, waitingOnText: task.waitingOn?.text, reads };
}

async function contextOf(request: Doc<"requests">, tasks: TaskView[], around: Surroundings): Promise<DecisionContext> {
  const { hold } = request;
  return {
    request: {
      status: request.status,
      requesterName: await around.nameOf(request.requesterId),
      hold: hold && { reason: hold.reason, until: hold.until, byName: await around.nameOf(hold.personId) },
    },
    tasks,
    connectors: around.connectors,
    now: around.now,
  };
}
