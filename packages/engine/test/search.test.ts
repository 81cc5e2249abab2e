/** Text search through registered functions, as the client library asks for it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  anyApi,
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  paginationOptsValidator,
  queryGeneric as query,
  type GenericDocument,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, expect, test } from "vitest";
import { createEngine } from "../src/engine.ts";
import { seededRandom } from "../src/lib/random.ts";
import { createTestEngine, type TestEngine, type TestEngineOptions } from "../src/testing/index.ts";
import { eventually } from "./support.ts";

const article = { body: v.any(), topic: v.optional(v.any()), lang: v.optional(v.any()) };
const plainSchema = defineSchema({ articles: defineTable(article) });
const schema = defineSchema({
  articles: defineTable(article).searchIndex("by_body", { searchField: "body", filterFields: ["topic", "lang"] }),
});

/** What a test asks for: the words, and equalities by field. */
const asked = {
  words: v.string(),
  equals: v.optional(v.array(v.object({ field: v.string(), value: v.optional(v.any()) }))),
  index: v.optional(v.string()),
  field: v.optional(v.string()),
};

type Asked = { words: string; equals?: { field: string; value?: unknown }[]; index?: string; field?: string };

const searching = (db: any, { words, equals = [], index = "by_body", field = "body" }: Asked) =>
  db
    .query("articles")
    .withSearchIndex(index, (q: any) =>
      equals.reduce((so: any, one) => so.eq(one.field, one.value), q.search(field, words)),
    );

const bodies = (found: GenericDocument[]) => found.map(({ body }) => body as unknown);

const articles = {
  add: mutation({
    args: { articles: v.array(v.object(article)) },
    handler: async (ctx, args) => {
      for (const one of args.articles) await ctx.db.insert("articles", one);
    },
  }),
  edit: mutation({
    args: { from: v.string(), change: v.any() },
    handler: async (ctx, { from, change }) => {
      const found = await ctx.db
        .query("articles")
        .filter((q) => q.eq(q.field("body"), from))
        .first();
      if (change === null) await ctx.db.delete(found!._id);
      else await ctx.db.patch(found!._id, change);
    },
  }),
  find: query({ args: asked, handler: async (ctx, args) => bodies(await searching(ctx.db, args).collect()) }),
  take: query({
    args: { ...asked, count: v.number() },
    handler: async (ctx, { count, ...args }) => bodies(await searching(ctx.db, args).take(count)),
  }),
  page: query({
    args: { ...asked, paginationOpts: paginationOptsValidator },
    handler: async (ctx, { paginationOpts, ...args }) => {
      const { page, isDone, continueCursor } = await searching(ctx.db, args).paginate(paginationOpts);
      return {
        page: bodies(page as GenericDocument[]),
        isDone: isDone as boolean,
        continueCursor: continueCursor as string,
      };
    },
  }),
  addAndFind: mutation({
    args: { body: v.string(), words: v.string() },
    handler: async (ctx, { body, words }) => {
      const id = await ctx.db.insert("articles", { body });
      const with_ = bodies(await searching(ctx.db, { words }).collect());
      await ctx.db.delete(id);
      return { with_, without: bodies(await searching(ctx.db, { words }).collect()) };
    },
  }),
  withoutText: query({
    args: {},
    handler: async (ctx) =>
      await ctx.db
        .query("articles")
        .withSearchIndex("by_body", (q: any) => q.eq("topic", "x"))
        .collect(),
  }),
  twoTexts: query({
    args: {},
    handler: async (ctx) =>
      await ctx.db
        .query("articles")
        .withSearchIndex("by_body", (q: any) => q.search("body", "x").search("body", "y"))
        .collect(),
  }),
  nowhere: query({
    args: {},
    handler: async (ctx) =>
      await ctx.db
        .query("nowhere")
        .withSearchIndex("by_body", (q: any) => q.search("body", "x"))
        .collect(),
  }),
  asRange: query({
    args: {},
    handler: async (ctx) =>
      await ctx.db
        .query("articles")
        .withIndex("by_body" as never)
        .collect(),
  }),
};
const api = anyApi["articles"]!;
const modules = { schema: async () => ({ default: schema }), articles: async () => articles };

