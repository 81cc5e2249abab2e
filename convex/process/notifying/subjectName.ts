/** What the subject of a notification is called to its reader. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Named } from "../../core/notifications/rules/besideName";
import { titleFor } from "../../core/requests/rules";
import { requestOf } from "./stillNeeded";

type ReadCtx = Pick<QueryCtx, "db">;

/** A request and what belongs to one by the request's title, a task by its own; everything else as the notice calls it. */
export async function nameOfSubject(
  ctx: ReadCtx,
  reader: Pick<Doc<"people">, "_id">,
  subject: Doc<"notifications">["subject"],
): Promise<Named> {
  const { requestId } = await requestOf(ctx, subject);
  const request = requestId && (await ctx.db.get(requestId));
  if (!request) return nameOf(subject.label);
  const title = titleFor(request, reader._id);
  const titles = [request.title, title];
  const taskId = subject.type === "task" ? ctx.db.normalizeId("requestTasks", subject.id) : null;
  const task = taskId && (await ctx.db.get(taskId));
  return { name: task ? task.title : title, key: request.key, titles: task ? [...titles, task.title] : titles };
}

/** "TKT-101 Orders do not load" by its words, with the key beside them as that of a request is. */
function nameOf(label: string): Named {
  const [, key, name] = /^([A-Z]{2,6}-\d+) (.+)$/s.exec(label) ?? [];
  return key === undefined || name === undefined
    ? { name: label, key: null, titles: [] }
    : { name, key, titles: [label, name] };
}
