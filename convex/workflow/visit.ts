/** What happened to a person's requests while they were away, in three counts. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { requestsOf } from "../requests/model";
import { isTerminal } from "../requests/rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests looked through: the newest of a person. */
const EXAMINED_REQUESTS = 50;
/** Comments counted per request; more are as good as many. */
const COUNTED_REPLIES = 20;

/** The three counts behind "since your last visit". */
export interface SinceVisit {
  readonly since: number;
  /** Requests that ended: granted, rejected or expired. */
  readonly ended: number;
  /** Requests that came to a stop on a failure and still stand there. */
  readonly blocked: number;
  /** What others wrote to the person's requests. */
  readonly replies: number;
}

/** Counts since a time; null for somebody who is here for the first time. */
export async function sinceVisitOf(ctx: ReadCtx, person: Doc<"people">): Promise<SinceVisit | null> {
  const since = person.previousVisitAt;
  if (since === undefined) return null;
  const requests = await requestsOf(ctx, person._id, EXAMINED_REQUESTS);
  const changed = requests.filter(({ status, updatedAt }) => status !== "Draft" && updatedAt > since);
  const ended = changed.filter(({ status, endedAt }) => isTerminal(status) && status !== "Cancelled" && (endedAt ?? 0) > since).length;
  const blocked = changed.filter(({ status }) => status === "Blocked").length;
  let replies = 0;
  for (const { _id } of requests) replies += await repliesTo(ctx, _id, person, since);
  return { since, ended, blocked, replies };
}

async function repliesTo(ctx: ReadCtx, requestId: Doc<"requests">["_id"], person: Doc<"people">, since: number): Promise<number> {
  const comments = await ctx.db
    .query("requestComments")
    .withIndex("by_request", (q) => q.eq("requestId", requestId).gt("createdAt", since))
    .take(COUNTED_REPLIES);
  return comments.filter(({ authorId, visibility }) => authorId !== person._id && visibility === "public").length;
}
