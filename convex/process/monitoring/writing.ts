/**
 * Writes down what an execution saw. What it neither started nor sees otherwise than the execution right before it is
 * no new row: the row that says so reaches one execution further. Words that differ in numbers alone ("Running 12
 * min") say the same; the row has the newest.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { orderKey } from "../../lib/pure/text";
import type { Examined } from "../settling/model";

type WriteCtx = Pick<MutationCtx, "db">;

/** From so many executions on, a stretch is long: a day of them, at one a minute. */
export const LONG_RUNS = 1440;
/** Characters of a title that decide about its place. */
const PLACE_CHARS = 100;

/** What an execution decided about each examined task of a request. */
export async function writeChanges(
  ctx: WriteCtx,
  log: Doc<"taskMonitorLogs">,
  request: Pick<Doc<"requests">, "_id" | "title">,
  { examined, at }: { examined: readonly Examined[]; at: number },
): Promise<void> {
  const { _id: taskMonitorLogId, era, number } = log;
  for (const { task, decision } of examined) {
    const { action, statusAfter, reason } = decision;
    const seen = { statusBefore: task.status, statusAfter, action, reason };
    const place = placeOf(request.title, task.order, at);
    const latest = await latestChange(ctx, era, task._id);
    if (latest && action !== "Scheduled" && latest.lastRun === number - 1 && isSame(latest, seen)) {
      const isLong = number - latest.firstRun >= LONG_RUNS;
      await ctx.db.patch(latest._id, { taskMonitorLogId, reason, lastUpdated: at, lastRun: number, isLong, place });
    } else {
      const stretch = { firstRun: number, lastRun: number, isLong: false, since: at, lastUpdated: at };
      const of = { taskMonitorLogId, era, requestId: request._id, requestTaskId: task._id };
      await ctx.db.insert("taskMonitorLogTasks", { ...of, ...seen, ...stretch, place });
    }
  }
}

async function latestChange(
  ctx: WriteCtx,
  era: number,
  taskId: Id<"requestTasks">,
): Promise<Doc<"taskMonitorLogTasks"> | null> {
  return await ctx.db
    .query("taskMonitorLogTasks")
    .withIndex("by_task", (q) => q.eq("era", era).eq("requestTaskId", taskId))
    .order("desc")
    .first();
}

type Seen = Pick<Doc<"taskMonitorLogTasks">, "statusBefore" | "statusAfter" | "action" | "reason">;

function isSame(a: Seen, b: Seen): boolean {
  return (
    a.action === b.action &&
    a.statusBefore === b.statusBefore &&
    a.statusAfter === b.statusAfter &&
    withoutNumbers(a.reason) === withoutNumbers(b.reason)
  );
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, "0");
}

/** By title of the request, then order of the task, then time. */
function placeOf(title: string, order: number, at: number): string {
  const parts = [orderKey(title).slice(0, PLACE_CHARS), String(order).padStart(6, "0"), String(at).padStart(15, "0")];
  return parts.join("\u0001");
}
