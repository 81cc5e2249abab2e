/** Reading help articles: each for those who may, as if there were no others. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { articlesFrom, begunFromTicket, ticketToWriteFrom } from "../core/articles/fromTicket";
import {
  answerOf,
  articleByKey,
  findArticles,
  listArticles,
  loadArticle,
  textOf,
  versionOf,
} from "../core/articles/model";
import { isOverdue, whyNotWrite } from "../core/articles/rules";
import { suggestArticles } from "../core/articles/suggesting";
import { article, articleAudience, articleStatus, articleWords } from "../core/articles/table";
import { nameOf, namesOf } from "../core/people/model";
import { answersTickets } from "../core/tickets/model";
import { ticketTopic } from "../core/tickets/table";
import { nullableString, timestamp } from "../lib/validators";

const MAX_WORDS = 200;
/** Found ones, versions and reasons that are shown. */
const FOUND = 50;
const SUGGESTED = 3;
const MAX_VERSIONS = 100;
const MAX_REASONS = 50;

const articleRow = v.object({
  id: v.id("articles"),
  key: v.string(),
  title: v.string(),
  summary: v.string(),
  topics: v.array(ticketTopic),
  status: articleStatus,
  audience: articleAudience,
  updatedAt: timestamp,
  /** For those who write it: whether its review is overdue. */
  isOverdue: v.boolean(),
});

/** The articles of one status by title or, with words, the published ones that have some of them, the best first. */
export const list = guardedQuery("articles.read", {
  args: { text: v.string(), status: articleStatus, topic: v.union(v.null(), ticketTopic) },
  returns: v.array(articleRow),
  handler: async (ctx, { text, status, topic }) => {
    const words = text.trim().slice(0, MAX_WORDS);
    const found =
      words === ""
        ? await listArticles(ctx, ctx.viewer, status)
        : (await findArticles(ctx, ctx.viewer, words, FOUND)).map((one) => one.article);
    return found.filter(({ topics }) => topic === null || topics.includes(topic)).map((one) => rowOf(ctx, one));
  },
});

const suggestedArticle = v.object({ key: v.string(), title: v.string(), summary: v.string() });

/** The articles that may answer what somebody is about to write, the best first, at most three. */
export const suggest = guardedQuery("articles.read", {
  args: {
    text: v.string(),
    topic: v.union(v.null(), ticketTopic),
    /** The type of the request they fill in. */
    typeKey: nullableString,
  },
  returns: v.array(suggestedArticle),
  handler: async (ctx, { text, ...about }) => {
    const found = await suggestArticles(ctx, ctx.viewer, { text: text.slice(0, MAX_WORDS), ...about }, SUGGESTED);
    return found.map(({ key, title, summary }) => ({ key, title, summary }));
  },
});

/** What an article from a resolved ticket begins with, and those written from it; null where none can be. */
export const fromTicket = guardedQuery("tickets.answer", {
  args: { key: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      title: v.string(),
      body: v.string(),
      topic: ticketTopic,
      articles: v.array(v.object({ key: v.string(), title: v.string(), status: articleStatus })),
    }),
  ),
  handler: async (ctx, { key: ticketKey }) => {
    const ticket = await ticketToWriteFrom(ctx, ctx.viewer, ticketKey);
    if (!ticket) return null;
    const written = await articlesFrom(ctx, ticket._id);
    const articles = written.map(({ key, title, status }) => ({ key, title, status }));
    return { ...(await begunFromTicket(ctx, ticket)), articles };
  },
});

function rowOf(
  { viewer }: ViewerQueryCtx,
  { _id: id, key, title, summary, topics, status, audience, updatedAt, reviewAt }: Doc<"articles">,
) {
  return {
    ...{ id, key, title, summary, topics, status, audience, updatedAt },
    isOverdue: answersTickets(viewer) && isOverdue({ status, reviewAt }, Date.now()),
  };
}

