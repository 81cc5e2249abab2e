/** How far a person's open requests are: each with its tasks, and who holds them. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../../core/people/model";
import { requestsFor, requestsOf } from "../../core/requests/model";
import { titleFor } from "../../core/requests/rules";
import { requestStatus } from "../../core/requests/table";
import { tasksOf } from "../../core/tasks/model";
import { needsNobody } from "../../core/tasks/rules";
import { taskStatus } from "../../core/tasks/table";
import { nullableString, nullableTimestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests looked through for open ones: the newest of a person, and the newest made for them. */
const EXAMINED_REQUESTS = 100;
/** Open requests answered: what a front page can show. */
const SHOWN_REQUESTS = 20;

export const progress = v.object({
  id: v.id("requests"),
  key: v.string(),
  typeKey: v.string(),
  title: v.string(),
  /** What it is about as its system spells it. */
  target: nullableString,
  status: requestStatus,
  dueAt: nullableTimestamp,
  /** Who made it, when not the person themselves. */
  byName: nullableString,
  steps: v.array(
    v.object({
      id: v.id("requestTasks"),
      order: v.number(),
      title: v.string(),
      status: taskStatus,
      /** By name; null for a task nobody is assigned to. */
      holder: nullableString,
      waitingOn: nullableString,
      /** Whether the portal does it by itself. */
      isAutomatic: v.boolean(),
      since: nullableTimestamp,
    }),
  ),
});
export type Progress = Infer<typeof progress>;

/** The open requests of a person and those made for them, newest first. */
export async function openProgressOf(ctx: ReadCtx, personId: Id<"people">): Promise<Progress[]> {
  const made = await requestsOf(ctx, personId, EXAMINED_REQUESTS);
  const received = (await requestsFor(ctx, personId, EXAMINED_REQUESTS)).filter(
    ({ requesterId }) => requesterId !== personId,
  );
  const open = [...made, ...received].filter(({ isOpen }) => isOpen).toSorted((a, b) => b.number - a.number);
  const names = new Map<Id<"people">, Promise<string>>();
  const nameFor = (id: Id<"people">): Promise<string> => names.get(id) ?? remembered(names, id, nameOf(ctx, id));
  return await Promise.all(
    open.slice(0, SHOWN_REQUESTS).map(async (request) => {
      const { _id, key, typeId: typeKey, target, status, dueAt, requesterId } = request;
      const byName = requesterId === personId ? null : await nameFor(requesterId);
      // What the answers make needless is no step on the way.
      const steps = (await tasksOf(ctx, _id))
        .filter(({ outcome }) => outcome !== "skipped")
        .map((task) => stepOf(task, nameFor));
      return {
        id: _id,
        key,
        typeKey,
        title: titleFor(request, personId),
        target: target ?? null,
        status,
        dueAt: dueAt ?? null,
        byName,
        steps: await Promise.all(steps),
      };
    }),
  );
}

async function stepOf(
  task: Doc<"requestTasks">,
  nameFor: (id: Id<"people">) => Promise<string>,
): Promise<Progress["steps"][number]> {
  return {
    id: task._id,
    order: task.order,
    title: task.title,
    status: task.status,
    holder: task.assigneeId ? await nameFor(task.assigneeId) : null,
    waitingOn: task.waitingOn?.text ?? null,
    isAutomatic: needsNobody(task.type),
    since: task.startedAt ?? null,
  };
}

function remembered(
  names: Map<Id<"people">, Promise<string>>,
  id: Id<"people">,
  name: Promise<string>,
): Promise<string> {
  names.set(id, name);
  return name;
}
