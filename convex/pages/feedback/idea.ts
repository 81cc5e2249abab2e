/** One idea with its history, its comments and what the reader may say about it. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { accountAmong, hasAnswered, mayRead, standsFor, together, votesOf } from "../../core/feedback/model";
import { SURVEY_MS, MAX_COMMENTS } from "../../core/feedback/rules";
import { ideaFile, ideaStatus } from "../../core/feedback/table";
import { accountsOf } from "../../core/people/humans";
import { nameOf } from "../../core/people/model";
import { nullableString, priority, timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

const MAX_MOVES = 100;

const named = v.object({ key: v.string(), title: v.string() });

export const ideaPage = v.object({
  id: v.id("ideas"),
  key: v.string(),
  title: v.string(),
  description: v.string(),
  files: v.array(ideaFile),
  priority,
  status: ideaStatus,
  author: v.string(),
  isMine: v.boolean(),
  /** Whether an idea of somebody else was merged into it. */
  holdsOthers: v.boolean(),
  votes: v.number(),
  hasVoted: v.boolean(),
  /** What it is about, where its figures are shown: they are a reading of their own. */
  about: nullableString,
  /** Whether the reader is one of those who say if what was shipped helped, and has not yet. */
  mayAnswer: v.boolean(),
  createdAt: timestamp,
  mergedInto: v.union(v.null(), named),
  merged: v.array(named),
  moves: v.array(
    v.object({
      id: v.id("ideaMoves"),
      to: ideaStatus,
      note: v.string(),
      by: v.string(),
      at: timestamp,
      other: v.union(v.null(), named),
    }),
  ),
  comments: v.array(
    v.object({
      id: v.id("ideaComments"),
      by: v.string(),
      text: v.string(),
      files: v.array(ideaFile),
      at: timestamp,
      /** The merged idea it was written on; null on this one. */
      on: v.union(v.null(), v.string()),
    }),
  ),
});

/** An idea as somebody reads it; `isTeam` sees what was withdrawn, too. */
export async function ideaFor(
  ctx: ReadCtx,
  person: Doc<"people">,
  idea: Doc<"ideas">,
  isTeam: boolean,
): Promise<Infer<typeof ideaPage> | null> {
  const accounts = await accountsOf(ctx, person._id);
  const isMine = accounts.includes(idea.authorId);
  if (!(await mayRead(ctx, person, idea, isTeam))) return null;
  const parts: Doc<"ideas">[] = [];
  for (const id of await together(ctx, idea._id)) {
    const part = await ctx.db.get(id);
    if (part) parts.push(part);
  }
  const into = idea.mergedIntoId === undefined ? null : await standsFor(ctx, idea);
  const question =
    idea.status === "Shipped" && idea.asked && Date.now() <= idea.asked.at + SURVEY_MS ? idea.asked : null;
  return {
    id: idea._id,
    key: idea.key,
    title: idea.title,
    description: idea.description,
    files: idea.files ?? [],
    priority: idea.priority,
    status: idea.status,
    author: await nameOf(ctx, idea.authorId),
    isMine,
    holdsOthers: parts.some(({ authorId }) => authorId !== idea.authorId && !accounts.includes(authorId)),
    votes: idea.votes,
    hasVoted: (await votesOf(ctx, idea._id, accounts)).length > 0,
    mayAnswer:
      question !== null &&
      (await accountAmong(ctx, question.personIds, person._id)) !== null &&
      !(await hasAnswered(ctx, idea, person._id)),
    about: idea.about && idea.isListed ? `${idea.about.kind} ${idea.about.key}` : null,
    createdAt: idea.createdAt,
    mergedInto: into && { key: into.key, title: into.title },
    merged: parts.slice(1).map(({ key, title }) => ({ key, title })),
    moves: await movesOf(ctx, idea),
    comments: await commentsOf(ctx, parts),
  };
}

async function movesOf(ctx: ReadCtx, idea: Doc<"ideas">) {
  const moves = await ctx.db
    .query("ideaMoves")
    .withIndex("by_idea", (q) => q.eq("ideaId", idea._id))
    .order("desc")
    .take(MAX_MOVES);
  const shown = [];
  for (const { _id, to, note, byId, at, otherId } of moves) {
    const other = otherId === undefined ? null : await ctx.db.get(otherId);
    const by = await nameOf(ctx, byId);
    shown.push({ id: _id, to, note, by, at, other: other && { key: other.key, title: other.title } });
  }
  return shown;
}

async function commentsOf(ctx: ReadCtx, parts: readonly Doc<"ideas">[]) {
  const shown = [];
  for (const [place, part] of parts.entries())
    for (const { _id, personId, text, files = [], at } of await ctx.db
      .query("ideaComments")
      .withIndex("by_idea", (q) => q.eq("ideaId", part._id))
      .take(MAX_COMMENTS))
      shown.push({ id: _id, by: await nameOf(ctx, personId), text, files, at, on: place === 0 ? null : part.key });
  return shown.toSorted((a, b) => a.at - b.at);
}
