/**
 * For how long somebody would have held what a request gives before its own days begin, for the policies that approve
 * short times.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { GrantState } from "../../core/grants/table";
import { serviceUserOf } from "../../core/serviceUsers/model";
import { DAY_MS } from "../../lib/pure/time";

type ReadCtx = Pick<QueryCtx, "db">;

/** Grants of one person that are looked at, the newest first. */
const GRANTS_READ = 100;

/** What a request is about, as far as this looks. */
export interface RequestedAccess {
  readonly typeKey: string;
  readonly beneficiaryId: Id<"people">;
  readonly targetKey?: string | undefined;
  readonly extension?: Doc<"requests">["extension"];
  readonly form: Doc<"requests">["form"];
}

/**
 * Days from the first grant on: to the end that an extension begins at, or to now for a request that gives once more
 * what is held. Grants that took each other's place are one time, however each was asked for, so that asking again is
 * no way around; what has ended before does not count.
 */
export async function heldDaysBefore(ctx: ReadCtx, requested: RequestedAccess, now: number): Promise<number> {
  const held = await grantsLike(ctx, requested, ["Active", "Expiring"]);
  const { extension } = requested;
  if (held.length === 0 && !extension) return 0;
  let since = Math.min(...held.map(({ startsAt }) => startsAt), extension?.heldSince ?? now);
  const replaced = (await grantsLike(ctx, requested, ["Superseded"])).toSorted((a, b) => b.startsAt - a.startsAt);
  for (const { startsAt, endedAt } of replaced)
    if (endedAt !== undefined && endedAt >= since) since = Math.min(since, startsAt);
  return Math.max(0, (extension?.currentEnd ?? now) - since) / DAY_MS;
}

async function grantsLike(
  ctx: ReadCtx,
  { typeKey, beneficiaryId, targetKey, form }: RequestedAccess,
  states: readonly GrantState[],
): Promise<Doc<"grants">[]> {
  const like: Doc<"grants">[] = [];
  // What a service user holds was asked for by either of those who answer for it.
  const { ownerId, deputyId } = (await serviceUserOf(ctx, form)) ?? {};
  const holders = new Set([beneficiaryId, ownerId, deputyId].filter((id) => id !== undefined));
  for (const [holderId, state] of [...holders].flatMap((id) => states.map((state) => [id, state] as const))) {
    const grants = await ctx.db
      .query("grants")
      .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", holderId).eq("state", state))
      .order("desc")
      .take(GRANTS_READ);
    for (const grant of grants) {
      const request = grant.typeKey === typeKey ? await ctx.db.get(grant.requestId) : null;
      if (request?.targetKey !== undefined && request.targetKey === targetKey) like.push(grant);
    }
  }
  return like;
}
