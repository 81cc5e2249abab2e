/** What a request carries so that lists find it, and whoever may see it in them. */

import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../core/people/model";
import type { RequestFields } from "../core/requests/table";
import { typeName } from "../core/shared/rules/queues";
import type { TaskDraft } from "../core/tasks/model";

/** Key, title, target, type and people as one text, and whether money is part of it: known when a request is submitted. */
export async function listingOf(
  ctx: Pick<QueryCtx, "db">,
  request: Doc<"requests">,
  tasks: readonly TaskDraft[],
): Promise<Pick<RequestFields, "searchText" | "hasCost">> {
  const people = [...new Set([request.requesterId, request.beneficiaryId])];
  const names = await Promise.all(people.map((id) => nameOf(ctx, id)));
  const hasCost = request.costEstimate !== undefined || tasks.some(({ type }) => type === "approve_cost");
  return {
    searchText: [
      request.key,
      String(request.number),
      request.title,
      ...(request.target === undefined ? [] : [request.target]),
      await typeNameByKey(ctx, request.typeId),
      ...names,
    ].join(" "),
    ...(hasCost ? { hasCost } : {}),
  };
}

/** The name of a request type as the catalog has it, else its key in words. */
export async function typeNameByKey(ctx: Pick<QueryCtx, "db">, key: string): Promise<string> {
  const type = await ctx.db
    .query("requestTypes")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  return type?.name ?? typeName(key);
}
