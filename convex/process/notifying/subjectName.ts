/** What the subject of a notification is called to its reader. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Named } from "../../core/notifications/rules/besideName";
import { titleFor } from "../../core/requests/rules";
import { requestOf } from "./stillNeeded";

type ReadCtx = Pick<QueryCtx, "db">;

/** A request and what belongs to one by the request's title, a task by its own; everything else as the notice has it. */
export async function nameOfSubject(
  ctx: ReadCtx,
  reader: Pick<Doc<"people">, "_id">,
  subject: Doc<"notifications">["subject"],
): Promise<Named> {
  const { requestId } = await requestOf(ctx, subject);
  const request = requestId && (await ctx.db.get(requestId));
  if (!request) return { name: subject.label, key: null, titles: [] };
  const title = titleFor(request, reader._id);
  const titles = [request.title, title];
  const taskId = subject.type === "task" ? ctx.db.normalizeId("requestTasks", subject.id) : null;
  const task = taskId && (await ctx.db.get(taskId));
  return { name: task ? task.title : title, key: request.key, titles: task ? [...titles, task.title] : titles };
}
