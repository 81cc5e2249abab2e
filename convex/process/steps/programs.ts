/** Whether access is a program's: jobs stop with it, and nobody is there who says that they still need it. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { serviceUserByName, serviceUserOf } from "../../core/serviceUsers/model";
import { typeOf } from "../../core/tasks/rules";

/** The service user that holds an access, or null: its request is for one, or the work that gave it names one. */
export async function programOf(
  ctx: Pick<QueryCtx, "db">,
  { requestId, taskId }: Pick<Doc<"grants">, "requestId" | "taskId">,
): Promise<Doc<"serviceUsers"> | null> {
  const request = await ctx.db.get(requestId);
  const requested = request && (await serviceUserOf(ctx, request.form));
  if (requested) return requested;
  const task = await ctx.db.get(taskId);
  const system = task && typeOf(task.type)?.connector;
  if (!system) return null;
  for (const named of Object.values(task.input)) {
    const known = typeof named === "string" ? await serviceUserByName(ctx, system, named) : null;
    if (known) return known;
  }
  return null;
}
