/** Ideas as rows of a list. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { standsFor } from "../../core/feedback/model";
import { isRecent } from "../../core/feedback/rules";
import { ideaPriority, ideaStatus } from "../../core/feedback/table";
import { accountsOf } from "../../core/people/humans";
import { timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** Own ideas, votes and comments that are looked through, the latest of each. */
const LOOKED_AT = 200;

export const ideaRow = v.object({
  id: v.id("ideas"),
  key: v.string(),
  title: v.string(),
  status: ideaStatus,
  priority: ideaPriority,
  votes: v.number(),
  isMine: v.boolean(),
  hasVoted: v.boolean(),
  hasCommented: v.boolean(),
  /** An admin answered lately. */
  isAnswered: v.boolean(),
  statusAt: timestamp,
});
export type IdeaRow = Infer<typeof ideaRow>;

/** What somebody has to do with ideas: by the idea that stands for each. */
interface Part {
  readonly written: ReadonlySet<Id<"ideas">>;
  readonly voted: ReadonlySet<Id<"ideas">>;
  readonly commented: ReadonlySet<Id<"ideas">>;
}

/** What a human wrote, voted for and commented on, by whichever account. */
export async function partOf(ctx: ReadCtx, personId: Id<"people">): Promise<Part> {
  const [written, voted, commented] = [new Set<Id<"ideas">>(), new Set<Id<"ideas">>(), new Set<Id<"ideas">>()];
  for (const account of await accountsOf(ctx, personId)) {
    const ideas = await ctx.db
      .query("ideas")
      .withIndex("by_author", (q) => q.eq("authorId", account))
      .order("desc")
      .take(LOOKED_AT);
    for (const { _id } of ideas) written.add(_id);
    const votes = await ctx.db
      .query("ideaVotes")
      .withIndex("by_person", (q) => q.eq("personId", account))
      .order("desc")
      .take(LOOKED_AT);
    for (const vote of votes) if (vote.isCast) await addStanding(ctx, voted, vote.ideaId);
    const comments = await ctx.db
      .query("ideaComments")
      .withIndex("by_person", (q) => q.eq("personId", account))
      .order("desc")
      .take(LOOKED_AT);
    for (const comment of comments) await addStanding(ctx, commented, comment.ideaId);
  }
  return { written, voted, commented };
}

/** A vote for an idea is one for what it was merged into, too. */
async function addStanding(ctx: ReadCtx, found: Set<Id<"ideas">>, ideaId: Id<"ideas">): Promise<void> {
  if (found.has(ideaId)) return;
  const idea = await ctx.db.get(ideaId);
  if (!idea) return;
  found.add(ideaId);
  found.add((await standsFor(ctx, idea))._id);
}

/** Ideas as one person reads them. */
export function rowsOf(ideas: readonly Doc<"ideas">[], { written, voted, commented }: Part, now: number): IdeaRow[] {
  return ideas.map(({ _id, key, title, status, priority, votes, answeredAt, statusAt }) => ({
    id: _id,
    key,
    title,
    status,
    priority,
    votes,
    isMine: written.has(_id),
    hasVoted: voted.has(_id),
    hasCommented: commented.has(_id),
    isAnswered: isRecent(answeredAt, now),
    statusAt,
  }));
}

/** My Feedback: what somebody wrote, voted for or commented on, what changed last first. */
export async function mineOf(ctx: ReadCtx, personId: Id<"people">): Promise<IdeaRow[]> {
  const part = await partOf(ctx, personId);
  const ideas: Doc<"ideas">[] = [];
  for (const id of new Set([...part.written, ...part.voted, ...part.commented])) {
    const idea = await ctx.db.get(id);
    if (!idea || idea.status === "Deleted") continue;
    if (idea.isListed || part.written.has(id)) ideas.push(idea);
  }
  const latest = ideas.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, LOOKED_AT);
  return rowsOf(latest, part, Date.now());
}
