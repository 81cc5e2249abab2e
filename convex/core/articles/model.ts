/** Help articles as rows: who reads which, and what is found. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { refuse } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { accountsOf } from "../people/humans";
import { answersTickets } from "../tickets/model";
import { type ArticleReader, MAX_ARTICLES, readsArticle } from "./rules";
import type { ArticleStatus } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
/** Through whose eyes articles are read. */
export type Eyes = Pick<Viewer, "person" | "impersonation">;

/** Own articles of somebody who does not answer tickets, and archived ones, the latest. */
const LOOKED_AT = 100;

/** An article with what somebody is to it. */
export interface ReadArticle {
  readonly article: Doc<"articles">;
  readonly reader: ArticleReader;
}

/** What somebody is to an article. */
export async function readerOf(
  ctx: ReadCtx,
  eyes: Eyes,
  { ownerId }: Pick<Doc<"articles">, "ownerId">,
): Promise<ArticleReader> {
  const isOwner = (await accountsOf(ctx, eyes.person._id)).includes(ownerId);
  return { isAgent: answersTickets(eyes), isOwner };
}

/** An article for whoever may read it; null for everybody else, as if there were none (H1). */
export async function readArticle(
  ctx: ReadCtx,
  eyes: Eyes,
  article: Doc<"articles"> | null,
): Promise<ReadArticle | null> {
  if (!article) return null;
  const reader = await readerOf(ctx, eyes, article);
  return readsArticle(article, reader) ? { article, reader } : null;
}

/** The same by its key: "ART-12". */
export async function articleByKey(ctx: ReadCtx, eyes: Eyes, key: string): Promise<ReadArticle | null> {
  const article = await ctx.db
    .query("articles")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  return await readArticle(ctx, eyes, article);
}

/** The same by its id; refuses where there is none. */
export async function loadArticle(ctx: ReadCtx, eyes: Eyes, id: Id<"articles">): Promise<ReadArticle> {
  return (await readArticle(ctx, eyes, await ctx.db.get(id))) ?? refuse({ code: "not-found" });
}

/** The articles somebody finds in the list: published ones by title, those they write beside them by their last change. */
export async function listArticles(ctx: ReadCtx, eyes: Eyes, status: ArticleStatus): Promise<Doc<"articles">[]> {
  if (answersTickets(eyes)) {
    const found = await ctx.db
      .query("articles")
      .withIndex("by_status", (q) => q.eq("status", status))
      .order("desc")
      .take(status === "archived" ? LOOKED_AT : MAX_ARTICLES);
    return status === "published" ? byTitle(found) : found;
  }
  const own = (await ownArticles(ctx, eyes)).filter((one) => one.status === status);
  if (status !== "published") return own;
  const open = await ctx.db
    .query("articles")
    .withIndex("by_open", (q) => q.eq("isOpen", true))
    .take(MAX_ARTICLES);
  return byTitle([...open, ...own.filter((one) => !one.isOpen)]);
}

function byTitle(articles: readonly Doc<"articles">[]): Doc<"articles">[] {
  return articles.toSorted((one, other) => one.title.localeCompare(other.title, "en-GB"));
}

async function ownArticles(ctx: ReadCtx, { person }: Eyes): Promise<Doc<"articles">[]> {
  const found: Doc<"articles">[] = [];
  for (const account of await accountsOf(ctx, person._id))
    found.push(
      ...(await ctx.db
        .query("articles")
        .withIndex("by_owner", (q) => q.eq("ownerId", account))
        .order("desc")
        .take(LOOKED_AT)),
    );
  return found;
}

/** An article that was found, with what of it was looked through. */
export interface FoundArticle {
  readonly article: Doc<"articles">;
  readonly text: Doc<"articleTexts">;
}

/** Published articles with some of the words that somebody may read, the most relevant first (H1). */
export async function findArticles(ctx: ReadCtx, eyes: Eyes, words: string, count: number): Promise<FoundArticle[]> {
  const rows = ctx.db.query("articleTexts");
  const texts = await (
    answersTickets(eyes)
      ? rows.withSearchIndex("search_text", (q) => q.search("searchText", words).eq("status", "published"))
      : rows.withSearchIndex("search_text", (q) => q.search("searchText", words).eq("isOpen", true))
  ).take(count);
  const found: FoundArticle[] = [];
  for (const text of texts) {
    const article = await ctx.db.get(text.articleId);
    if (article) found.push({ article, text });
  }
  return found;
}

/** What an article says. Every article has its text: they are written together. */
export async function textOf(ctx: ReadCtx, articleId: Id<"articles">): Promise<Doc<"articleTexts">> {
  const text = await ctx.db
    .query("articleTexts")
    .withIndex("by_article", (q) => q.eq("articleId", articleId))
    .unique();
  assert(text, `Article ${articleId} has no text`);
  return text;
}

/** What one human said of an article, by whichever account; null where nothing. */
export async function answerOf(
  ctx: ReadCtx,
  articleId: Id<"articles">,
  personId: Id<"people">,
): Promise<Doc<"articleAnswers"> | null> {
  for (const account of await accountsOf(ctx, personId)) {
    const answer = await ctx.db
      .query("articleAnswers")
      .withIndex("by_article_person", (q) => q.eq("articleId", articleId).eq("personId", account))
      .unique();
    if (answer) return answer;
  }
  return null;
}

/** One version; null where there is none. */
export async function versionOf(
  ctx: ReadCtx,
  articleId: Id<"articles">,
  number: number,
): Promise<Doc<"articleVersions"> | null> {
  return await ctx.db
    .query("articleVersions")
    .withIndex("by_article", (q) => q.eq("articleId", articleId).eq("number", number))
    .unique();
}