/** One article by its key; null where there is none the caller may read. */
export const get = guardedQuery("articles.read", {
  args: { key: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      id: v.id("articles"),
      key: v.string(),
      ...article.fields,
      status: articleStatus,
      revision: v.number(),
      version: v.number(),
      owner: v.string(),
      updatedAt: timestamp,
      updatedBy: v.string(),
      isOverdue: v.boolean(),
      isAgent: v.boolean(),
      mayWrite: v.boolean(),
      /** The ticket it was written from, for those who answer tickets. */
      ticket: nullableString,
      /** What the caller said of it. */
      answer: v.union(v.null(), v.object({ helps: v.boolean(), reason: v.string() })),
    }),
  ),
  handler: async (ctx, { key }) => {
    const found = await articleByKey(ctx, ctx.viewer, key);
    if (!found) return null;
    const { article: one, reader } = found;
    const { _id: id, title, topics, typeKeys, audience, ownerId, reviewAt, status, revision, version } = one;
    const said = await answerOf(ctx, id, ctx.viewer.person._id);
    const mayWrite = whyNotWrite("draft", reader) === null;
    return {
      body: (await textOf(ctx, id)).body,
      ...{ id, key, title, topics, typeKeys, audience, ownerId, reviewAt, status, revision, version },
      owner: await nameOf(ctx, ownerId),
      updatedAt: one.updatedAt,
      updatedBy: await nameOf(ctx, one.updatedById),
      isOverdue: mayWrite && isOverdue(one, Date.now()),
      isAgent: reader.isAgent,
      ticket: (reader.isAgent && one.ticketId && (await ctx.db.get(one.ticketId))?.key) || null,
      mayWrite,
      answer: said && { helps: said.helps, reason: said.reason ?? "" },
    };
  },
});

/** What was published of an article, the latest first, for those who write it. */
export const versions = guardedQuery("articles.write", {
  args: { id: v.id("articles") },
  returns: v.array(
    v.object({
      number: v.number(),
      title: v.string(),
      restores: v.union(v.null(), v.number()),
      by: v.string(),
      at: timestamp,
    }),
  ),
  handler: async (ctx, { id }) => {
    const { article: one, reader } = await loadArticle(ctx, ctx.viewer, id);
    if (whyNotWrite("draft", reader)) return [];
    const rows = await ctx.db
      .query("articleVersions")
      .withIndex("by_article", (q) => q.eq("articleId", one._id))
      .order("desc")
      .take(MAX_VERSIONS);
    const names = await namesOf(
      ctx,
      rows.map(({ byId }) => byId),
    );
    return rows.map(({ number, title, restores = null, byId, at }) => ({
      ...{ number, title, restores, at },
      by: names.get(byId) ?? "",
    }));
  },
});

/** One version with its words; null for those who do not write the article. */
export const version = guardedQuery("articles.write", {
  args: { id: v.id("articles"), number: v.number() },
  returns: v.union(v.null(), articleWords),
  handler: async (ctx, { id, number }) => {
    const { reader } = await loadArticle(ctx, ctx.viewer, id);
    const found = whyNotWrite("draft", reader) === null ? await versionOf(ctx, id, number) : null;
    return found && { title: found.title, body: found.body, topics: found.topics, typeKeys: found.typeKeys };
  },
});

/** How much an article helped, with what was missing, for those who answer tickets. */
export const figures = guardedQuery("tickets.answer", {
  args: { id: v.id("articles") },
  returns: v.object({
    helped: v.number(),
    notHelped: v.number(),
    reasons: v.array(v.object({ text: v.string(), version: v.number(), at: timestamp })),
  }),
  handler: async (ctx, { id }) => {
    const { article: one } = await loadArticle(ctx, ctx.viewer, id);
    const rows = await ctx.db
      .query("articleAnswers")
      .withIndex("by_article", (q) => q.eq("articleId", id).eq("helps", false))
      .order("desc")
      .take(MAX_REASONS);
    const reasons = rows.map(({ reason = "", version: read, at }) => ({ text: reason, version: read, at }));
    return { helped: one.helped, notHelped: one.notHelped, reasons };
  },
});
