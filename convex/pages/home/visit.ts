/** What happened to a person's requests while they were away: which ended, which stopped, which were answered. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requestsOf } from "../../core/requests/model";
import { timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests looked through: the newest of a person. */
const EXAMINED_REQUESTS = 50;
/** Comments counted per request; more are as good as many. */
const COUNTED_REPLIES = 20;

/** A number with the keys of the requests behind it. */
const counted = v.object({ count: v.number(), keys: v.array(v.string()) });

export const sinceVisit = v.object({
  since: timestamp,
  /** Requests that ended: granted, rejected or expired. */
  ended: counted,
  /** Requests that came to a stop on a failure and still stand there. */
  blocked: counted,
  /** What others wrote to the person's requests. */
  replies: counted,
});
export type SinceVisit = Infer<typeof sinceVisit>;

/** Counts since a time; null for somebody who is here for the first time. */
export async function sinceVisitOf(ctx: ReadCtx, person: Doc<"people">): Promise<SinceVisit | null> {
  const since = person.previousVisitAt;
  if (since === undefined) return null;
  const requests = (await requestsOf(ctx, person._id, EXAMINED_REQUESTS)).filter(({ status }) => status !== "Draft");
  const changed = requests.filter(({ updatedAt }) => updatedAt > since);
  const ended = changed.filter(
    ({ status, endedAt }) => status !== "Cancelled" && endedAt !== undefined && endedAt > since,
  );
  const blocked = changed.filter(({ status }) => status === "Blocked");
  const replies = await Promise.all(
    requests.map(async ({ _id, key }) => ({ key, count: await repliesTo(ctx, _id, person, since) })),
  );
  const answered = replies.filter(({ count }) => count > 0);
  return {
    since,
    ended: { count: ended.length, keys: ended.map(({ key }) => key) },
    blocked: { count: blocked.length, keys: blocked.map(({ key }) => key) },
    replies: { count: answered.reduce((sum, { count }) => sum + count, 0), keys: answered.map(({ key }) => key) },
  };
}

async function repliesTo(
  ctx: ReadCtx,
  requestId: Doc<"requests">["_id"],
  person: Doc<"people">,
  since: number,
): Promise<number> {
  const comments = await ctx.db
    .query("requestComments")
    .withIndex("by_request", (q) => q.eq("requestId", requestId).gt("createdAt", since))
    .take(COUNTED_REPLIES);
  return comments.filter(({ authorId, visibility }) => authorId !== person._id && visibility === "public").length;
}
