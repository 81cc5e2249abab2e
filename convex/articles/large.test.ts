/** As many articles as a portal holds, each as long as it may be: what lists and forms read of them. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { listArticles } from "../core/articles/model";
import { ARTICLE_BODY_MAX_LENGTH, MAX_ARTICLES } from "../core/articles/rules";
import { suggestArticles } from "../core/articles/suggesting";
import { medianMs } from "../lists/reads.testing";
import { endWorld } from "../testing/world.testing";
import { anArticleOf, keepArticle } from "./args.testing";
import { anArticleWorld } from "./articles.testing";

afterEach(endWorld);

/** A row of an article without its text, and what reading the one of them costs beside. */
const ROW_BYTES = 1_000;
const SUGGESTIONS_BYTES = 20 * (2 * ARTICLE_BODY_MAX_LENGTH + 4 * ROW_BYTES);

test("lists and suggestions read the rows of all articles and the texts of none but the best", async () => {
  const { world, ada, fay } = await anArticleWorld();
  const by = { createdById: ada.id, createdAt: 0, updatedAt: 0, updatedById: ada.id };
  const counts = { revision: 1, version: 1, helped: 0, notHelped: 0 };
  for (let from = 0; from < MAX_ARTICLES; from += 50)
    await world.run(async (ctx) => {
      for (let at = from; at < from + 50; at += 1) {
        const body = `Orders of ${at}. `.padEnd(ARTICLE_BODY_MAX_LENGTH, "More words of it. ");
        const saved = anArticleOf({ world, personId: ada.id }, { title: `Wake warehouse ${at}`, body });
        await keepArticle(ctx, saved, { ...by, ...counts, key: `ART-${at + 100}`, isOpen: true, status: "published" });
      }
    });
  const read = await world.run(async (ctx) => {
    const used = async () => (await ctx.meta.getTransactionMetrics()).bytesRead.used;
    const person = await ctx.db.get(fay.id);
    if (!person) throw new Error("Nobody");
    const eyes = { person, impersonation: null };
    const begun = await used();
    const listed = await listArticles(ctx, eyes, "published");
    const list = await used();
    const about = { text: "My warehouse sleeps", topic: "access" as const, typeKey: null };
    const suggested = await suggestArticles(ctx, eyes, about, 3);
    return { listed: listed.length, suggested: suggested.length, list: list - begun, suggest: (await used()) - list };
  });
  expect(read).toMatchObject({ listed: MAX_ARTICLES, suggested: 3 });
  expect(read.list).toBeLessThan(MAX_ARTICLES * ROW_BYTES);
  expect(read.suggest).toBeLessThan(SUGGESTIONS_BYTES);
  const { _id } = (await world.rows("articles"))[0]!;
  let round = 0;
  const timed = async (ask: () => Promise<unknown>) =>
    await medianMs(7, async () => {
      // A row changes each time: an answer that is still known costs nothing.
      round += 1;
      await world.run((ctx) => ctx.db.patch(_id, { helped: round }));
      await ask();
    });
  const { list, suggest } = api.articles.queries;
  const listMs = await timed(() => fay.query(list, { text: "", status: "published", topic: null }));
  const searchMs = await timed(() => fay.query(list, { text: "warehouse 7", status: "published", topic: null }));
  const suggestMs = await timed(() =>
    fay.query(suggest, { text: "My warehouse sleeps", topic: "access", typeKey: null }),
  );
  console.log(
    `${MAX_ARTICLES} articles: the list reads ${read.list} bytes in ${listMs.toFixed(1)} ms, a search takes ${searchMs.toFixed(1)} ms, suggestions read ${read.suggest} bytes in ${suggestMs.toFixed(1)} ms`,
  );
  // Times are bounds where nothing else runs: `npm run bench -- lists`.
  if (process.env["ARTICLES"] === undefined) return;
  expect(listMs).toBeLessThan(50);
  expect(searchMs).toBeLessThan(100);
  expect(suggestMs).toBeLessThan(100);
}, 60_000);