let world: TestEngine;
async function start(options: Partial<TestEngineOptions> = {}): Promise<void> {
  world = await createTestEngine({ modules, ...options });
}
afterEach(async () => await world.close());

const add = (...given: (string | { body: unknown; topic?: unknown; lang?: unknown })[]) =>
  world.engine.mutation("articles:add", {
    articles: given.map((one) => (typeof one === "string" ? { body: one } : one)),
  });
const find = (words: string, more: Omit<Asked, "words"> = {}) =>
  world.engine.query("articles:find", { words, ...more }) as Promise<string[]>;

test("[SEA1] words are runs of letters and digits, whatever their case; any of them finds a document", async () => {
  await start();
  await add("The Quick-brown fox, 42!", "a lazy dog", "Ein schöner Käse", { body: 7 }, { body: ["fox"] });
  expect(await find("FOX")).toEqual(["The Quick-brown fox, 42!"]);
  expect(await find("42.")).toEqual(["The Quick-brown fox, 42!"]);
  expect(await find("KÄSE")).toEqual(["Ein schöner Käse"]);
  expect(new Set(await find("brown dog"))).toEqual(new Set(["The Quick-brown fox, 42!", "a lazy dog"]));
  expect(await find("cat")).toEqual([]);
  expect(await find("")).toEqual([]);
  expect(await find("?! -")).toEqual([]);
});

test("[SEA1] vowel signs belong to the word they stand in", async () => {
  await start();
  await add("हिंदी भाषा", "ह द", "த மி", "தமிழ்");
  expect(await find("हिंदी")).toEqual(["हिंदी भाषा"]);
  expect(await find("தமி")).toEqual(["தமிழ்"]);
});

test("[SEA1] only the last word also finds the words it begins; overlong words are in no index; words after the sixteenth are ignored", async () => {
  await start();
  const long = "x".repeat(33);
  await add("quicksilver", `${long} word`);
  expect(await find("quick")).toEqual(["quicksilver"]);
  expect(await find("quick none")).toEqual([]);
  expect(await find(long)).toEqual([]);
  const sixteen = Array.from({ length: 16 }, (_, i) => `none${i}`).join(" ");
  expect(await find(`${sixteen} quicksilver`)).toEqual([]);
  expect(await find(`${sixteen.slice(0, -7)} quicksilver`)).toEqual(["quicksilver"]);
});

test("[SEA2] the rarer word, the more frequent word and the shorter text come first; the younger of equals", async () => {
  await start();
  await add(
    "common rare",
    "common one",
    "common two",
    "common common common",
    `common ${"filler ".repeat(200)}`,
    "same",
    "same ",
    "same  ",
  );
  expect((await find("common rare"))[0]).toBe("common rare");
  const ranked = await find("common");
  expect(ranked[0]).toBe("common common common");
  expect(ranked.at(-1)).toMatch(/^common filler/);
  expect(await find("same")).toEqual(["same  ", "same ", "same"]);
});

test("[SEA2] words that begin with the one being typed count together", async () => {
  await start();
  await add("bee beetle here", "beetle or not");
  expect(await find("bee")).toEqual(["bee beetle here", "beetle or not"]);
});

test("[SEA3] filters are exact equalities, in any number and order; a missing field is not null", async () => {
  await start();
  await add(
    { body: "w 1", topic: "a", lang: "en" },
    { body: "w 2", topic: "a", lang: "de" },
    { body: "w 3", topic: "b", lang: "en" },
    { body: "w 4", topic: null },
    { body: "w 5" },
  );
  const of = async (...equals: [string, unknown][]) =>
    (await find("w", { equals: equals.map(([field, value]) => (value === undefined ? { field } : { field, value })) }))
      .map((body) => body.slice(2))
      .sort();
  expect(await of(["topic", "a"])).toEqual(["1", "2"]);
  expect(await of(["lang", "en"])).toEqual(["1", "3"]);
  expect(await of(["lang", "en"], ["topic", "a"])).toEqual(["1"]);
  expect(await of(["topic", null])).toEqual(["4"]);
  expect(await of(["topic", undefined])).toEqual(["5"]);
  expect(await find("w other", { equals: [{ field: "topic", value: "b" }] })).toEqual(["w 3"]);
});

