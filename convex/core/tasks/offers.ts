/**
 * To whom running manual tasks are offered: a row for each of those who may take one, as long as nobody has it. The
 * rows follow from the task and are kept beside it, because no index leads from a person into a list of people.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { offeredTo } from "./rules/work";

/** Brings the rows of a task to what follows from it now; nothing is written where nothing differs. */
export async function keepOffers(ctx: Pick<MutationCtx, "db">, taskId: Id<"requestTasks">): Promise<void> {
  const task = await ctx.db.get(taskId);
  const missing = new Set<string>(task ? offeredTo(task) : []);
  for await (const row of ctx.db.query("taskOffers").withIndex("by_task", (q) => q.eq("taskId", taskId))) {
    if (!missing.delete(row.candidateId)) await ctx.db.delete(row._id);
  }
  if (!task) return;
  for (const candidateId of missing)
    await ctx.db.insert("taskOffers", {
      taskId,
      candidateId: candidateId as Id<"people">,
      createdAt: task.createdAt,
    });
}

/** The tasks a person may take, the oldest first. Where nothing of theirs changes, none of it is read again. */
export async function tasksOfferedTo(
  ctx: Pick<QueryCtx, "db">,
  personId: Id<"people">,
  limit: number,
): Promise<Doc<"requestTasks">[]> {
  const rows = await ctx.db
    .query("taskOffers")
    .withIndex("by_candidate", (q) => q.eq("candidateId", personId))
    .take(limit);
  const tasks = await Promise.all(rows.map(({ taskId }) => ctx.db.get(taskId)));
  return tasks.filter((task) => task !== null);
}
