/** What is done with help articles: saved, published, archived, put back and reviewed. */

import type { Doc, Id } from "../../_generated/dataModel";
import { nextNumber } from "../../lib/counters";
import { refuse, refuseIf } from "../../lib/errors";
import { HOUR_MS } from "../../lib/pure/time";
import { changedFields } from "../audit/rules";
import { typeByKey } from "../catalog/model";
import { closeNotices } from "../notifications/model";
import { answersTickets } from "../tickets/model";
import { ticketToWriteFrom } from "./fromTicket";
import { loadArticle, type ReadArticle, textOf, versionOf } from "./model";
import {
  articleProblems,
  isOpen,
  MAX_ARTICLES,
  MAX_SAVES_PER_HOUR,
  reviewProblem,
  searchTextOf,
  summaryOf,
  tidyArticle,
  whyNotHandOver,
  whyNotWrite,
} from "./rules";
import { type ArticleStep, record, refuseIfTooOften } from "./step";
import { type Article, articleWords, type ArticleStatus, type ArticleWords, type ShownArticle } from "./table";

const WORDS = Object.keys(articleWords.fields) as (keyof ArticleWords)[];
/** What the audit trail tells of a change: titles and texts are read where the article is. */
const RECORDED = ["audience", "ownerId", "topics", "typeKeys", "reviewAt"] as const;

/**
 * Keeps a new article as a draft of whoever answers tickets; the same one sent twice is there once. `ticketKey` names the
 * resolved ticket it is written from. Answers its key.
 */
export async function createArticle(step: ArticleStep, given: Article, ticketKey: string | null): Promise<string> {
  const { ctx, at, eyes } = step;
  if (!answersTickets(eyes))
    refuse({ code: "not-eligible", message: "Only those who answer tickets can start an article." });
  const ticket = ticketKey === null ? null : await ticketToWriteFrom(ctx, eyes, ticketKey);
  if (ticketKey !== null && ticket === null) refuse({ code: "not-found" });
  const fields = await checked(step, given, null);
  const byPerson = await ctx.db
    .query("articles")
    .withIndex("by_creator", (q) => q.eq("createdById", eyes.person._id).gt("createdAt", at - HOUR_MS))
    .take(MAX_SAVES_PER_HOUR);
  for (const one of byPerson)
    if (one.revision === 1 && one.title === fields.title && (await textOf(ctx, one._id)).body === fields.body)
      return one.key;
  await refuseIfTooOften(step);
  await refuseIfFull(step);
  const key = `ART-${await nextNumber(ctx, "articles", 1)}`;
  const personId = eyes.person._id;
  const { body, searchText, ...row } = fields;
  const id = await ctx.db.insert("articles", {
    ...row,
    ...(ticket && { ticketId: ticket._id }),
    key,
    status: "draft",
    isOpen: false,
    revision: 1,
    version: 0,
    helped: 0,
    notHelped: 0,
    createdById: personId,
    createdAt: at,
    updatedAt: at,
    updatedById: personId,
  });
  await ctx.db.insert("articleTexts", { articleId: id, body, searchText, status: "draft", isOpen: false });
  await record(step, "article.written", { _id: id, key }, [], ticket ? { ticket: ticket.key } : {});
  return key;
}

/** Saves an article that still is as it was shown (H4); of a published one readers read it at once, as a new version. */
export async function saveArticle(step: ArticleStep, shown: ShownArticle, given: Article): Promise<void> {
  const { article, reader } = await loadToWrite(step, shown);
  refuseIf(whyNotHandOver(article, given, reader));
  const fields = await checked(step, given, article);
  const changes = changedFields(wordsAndTerms(article), wordsAndTerms(fields));
  const changed = changes.map(({ field }) => field);
  if (changed.length === 0) return;
  await refuseIfTooOften(step);
  const isNewVersion = article.status === "published" && WORDS.some((field) => changed.includes(field));
  await change(step, article, fields, isNewVersion ? {} : null);
  if (article.ownerId !== fields.ownerId || article.reviewAt !== fields.reviewAt) await settleReview(step, article._id);
  const recorded = new Set<string>(RECORDED);
  await record(
    step,
    "article.saved",
    article,
    changes.filter(({ field }) => recorded.has(field)),
    { changed: changed.join(", "), version: article.version + (isNewVersion ? 1 : 0) },
  );
}

/** Publishes a draft. */
export async function publishArticle(step: ArticleStep, shown: ShownArticle): Promise<void> {
  const { article } = await loadToWrite(step, shown);
  if (article.status === "published") return;
  await refuseIfTooOften(step);
  await change(step, article, { ...article, ...(await checked(step, article, article)) }, {}, "published");
  await record(step, "article.published", article, [], { version: article.version + 1 });
}

/** Archives an article, or puts an archived one back as what it was: whoever answers tickets does. */
export async function setArchived(step: ArticleStep, id: Id<"articles">, isArchived: boolean): Promise<void> {
  const { ctx, at, eyes } = step;
  const { article, reader } = await loadArticle(ctx, eyes, id);
  if (!reader.isAgent)
    refuse({ code: "not-eligible", message: "Only those who answer tickets can archive an article." });
  if ((article.status === "archived") === isArchived) return;
  await refuseIfTooOften(step);
  if (!isArchived) await refuseIfFull(step);
  const status: ArticleStatus = isArchived ? "archived" : article.version === 0 ? "draft" : "published";
  const now = { status, isOpen: isOpen({ status, audience: article.audience }) };
  await ctx.db.patch((await textOf(ctx, id))._id, now);
  await ctx.db.patch(id, {
    ...now,
    remindAt: status === "published" ? article.reviewAt : undefined,
    revision: article.revision + 1,
    updatedAt: at,
    updatedById: eyes.person._id,
  });
  await settleReview(step, id);
  await record(step, isArchived ? "article.archived" : "article.unarchived", article);
}