test("[SEA4] a search that does not fit its index is refused, each with its own message", async () => {
  await start();
  await add("x");
  await expect(world.engine.query("articles:withoutText")).rejects.toThrow(
    "Search query against articles.by_body does not contain any search filters.",
  );
  await expect(world.engine.query("articles:twoTexts")).rejects.toThrow(
    "Search query against articles.by_body contains multiple search filters.",
  );
  await expect(find("x", { field: "topic" })).rejects.toThrow(
    "contains a search filter against topic, which doesn't match the indexed `searchField` body",
  );
  await expect(find("x", { equals: [{ field: "body", value: 1 }] })).rejects.toThrow(
    "contains an equality filter on body but that field isn't indexed for filtering",
  );
  await expect(find("x", { equals: Array.from({ length: 9 }, () => ({ field: "topic", value: 1 })) })).rejects.toThrow(
    "has too many filter conditions. Max: 8 Actual: 9",
  );
  await expect(find("x", { index: "by_title" })).rejects.toThrow("Index articles.by_title not found.");
  await expect(world.engine.query("articles:asRange")).rejects.toThrow("Index articles.by_body is a search index.");
  expect(await world.engine.query("articles:nowhere")).toEqual([]);
});

test("[SEA4] the best 1024 can be read; more is an error", async () => {
  await start();
  for (let at = 0; at < 1100; at += 100) await add(...Array.from({ length: 100 }, (_, i) => `word ${at + i}`));
  expect(await world.engine.query("articles:take", { words: "word", count: 1024 })).toHaveLength(1024);
  await expect(find("word")).rejects.toThrow(
    "Search query against articles.by_body scanned too many documents (fetched 1024).",
  );
});

test("[SEA5] a mutation finds what it wrote and not what it deleted", async () => {
  await start();
  await add("an old fox");
  expect(await world.engine.mutation("articles:addAndFind", { body: "a new fox", words: "fox" })).toEqual({
    with_: ["a new fox", "an old fox"],
    without: ["an old fox"],
  });
});

test("[SEA6] a live search runs again for a document that held or holds one of its words, and for no other", async () => {
  await start();
  await add("a fox", "a dog");
  await world.serve();
  const shown: string[][] = [];
  world
    .connect()
    .onUpdate(
      api["find"] as never,
      { words: "fox zebra", equals: [{ field: "topic" }] } as never,
      (value: unknown) => void shown.push(value as string[]),
    );
  await eventually(() => shown.length === 1, "the first result");
  const runs = () => world.engine.figures().executions;
  const before = runs();
  await add("a cat", { body: "a fox on another topic", topic: "t" });
  await world.engine.mutation("articles:edit", { from: "a dog", change: { body: "a wolf" } });
  expect(runs()).toBe(before);
  await add("two fox");
  await eventually(() => shown.length === 2, "a document with the word");
  await world.engine.mutation("articles:edit", { from: "two fox", change: { body: "two wolves" } });
  await eventually(() => shown.length === 3, "a document that lost the word");
  await world.engine.mutation("articles:edit", { from: "a fox", change: { lang: "en" } });
  await eventually(() => runs() === before + 3, "a document that keeps the word");
  expect(shown).toEqual([["a fox"], ["two fox", "a fox"], ["a fox"]]);
});

