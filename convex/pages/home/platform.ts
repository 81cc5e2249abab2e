/** How the platform is, for those who run it: the oldest approval, the monitor's last run, what waits in the queues. */

import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { loadTask } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import { nullableString, timestamp } from "../../lib/validators";
import { newestExecution } from "../../process/monitoring/history";
import { depthsOfQueues, readQueues } from "../environment/queues";

type ReadCtx = Pick<QueryCtx, "db">;

/** Rows counted of each queue: beyond that it is "100+", and the Environment page counts further. */
const COUNTED = 100;

export const platformState = v.object({
  /** Open the longest; null when none is. */
  oldestApproval: v.union(
    v.null(),
    v.object({ address: v.string(), requestKey: v.string(), title: v.string(), openedAt: timestamp }),
  ),
  /** Null while the monitor's log is empty. */
  lastRun: v.union(v.null(), v.object({ startTime: timestamp, error: nullableString })),
  queues: depthsOfQueues.fields.queues,
});

/** Reads how the platform is. */
export async function platformOf(ctx: ReadCtx, now: number): Promise<Infer<typeof platformState>> {
  const run = await newestExecution(ctx);
  return {
    oldestApproval: await oldestApproval(ctx),
    lastRun: run && { startTime: run.startTime, error: run.error ?? null },
    queues: (await readQueues(ctx, now, COUNTED)).queues,
  };
}

async function oldestApproval(ctx: ReadCtx): Promise<Infer<typeof platformState>["oldestApproval"]> {
  const approval = await ctx.db
    .query("approvals")
    .withIndex("by_state", (q) => q.eq("state", "Pending").gt("openedAt", 0))
    .first();
  const request = approval && (await ctx.db.get(approval.requestId));
  if (!approval || !request) return null;
  const { openedAt = approval.createdAt } = approval;
  const address = taskAddress(request.key, await loadTask(ctx, approval.taskId));
  return { address, requestKey: request.key, title: request.title, openedAt };
}