/** Puts back the words of a former version, exactly, as a new version (H3). */
export async function restoreVersion(step: ArticleStep, shown: ShownArticle, number: number): Promise<void> {
  const { article } = await loadToWrite(step, shown);
  const former = await versionOf(step.ctx, article._id, number);
  if (!former) refuse({ code: "not-found" });
  const { title, body, topics, typeKeys } = former;
  const words = { title, body, topics, typeKeys };
  if (changedFields(wordsAndTerms(article), words).length === 0) return;
  await refuseIfTooOften(step);
  await change(step, article, { ...article, ...words, ...listedOf(words) }, { restores: number });
  await record(step, "article.restored", article, [], { restores: number, version: article.version + 1 });
}

/** Somebody who writes an article has read it again: the next review is then. */
export async function reviewArticle(step: ArticleStep, shown: ShownArticle, reviewAt: number): Promise<void> {
  const { ctx, at } = step;
  const { article } = await loadToWrite(step, shown);
  const problem = reviewProblem(reviewAt, at);
  if (problem !== null) refuse({ code: "invalid-form", fields: { reviewAt: problem } });
  if (article.reviewAt === reviewAt) return;
  await refuseIfTooOften(step);
  await ctx.db.patch(article._id, {
    reviewAt,
    remindAt: article.status === "published" ? reviewAt : undefined,
    revision: article.revision + 1,
  });
  await settleReview(step, article._id);
  await record(step, "article.reviewed", article, changedFields({ reviewAt: article.reviewAt }, { reviewAt }));
}

/** An article with its text, as it is saved. */
interface WholeArticle extends ReadArticle {
  readonly article: Doc<"articles"> & Article;
}

async function loadToWrite({ ctx, eyes }: ArticleStep, shown: ShownArticle): Promise<WholeArticle> {
  const found = await loadArticle(ctx, eyes, shown.id);
  refuseIf(whyNotWrite(found.article.status, found.reader));
  if (found.article.revision !== shown.revision) refuse({ code: "changed-meanwhile" });
  const { body } = await textOf(ctx, shown.id);
  return { ...found, article: { ...found.article, body } };
}

/** What may be kept of what was written; refuses with the message of each field. */
async function checked({ ctx, at }: ArticleStep, given: Article, before: Article | null) {
  const { title, body, topics, typeKeys, audience, ownerId, reviewAt } = tidyArticle(given);
  const fields = { title, body, topics, typeKeys, audience, ownerId, reviewAt };
  const problems: Record<string, string> = { ...articleProblems(fields, at, before?.reviewAt ?? null) };
  if (!problems.typeKeys) {
    for (const key of typeKeys)
      if (!before?.typeKeys.includes(key) && (await typeByKey(ctx, key)) === null)
        problems.typeKeys = "Choose request types from the catalogue";
  }
  if (ownerId !== before?.ownerId && (await ctx.db.get(ownerId))?.status !== "active")
    problems.ownerId = "Choose somebody with an active account";
  if (Object.keys(problems).length > 0) refuse({ code: "invalid-form", fields: problems });
  return { ...fields, ...listedOf(fields) };
}

/** What lists and searches know of an article's words. */
function listedOf(words: Pick<Article, "title" | "body">): Listed {
  return { summary: summaryOf(words.body), searchText: searchTextOf(words) };
}

interface Listed {
  readonly summary: string;
  readonly searchText: string;
}

/** Writes what an article is from now on, and with `version` what readers read from now on beside the former ones. */
async function change(
  { ctx, at, eyes }: ArticleStep,
  article: Doc<"articles">,
  fields: Article & Listed,
  version: { readonly restores?: number } | null,
  status: ArticleStatus = article.status,
): Promise<void> {
  const { title, body, topics, typeKeys, audience, ownerId, reviewAt, summary, searchText } = fields;
  const personId = eyes.person._id;
  const number = article.version + (version ? 1 : 0);
  // Whoever takes an article over is told of its review, also of one that is due already (H5).
  const isOther = article.reviewAt !== reviewAt || article.ownerId !== ownerId;
  const isDue = status === "published" && (article.status !== "published" || isOther);
  const found = { status, isOpen: isOpen({ status, audience }) };
  await ctx.db.patch((await textOf(ctx, article._id))._id, { body, searchText, ...found });
  await ctx.db.patch(article._id, {
    ...{ title, topics, typeKeys, audience, ownerId, reviewAt, summary, version: number, ...found },
    ...(isDue && { remindAt: reviewAt }),
    revision: article.revision + 1,
    updatedAt: at,
    updatedById: personId,
  });
  if (version)
    await ctx.db.insert("articleVersions", {
      ...{ articleId: article._id, number, title, body, topics, typeKeys, byId: personId, at },
      ...version,
    });
}

function wordsAndTerms({ title, body, topics, typeKeys, audience, ownerId, reviewAt }: Article) {
  return { title, body, topics, typeKeys, audience, ownerId, reviewAt };
}

async function refuseIfFull({ ctx }: ArticleStep): Promise<void> {
  let count = 0;
  for (const status of ["draft", "published"] as const) {
    const rows = await ctx.db
      .query("articles")
      .withIndex("by_status", (q) => q.eq("status", status))
      .take(MAX_ARTICLES - count);
    count += rows.length;
  }
  if (count >= MAX_ARTICLES)
    refuse({ code: "too-many", message: `At most ${MAX_ARTICLES} help articles. Archive one first.` });
}

async function settleReview({ ctx, at }: ArticleStep, subjectId: Id<"articles">): Promise<void> {
  await closeNotices(ctx, { subjectId, kinds: ["article.reviewDue"], reason: "The article was reviewed.", at });
}
