/** What a new request might repeat: the same asked before and still open, or access that is held already. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { meets } from "../../catalog/rules/conditions";
import { inputOf } from "../../catalog/rules/inputs";
import { accessKeyOf } from "../executing/granting";
import { placesOf, type Prepared } from "./prepare";

type ReadCtx = Pick<QueryCtx, "db">;

/** Open requests and grants shown beside a form. */
const SHOWN = 5;

/** Open requests of the same type, target and person; not the one being written. */
export async function openDuplicates(ctx: ReadCtx, { targetKey }: Prepared, ownId: Id<"requests"> | null): Promise<Doc<"requests">[]> {
  const found = await ctx.db
    .query("requests")
    .withIndex("by_target", (q) => q.eq("targetKey", targetKey).eq("isOpen", true))
    .take(SHOWN + 1);
  return found.filter(({ _id }) => _id !== ownId).slice(0, SHOWN);
}

/** Access of this person that the request would give once more. */
export async function heldAlready(ctx: ReadCtx, prepared: Prepared): Promise<Doc<"grants">[]> {
  const { grant, tasks } = prepared.definition;
  const task = grant && tasks.find(({ key }) => key === grant.taskKey);
  if (!grant || !task || !meets(task.when, prepared.values)) return [];
  const accessKey = accessKeyOf({ type: task.type, input: inputOf(task, placesOf(prepared, "")) }, grant.system);
  const held: Doc<"grants">[] = [];
  for (const state of ["Active", "Expiring"] as const) {
    held.push(...(await ctx.db.query("grants").withIndex("by_access", (q) => q.eq("accessKey", accessKey).eq("state", state)).take(SHOWN)));
  }
  return held.slice(0, SHOWN);
}
