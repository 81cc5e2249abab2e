/** How far a person's open requests are: each with its tasks, and who holds them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../people/model";
import { requestsOf } from "../requests/model";
import { tasksOf } from "../tasks/model";

/** Requests looked through for open ones: the newest of a person. */
const EXAMINED_REQUESTS = 100;
/** Open requests answered: what a front page can show. */
const SHOWN_REQUESTS = 20;

/** A request with its tasks in order; holders by name, null for a task nobody is assigned to. */
export interface Progress {
  readonly request: Doc<"requests">;
  readonly steps: readonly { readonly task: Doc<"requestTasks">; readonly holder: string | null }[];
}

/** The open requests of a person, newest first. */
export async function openProgressOf(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<Progress[]> {
  const requests = await requestsOf(ctx, personId, EXAMINED_REQUESTS);
  const names = new Map<Id<"people">, string>();
  const progress: Progress[] = [];
  for (const request of requests.filter(({ isOpen }) => isOpen).slice(0, SHOWN_REQUESTS)) {
    const steps = [];
    for (const task of await tasksOf(ctx, request._id)) {
      const holder = task.assigneeId ? (names.get(task.assigneeId) ?? (await nameOf(ctx, task.assigneeId))) : null;
      if (task.assigneeId && holder !== null) names.set(task.assigneeId, holder);
      steps.push({ task, holder });
    }
    progress.push({ request, steps });
  }
  return progress;
}
