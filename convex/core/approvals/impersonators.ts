/** Who looked through the eyes of others while a request was open: they decide nothing about it (A1). */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { endOfTime, MAX_IMPERSONATION_MS } from "../../access/impersonation";
import { accountsOf } from "../people/humans";

type ReadCtx = Pick<QueryCtx, "db">;

/** What keeps somebody out keeps out every account of theirs. */
export async function withOtherAccounts(
  ctx: ReadCtx,
  reasons: ReadonlyMap<Id<"people">, string>,
): Promise<Map<Id<"people">, string>> {
  const all = new Map(reasons);
  for (const [personId, reason] of reasons) {
    for (const id of await accountsOf(ctx, personId)) if (!all.has(id)) all.set(id, reason);
  }
  return all;
}

/**
 * Who looked through this person's eyes at some time since then. Every session is read: somebody with many could hide
 * one behind others. None runs longer than a day, so no older one reaches into that time.
 */
export async function impersonatorsOf(ctx: ReadCtx, personId: Id<"people">, since: number): Promise<Set<Id<"people">>> {
  const found = new Set<Id<"people">>();
  const sessions = ctx.db
    .query("impersonationSessions")
    .withIndex("by_target", (q) =>
      q.eq("impersonatingUserId", personId).gte("impersonationStartedAt", since - MAX_IMPERSONATION_MS),
    );
  for await (const session of sessions)
    if ((session.endedAt ?? endOfTime(session)) >= since) found.add(session.realPersonId);
  return found;
}

/** Why somebody who used the portal as one of those who are asked does not decide beside them. */
export const USED_APPROVER = "Impersonated somebody who is asked to decide";

/** Who looked through the eyes of one of those who hold seats since then: they would be two voices in one. */
export async function usersOfApprovers(
  ctx: ReadCtx,
  seats: readonly Pick<Doc<"approvalSeats">, "personId">[],
  since: number,
): Promise<Map<Id<"people">, string>> {
  const users = new Map<Id<"people">, string>();
  for (const personId of new Set(seats.map((seat) => seat.personId)))
    for (const id of await impersonatorsOf(ctx, personId, since)) users.set(id, USED_APPROVER);
  return await withOtherAccounts(ctx, users);
}
