/** Ideas as rows of a list. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { standsFor, votesOf } from "../../core/feedback/model";
import { isRecent } from "../../core/feedback/rules";
import { ideaStatus } from "../../core/feedback/table";
import { accountsOf } from "../../core/people/humans";
import { priority, timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** Own ideas, votes and comments that My Feedback is made of, the latest of each by an account; and its rows. */
const LOOKED_AT = 200;

const row = {
  id: v.id("ideas"),
  key: v.string(),
  title: v.string(),
  status: ideaStatus,
  priority,
  votes: v.number(),
  isMine: v.boolean(),
  hasVoted: v.boolean(),
  /** An admin answered lately. */
  isAnswered: v.boolean(),
  statusAt: timestamp,
};
export const ideaRow = v.object(row);
export const myIdeaRow = v.object({ ...row, hasCommented: v.boolean() });
type Row = Infer<typeof ideaRow>;

/** Ideas as one human reads them, by whichever of their accounts; `voted` are some they are known to have voted for. */
export async function rowsOf(
  ctx: ReadCtx,
  ideas: readonly Doc<"ideas">[],
  personId: Id<"people">,
  voted: ReadonlySet<Id<"ideas">> = new Set(),
): Promise<Row[]> {
  const accounts = await accountsOf(ctx, personId);
  const rows = [];
  for (const { _id, key, title, status, priority, votes, authorId, answeredAt, statusAt } of ideas)
    rows.push({
      id: _id,
      key,
      title,
      status,
      priority,
      votes,
      isMine: accounts.includes(authorId),
      hasVoted: voted.has(_id) || (await votesOf(ctx, _id, accounts)).length > 0,
      isAnswered: isRecent(answeredAt, Date.now()),
      statusAt,
    });
  return rows;
}

/** My Feedback: what somebody wrote, voted for or commented on, what changed last first. */
export async function mineOf(ctx: ReadCtx, personId: Id<"people">): Promise<Infer<typeof myIdeaRow>[]> {
  const { written, voted, commented } = await partOf(ctx, personId);
  const ideas: Doc<"ideas">[] = [];
  for (const id of new Set([...written, ...voted, ...commented])) {
    const idea = await ctx.db.get(id);
    if (!idea || idea.status === "Deleted") continue;
    if (idea.isListed || written.has(id)) ideas.push(idea);
  }
  const latest = ideas.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, LOOKED_AT);
  return (await rowsOf(ctx, latest, personId, voted)).map((one) => ({ ...one, hasCommented: commented.has(one.id) }));
}

/** What a human wrote, voted for and commented on, by whichever account: by the idea that stands for each. */
async function partOf(ctx: ReadCtx, personId: Id<"people">) {
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
    for (const vote of votes) if (vote.isCast) await addWithMerged(ctx, voted, vote.ideaId);
    const comments = await ctx.db
      .query("ideaComments")
      .withIndex("by_person", (q) => q.eq("personId", account))
      .order("desc")
      .take(LOOKED_AT);
    for (const comment of comments) await addWithMerged(ctx, commented, comment.ideaId);
  }
  return { written, voted, commented };
}

/** A vote for an idea is one for what it was merged into, too. */
async function addWithMerged(ctx: ReadCtx, found: Set<Id<"ideas">>, ideaId: Id<"ideas">): Promise<void> {
  if (found.has(ideaId)) return;
  const idea = await ctx.db.get(ideaId);
  if (!idea) return;
  found.add(ideaId);
  found.add((await standsFor(ctx, idea))._id);
}
