/** What people do with help articles. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { answerArticle } from "../core/articles/answering";
import type { ArticleStep } from "../core/articles/step";
import { article, shownArticle } from "../core/articles/table";
import * as writing from "../core/articles/writing";
import { attributionOf } from "../core/audit/model";

const shown = shownArticle;

/** Keeps a new article as a draft, with the resolved ticket it is written from; answers its key. */
export const create = guardedMutation("tickets.answer", {
  args: { article, ticket: v.optional(v.string()) },
  returns: v.string(),
  handler: async (ctx, given) => await writing.createArticle(stepOf(ctx), given.article, given.ticket ?? null),
});

/** Saves an article that still is as it was shown. */
export const save = guardedMutation("articles.write", {
  args: { shown, article },
  returns: v.null(),
  handler: async (ctx, given) => {
    await writing.saveArticle(stepOf(ctx), given.shown, given.article);
    return null;
  },
});

/** Publishes a draft. */
export const publish = guardedMutation("articles.write", {
  args: { shown },
  returns: v.null(),
  handler: async (ctx, given) => {
    await writing.publishArticle(stepOf(ctx), given.shown);
    return null;
  },
});

/** Archives an article; or, with `isArchived` false, puts it back. */
export const setArchived = guardedMutation("tickets.answer", {
  args: { id: v.id("articles"), isArchived: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { id, isArchived }) => {
    await writing.setArchived(stepOf(ctx), id, isArchived);
    return null;
  },
});

/** Puts back the words of a former version. */
export const restore = guardedMutation("articles.write", {
  args: { shown, version: v.number() },
  returns: v.null(),
  handler: async (ctx, { shown: one, version }) => {
    await writing.restoreVersion(stepOf(ctx), one, version);
    return null;
  },
});

/** Says that an article was read again, and when it will be next. */
export const review = guardedMutation("articles.write", {
  args: { shown, reviewAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { shown: one, reviewAt }) => {
    await writing.reviewArticle(stepOf(ctx), one, reviewAt);
    return null;
  },
});

/** Says whether an article helped. */
export const answer = guardedMutation("articles.write", {
  args: { id: v.id("articles"), helps: v.boolean(), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, ...said }) => {
    await answerArticle(stepOf(ctx), id, said);
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx): ArticleStep {
  const { viewer } = ctx;
  return { ctx, at: Date.now(), by: attributionOf(viewer), eyes: viewer };
}
