/** Arguments with which the public functions of help articles can be called. */

import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { searchTextOf, summaryOf } from "../core/articles/rules";
import type { Article } from "../core/articles/table";
import type { Scene } from "../lib/publicApi.scene.testing";
import { DAY_MS } from "../lib/pure/time";

/** An article of somebody, as it is saved. */
export function anArticleOf({ world, personId }: Scene, fields: Partial<Article> = {}): Article {
  return {
    title: "Ask for a table",
    body: "Choose **Table access** in the catalog.",
    topics: ["access"],
    typeKeys: [],
    audience: "everyone",
    ownerId: personId,
    reviewAt: world.now() + 90 * DAY_MS,
    ...fields,
  };
}

type Row = Omit<Doc<"articles">, "_id" | "_creationTime" | keyof Article | "summary" | "searchText">;

/** Keeps an article with its text, as it stands in the tables. */
export async function keepArticle(
  ctx: Pick<MutationCtx, "db">,
  { body, ...saved }: Article,
  row: Row,
): Promise<Id<"articles">> {
  const articleId = await ctx.db.insert("articles", { ...saved, ...row, summary: summaryOf(body) });
  const { status, isOpen } = row;
  const searchText = searchTextOf({ title: saved.title, body });
  await ctx.db.insert("articleTexts", { articleId, body, searchText, status, isOpen });
  return articleId;
}

/** A published article the caller owns, for support: nobody else among staff reads it. */
async function aPublishedOne(scene: Scene): Promise<Id<"articles">> {
  const { world, personId } = scene;
  const saved = anArticleOf(scene, { audience: "agents" });
  const by = { createdById: personId, createdAt: 0, updatedAt: 0, updatedById: personId };
  const counts = { revision: 1, version: 1, helped: 0, notHelped: 0 };
  const row = { ...by, ...counts, key: "ART-7", isOpen: false };
  return await world.run(async (ctx) => {
    const articleId = await keepArticle(ctx, saved, { ...row, status: "published" });
    const { title, body, topics, typeKeys } = saved;
    await ctx.db.insert("articleVersions", {
      ...{ articleId, number: 1, title, body, topics, typeKeys },
      byId: personId,
      at: 0,
    });
    return articleId;
  });
}

const shownOf = async (scene: Scene) => ({ id: await aPublishedOne(scene), revision: 1 });

export const ARTICLE_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "articles/queries:list": () => ({ text: "", status: "published", topic: null }),
  "articles/queries:suggest": () => ({ text: "table", topic: "access", typeKey: null }),
  "articles/queries:fromTicket": () => ({ key: "none" }),
  "articles/queries:get": () => ({ key: "none" }),
  "articles/queries:versions": async (_, scene) => ({ id: await aPublishedOne(scene) }),
  "articles/queries:version": async (_, scene) => ({ id: await aPublishedOne(scene), number: 1 }),
  "articles/queries:figures": async (_, scene) => ({ id: await aPublishedOne(scene) }),
  "articles/mutations:create": (_, scene) => ({ article: anArticleOf(scene) }),
  "articles/mutations:save": async (_, scene) => ({
    shown: await shownOf(scene),
    article: anArticleOf(scene, { title: "Ask for a view", audience: "agents" }),
  }),
  "articles/mutations:publish": async (_, scene) => ({ shown: await shownOf(scene) }),
  "articles/mutations:setArchived": async (_, scene) => ({ id: await aPublishedOne(scene), isArchived: true }),
  "articles/mutations:restore": async (_, scene) => ({ shown: await shownOf(scene), version: 1 }),
  "articles/mutations:review": async (_, scene) => ({
    shown: await shownOf(scene),
    reviewAt: scene.world.now() + 100 * DAY_MS,
  }),
  "articles/mutations:answer": async (_, scene) => ({ id: await aPublishedOne(scene), helps: true, reason: "" }),
};