test("[SEA7] results are paged by rank", async () => {
  await start();
  await add("w 1", "w 2", "w 3");
  const page = (cursor: string | null) =>
    world.engine.query("articles:page", { words: "w", paginationOpts: { numItems: 2, cursor } }) as Promise<{
      page: string[];
      isDone: boolean;
      continueCursor: string;
    }>;
  const first = await page(null);
  expect(first).toMatchObject({ page: ["w 3", "w 2"], isDone: false });
  const second = await page(first.continueCursor);
  expect(second).toMatchObject({ page: ["w 1"], isDone: true });
  expect(await page(second.continueCursor)).toMatchObject({ page: [], isDone: true });
});

test("[SEA8] an index added to existing documents finds them, survives a restart, and is gone when the schema drops it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-search-"));
  try {
    await start({ dataDir, modules: { ...modules, schema: async () => ({ default: plainSchema }) } });
    await add({ body: "an old fox", topic: "a" });
    await expect(find("fox")).rejects.toThrow("Index articles.by_body not found.");
    await world.engine.deploy(modules);
    expect(await find("fox", { equals: [{ field: "topic", value: "a" }] })).toEqual(["an old fox"]);
    await world.close();
    await start({ dataDir });
    expect(await find("fox")).toEqual(["an old fox"]);
    await world.engine.deploy({ ...modules, schema: async () => ({ default: plainSchema }) });
    await expect(find("fox")).rejects.toThrow("Index articles.by_body not found.");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("[SEA9] random documents and edits: a search finds exactly the documents that hold one of its words", async () => {
  const seed = Date.now() % 100_000;
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  const pick = (count: number): number => (random.bytes(2)[0]! * 256 + random.bytes(1)[0]!) % count;
  const vocabulary = ["ant", "bee", "beetle", "cat", "dog", "eel", "fox", "gnu"];
  const text = (nonce: number): string =>
    `${Array.from({ length: 1 + pick(4) }, () => vocabulary[pick(vocabulary.length)]).join(" ")} n${nonce}`;
  await start();
  const model = new Map<string, string>();
  for (let step = 0; step < 200; step++) {
    const all = [...model.keys()];
    const victim = all[pick(Math.max(1, all.length))];
    const what = pick(4);
    if (what < 2 || victim === undefined) {
      const [body, topic] = [text(step), `t${pick(2)}`];
      await add({ body, topic });
      model.set(body, topic);
    } else if (what === 2) {
      const body = text(step);
      await world.engine.mutation("articles:edit", { from: victim, change: { body } });
      model.set(body, model.get(victim) as string);
      model.delete(victim);
    } else {
      await world.engine.mutation("articles:edit", { from: victim, change: null });
      model.delete(victim);
    }
    const words = [vocabulary[pick(8)] as string, (vocabulary[pick(8)] as string).slice(0, 2 + pick(3))];
    const topic = pick(2) === 0 ? undefined : `t${pick(2)}`;
    const holds = (body: string): boolean =>
      body.split(" ").some((word) => word === words[0] || word.startsWith(words[1] as string));
    const expected = [...model]
      .filter(([body, of]) => holds(body) && (topic === undefined || of === topic))
      .map(([body]) => body);
    const found = await find(
      words.join(" "),
      topic === undefined ? {} : { equals: [{ field: "topic", value: topic }] },
    );
    expect(found.toSorted(), `${words.join(" ")} in ${topic}`).toEqual(expected.sort());
  }
});

test("[SEA4] a search index of a schema is checked as other indexes are", async () => {
  await start();
  const table = () => defineTable(article);
  const refused = async (articles: ReturnType<typeof table>, why: string): Promise<void> => {
    await expect(
      createEngine({ dataDir: ":memory:", modules: {}, schema: defineSchema({ articles }) }),
    ).rejects.toThrow(why);
  };
  await refused(table().searchIndex("_mine", { searchField: "body" }), "the name is reserved");
  await refused(
    table().searchIndex("by_body", { searchField: "body", filterFields: ["lang", "lang"] }),
    "lists the filter field `lang` twice",
  );
  await refused(
    table().index("by_body", ["body"]).searchIndex("by_body", { searchField: "body" }),
    'defines index "by_body" twice',
  );
});
