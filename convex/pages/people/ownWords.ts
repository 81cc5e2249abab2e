/**
 * What a person wrote to others and what they said about it, for that person to take along: tickets, ideas, articles.
 * Every field is named here, as in `ownData`.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { iso, newest, part, partOf } from "./ownParts";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Doc<"people">["_id"];

export const ownWords = v.object({
  tickets: part,
  replies: part,
  drafts: part,
  ideas: part,
  ideaVotes: part,
  ideaComments: part,
  ideaNotes: part,
  ideaAnswers: part,
  ideaDrafts: part,
  articleAnswers: part,
});
type OwnWords = Infer<typeof ownWords>;

/** Everything of the person's own words, at most OWN_ROWS of each kind. */
export async function ownWordsOf(ctx: ReadCtx, me: PersonId): Promise<OwnWords> {
  return {
    ...(await supportOf(ctx, me)),
    ...(await ideasOf(ctx, me)),
    ...(await opinionsOf(ctx, me)),
  };
}

/** What the person asked support, said in tickets, also for agents alone, and has not sent yet. */
async function supportOf(ctx: ReadCtx, me: PersonId): Promise<Pick<OwnWords, "tickets" | "replies" | "drafts">> {
  const tickets = await newest(
    ctx.db.query("tickets").withIndex("by_requester_created", (q) => q.eq("requesterId", me)),
  );
  const replies = await newest(ctx.db.query("ticketMessages").withIndex("by_author", (q) => q.eq("authorId", me)));
  const drafts = await newest(ctx.db.query("ticketDrafts").withIndex("by_person", (q) => q.eq("personId", me)));
  const keyOf = async (id: Doc<"tickets">["_id"]): Promise<string | null> => (await ctx.db.get(id))?.key ?? null;
  return {
    tickets: await partOf(
      tickets,
      ({ key, title, description, topic, state, createdAt, diagnostics = [], satisfaction, satisfactionReason }) => ({
        key,
        title,
        description,
        topic,
        diagnostics,
        state,
        writtenAt: iso(createdAt),
        wasHelpGood: satisfaction === undefined ? null : satisfaction === "good",
        whyHelpWas: satisfactionReason ?? null,
      }),
    ),
    replies: await partOf(
      replies.filter(({ mailFrom }) => mailFrom === undefined),
      async ({ ticketId, visibility, body, createdAt }) => ({
        ticket: await keyOf(ticketId),
        readBy: visibility,
        text: body,
        writtenAt: iso(createdAt),
      }),
    ),
    drafts: await partOf(drafts, async ({ ticketId, draft, held, changedAt }) => ({
      ticket: ticketId ? await keyOf(ticketId) : null,
      title: draft.title ?? null,
      text: held?.beside ? `${held.beside.body}\n\n${draft.body}` : draft.body,
      changedAt: iso(changedAt),
    })),
  };
}

/** The person's ideas, what they said about ideas, and what they have not sent yet. */
async function ideasOf(
  ctx: ReadCtx,
  me: PersonId,
): Promise<Pick<OwnWords, "ideas" | "ideaComments" | "ideaNotes" | "ideaDrafts">> {
  const ideas = await newest(ctx.db.query("ideas").withIndex("by_author", (q) => q.eq("authorId", me)));
  const comments = await newest(ctx.db.query("ideaComments").withIndex("by_person", (q) => q.eq("personId", me)));
  const notes = await newest(ctx.db.query("ideaNotes").withIndex("by_person", (q) => q.eq("personId", me)));
  const drafts = await newest(ctx.db.query("ideaDrafts").withIndex("by_person", (q) => q.eq("personId", me)));
  const keyOf = ideaKeys(ctx);
  return {
    ideas: await partOf(ideas, ({ key, title, description, priority, status, createdAt }) => ({
      key,
      title,
      description,
      priority,
      status,
      writtenAt: iso(createdAt),
    })),
    ideaComments: await partOf(comments, async ({ ideaId, text, at }) => ({
      idea: await keyOf(ideaId),
      text,
      writtenAt: iso(at),
    })),
    ideaNotes: await partOf(notes, async ({ ideaId, text, at }) => ({
      idea: await keyOf(ideaId),
      text,
      writtenAt: iso(at),
    })),
    ideaDrafts: await partOf(drafts, async ({ ideaId, ticketId, draft, changedAt }) => ({
      commentOn: ideaId ? await keyOf(ideaId) : null,
      fromTicket: (ticketId && (await ctx.db.get(ticketId))?.key) ?? null,
      title: draft.title ?? null,
      text: draft.text,
      changedAt: iso(changedAt),
    })),
  };
}

/** What the person voted for, and whether what they were offered had helped. */
async function opinionsOf(
  ctx: ReadCtx,
  me: PersonId,
): Promise<Pick<OwnWords, "ideaVotes" | "ideaAnswers" | "articleAnswers">> {
  const votes = await newest(ctx.db.query("ideaVotes").withIndex("by_person", (q) => q.eq("personId", me)));
  const answers = await newest(ctx.db.query("ideaAnswers").withIndex("by_person", (q) => q.eq("personId", me)));
  const onArticles = await newest(ctx.db.query("articleAnswers").withIndex("by_person", (q) => q.eq("personId", me)));
  const keyOf = ideaKeys(ctx);
  return {
    ideaVotes: await partOf(votes, async ({ ideaId, isCast, changedAt }) => ({
      idea: await keyOf(ideaId),
      isCast,
      changedAt: iso(changedAt),
    })),
    ideaAnswers: await partOf(answers, async ({ ideaId, isSolved, at }) => ({
      idea: await keyOf(ideaId),
      isSolved,
      answeredAt: iso(at),
    })),
    articleAnswers: await partOf(onArticles, async ({ articleId, helps, reason, version, at }) => ({
      article: (await ctx.db.get(articleId))?.key ?? null,
      version,
      helped: helps,
      whatWasMissing: reason ?? null,
      answeredAt: iso(at),
    })),
  };
}

function ideaKeys(ctx: ReadCtx): (id: Doc<"ideas">["_id"]) => Promise<string | null> {
  return async (id) => (await ctx.db.get(id))?.key ?? null;
}
