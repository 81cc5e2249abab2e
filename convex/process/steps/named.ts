/** Tasks and what belongs to one, by the name an address says: "REQ-12-3", or an id as in addresses of before. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { approvalOfTask } from "../../core/approvals/model";
import { requestByName } from "../../core/requests/model";
import { addressOfTask, taskNumbered } from "../../core/tasks/model";
import { partsOfAddress } from "../../core/tasks/rules/address";

type ReadCtx = Pick<QueryCtx, "db">;

/** The task of a name, or null; who may see it is for the caller to ask. */
export async function taskByName(ctx: ReadCtx, name: string): Promise<Doc<"requestTasks"> | null> {
  const parts = partsOfAddress(name);
  if (parts === null) {
    const id = ctx.db.normalizeId("requestTasks", name);
    return id && (await ctx.db.get(id));
  }
  const request = await requestByName(ctx, parts.requestKey);
  return request && (await taskNumbered(ctx, request._id, parts.number));
}

/** The approval of a name, or null; who may see it is for the caller to ask. */
export async function approvalByName(ctx: ReadCtx, name: string): Promise<Doc<"approvals"> | null> {
  const id = ctx.db.normalizeId("approvals", name);
  if (id) return await ctx.db.get(id);
  const task = partsOfAddress(name) && (await taskByName(ctx, name));
  return task && (await approvalOfTask(ctx, task._id));
}

/** How addresses name a task, or the task of an approval, by any name of it; null where it is gone. */
export async function addressByName(ctx: ReadCtx, kind: "task" | "approval", name: string): Promise<string | null> {
  const approval = kind === "approval" ? await approvalByName(ctx, name) : null;
  const task = kind === "task" ? await taskByName(ctx, name) : approval && (await ctx.db.get(approval.taskId));
  return task && (await addressOfTask(ctx, task._id));
}
