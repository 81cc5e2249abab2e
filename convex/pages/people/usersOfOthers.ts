/** Users in outside systems that somebody answers for, made for people who are not in the portal. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { grantsOf } from "../../core/grants/model";
import { typeOf } from "../../core/tasks/rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** Grants of one state that are looked at. */
const EXAMINED = 50;

/** What is known of such a user. */
interface UserOfOther {
  readonly name: string;
  readonly address: string;
}

/** The user that an access is, where it was made for somebody who is not its holder; null for any other access. */
export async function userOfOther(ctx: ReadCtx, grant: Doc<"grants">): Promise<UserOfOther | null> {
  if (grant.account !== undefined) return null;
  const task = await ctx.db.get(grant.taskId);
  if (!task || typeOf(task.type)?.account !== "made") return null;
  return { name: grant.description, address: String(task.input["email"]) };
}

/** All of those that are held under somebody's name now. */
export async function usersOfOthers(ctx: ReadCtx, personId: Id<"people">): Promise<UserOfOther[]> {
  const held = [
    ...(await grantsOf(ctx, personId, "Active", EXAMINED)),
    ...(await grantsOf(ctx, personId, "Expiring", EXAMINED)),
  ];
  const found = await Promise.all(held.map((grant) => userOfOther(ctx, grant)));
  return found.filter((user) => user !== null);
}
