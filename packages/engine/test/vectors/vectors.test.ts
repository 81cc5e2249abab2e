/** Vector search through registered functions and the official client. */

import { actionGeneric, anyApi, defineSchema } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { createEngine } from "../../src/engine.ts";
import { aWorld, definition, modules, plainTable, type World } from "./world.ts";

const worlds: World[] = [];
afterEach(async () => {
  for (const { test: world } of worlds.splice(0)) await world.close();
});
async function start(...args: Parameters<typeof aWorld>): Promise<World> {
  const world = await aWorld(...args);
  worlds.push(world);
  return world;
}

test("[VEC1] the official client finds the nearest by cosine, best first, ten of them unless it says how many", async () => {
  const world = await start();
  const directions = Array.from({ length: 12 }, (_, i) => ({
    name: `p${i}`,
    at: [Math.cos(i / 4), Math.sin(i / 4), 0],
  }));
  const ids = await world.add(...directions);
  await world.test.serve();
  const client = world.test.connect();
  const near = (args: object) =>
    client.action(anyApi["points"]!["near"]!, args) as Promise<{ _id: string; _score: number }[]>;
  const found = await near({ at: [5, 0, 0] });
  expect(found.map(({ _id }) => _id)).toEqual(ids.slice(0, 10));
  found.forEach(({ _score }, i) => expect(_score).toBeCloseTo(Math.cos(i / 4), 6));
  expect((await near({ at: [5, 0, 0], limit: 3 })).map(({ _id }) => _id)).toEqual(ids.slice(0, 3));
  expect(await near({ at: [5, 0, 0], limit: 0 })).toEqual([]);
  expect(await near({ at: [5, 0, 0], limit: 256 })).toHaveLength(12);
});

test("[VEC1] of equals the greater id comes first, also where only some of them are wanted", async () => {
  const world = await start();
  const ids = await world.add(...Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, at: [1 + i, 1 + i, 0] })));
  const ordered = ids.toSorted().reverse();
  expect((await world.near({ at: [1, 0, 0] })).map(({ _id }) => _id)).toEqual(ordered);
  expect((await world.near({ at: [1, 0, 0], limit: 4 })).map(({ _id }) => _id)).toEqual(ordered.slice(0, 4));
});

test("[VEC3] filters are exact equalities of which one must hold; a missing field is neither null nor false", async () => {
  const world = await start();
  const at = [1, 0, 0];
  await world.add(
    { name: "a en", at, topic: "a", lang: "en" },
    { name: "a de", at, topic: "a", lang: "de" },
    { name: "b en", at, topic: "b", lang: "en" },
    { name: "null", at, topic: null, lang: "x" },
    { name: "missing", at, lang: "y" },
    { name: "one", at, topic: 1, lang: "z" },
    { name: "int", at, topic: 1n, lang: "z" },
    { name: "list", at, topic: ["a"], lang: "z" },
  );
  const of = async (...either: [string, unknown][]): Promise<string[]> =>
    (
      await world.names({
        at,
        either: either.map(([field, value]) => (value === undefined ? { field } : { field, value })),
      })
    ).sort();
  expect(await of(["topic", "a"])).toEqual(["a de", "a en"]);
  expect(await of(["topic", "b"], ["lang", "de"])).toEqual(["a de", "b en"]);
  expect(await of(["topic", "a"], ["topic", "b"])).toEqual(["a de", "a en", "b en"]);
  expect(await of(["topic", null])).toEqual(["null"]);
  expect(await of(["topic", undefined])).toEqual(["missing"]);
  expect(await of(["topic", false])).toEqual([]);
  expect(await of(["topic", 1])).toEqual(["one"]);
  expect(await of(["topic", 1n])).toEqual(["int"]);
  expect(await of(["topic", ["a"]])).toEqual(["list"]);
  expect(await of()).toHaveLength(8);
  const many = Array.from({ length: 64 }, (_, i): [string, unknown] => ["topic", `none ${i}`]);
  expect(await of(...many)).toEqual([]);
  expect(await of(...many, ["topic", "none 3"])).toEqual([]);
  await expect(of(...many, ["topic", "a"])).rejects.toThrow(
    "Vector query against points.by_at has too many conditions. Max: 64 Actual: 65",
  );
});

test("[VEC4] only a list of as many finite floats as the index has dimensions is found; zeros are, with a score of zero", async () => {
  const world = await start();
  await world.add(
    { name: "short", at: [1, 0] },
    { name: "long", at: [1, 0, 0, 0] },
    { name: "none" },
    { name: "null", at: null },
    { name: "text", at: "abc" },
    { name: "words", at: ["1", "0", "0"] },
    { name: "ints", at: [1n, 0n, 0n] },
    { name: "mixed", at: [1, 0, null] },
    { name: "nan", at: [1, Number.NaN, 0] },
    { name: "infinite", at: [Infinity, 0, 0] },
    { name: "object", at: { 0: 1 } },
    { name: "huge", at: [1e300, 1e300, 0] },
    { name: "tiny", at: [5e-324, 0, 0] },
    { name: "minus", at: [-1, -0, -0] },
    { name: "zero", at: [0, -0, 0] },
  );
  expect(await world.names({ at: [1, 0, 0] })).toEqual(["tiny", "huge", "zero", "minus"]);
  const scores = (await world.near({ at: [1, 0, 0] })).map(({ _score }) => _score);
  [1, Math.SQRT1_2, 0, -1].forEach((score, i) => expect(scores[i]).toBeCloseTo(score, 6));
  expect((await world.near({ at: [0, 0, 0] })).map(({ _score }) => Math.abs(_score))).toEqual([0, 0, 0, 0]);
});

test("[VEC5] a query that does not fit its index is refused with what is wrong", async () => {
  const world = await start();
  const near = (args: object): Promise<unknown> => world.near({ at: [1, 0, 0], ...args });
  await expect(near({ at: [1, 0] })).rejects.toThrow("Expected a vector with dimensions 3, received 2.");
  await expect(near({ limit: 257 })).rejects.toThrow("Vector queries can fetch at most 256 results, requested 257.");
  for (const limit of [-1, 1.5]) await expect(near({ limit })).rejects.toThrow("limit is not a whole number");
  for (const odd of [Number.NaN, Infinity])
    await expect(near({ at: [1, odd, 0] })).rejects.toThrow("not a finite number");
  await expect(near({ either: [{ field: "name", value: "a" }] })).rejects.toThrow(
    'Vector query against points.by_at contains a filter on "name" but that field isn\'t indexed for filtering in `filterFields`.',
  );
  await expect(near({ index: "by_none" })).rejects.toThrow("Index points.by_none not found.");
  await expect(near({ index: "by_creation_time" })).rejects.toThrow(
    "Index points.by_creation_time is not a vector index.",
  );
  const { engine } = world.test;
  const search = { vector: [1, 0, 0] };
  const other = async (table: string, more: object = {}): Promise<unknown> =>
    await engine.action(async (ctx) => await ctx.vectorSearch(table, "by_at", { ...search, ...more } as never));
  await expect(other("nowhere")).rejects.toThrow("Index nowhere.by_at not found.");
  const hidden = engine.action(async (ctx) => await ctx.vectorSearch("_storage", "by_sha256", search as never));
  await expect(hidden).rejects.toThrow("Index _storage.by_sha256 not found.");
  const filtered = (filter: (q: any) => unknown): Promise<unknown> => other("points", { filter });
  await expect(filtered(() => true)).rejects.toThrow("Filters should be a combination of `q.eq` and `q.or`.");
  await expect(filtered((q) => q.or(q.eq("topic", "a"), "b"))).rejects.toThrow("Filters should be a combination");
});

test("[VEC5] queries and mutations do not search vectors, and a range of a vector index is refused", async () => {
  const world = await start();
  const { engine } = world.test;
  expect(await engine.query(async (ctx) => "vectorSearch" in ctx)).toBe(false);
  expect(await engine.mutation(async (ctx) => "vectorSearch" in ctx)).toBe(false);
  const ranged = (how: (q: any) => any): Promise<unknown> =>
    engine.query(async (ctx) => await how(ctx.db.query("points")).collect());
  await expect(ranged((q) => q.withIndex("by_at"))).rejects.toThrow(
    "Index points.by_at is a vector index. Use `ctx.vectorSearch` in an action.",
  );
  await expect(ranged((q) => q.withSearchIndex("by_at", (s: any) => s.search("at", "x")))).rejects.toThrow(
    "Index points.by_at is not a search index.",
  );
});

test("[VEC6] a vector index that breaks a rule is refused", async () => {
  type Table = ReturnType<typeof plainTable>;
  const refused = async (make: (table: any) => Table, why: string): Promise<void> => {
    const schema = defineSchema({ points: make(plainTable()) });
    await expect(createEngine({ dataDir: ":memory:", modules: {}, schema })).rejects.toThrow(why);
  };
  for (const dimensions of [0, 1, 4097, 2.5]) {
    await refused(
      (table) => table.vectorIndex("by_at", { ...definition, dimensions }),
      `In table "points": Dimensions ${dimensions} must be between 2 and 4096.`,
    );
  }
  await refused((table) => table.vectorIndex("_mine", definition), "the name is reserved");
  await refused((table) => table.vectorIndex("by at", definition), 'Invalid index name "by at"');
  await refused(
    (table) => table.index("by_at", ["at"]).vectorIndex("by_at", definition),
    'defines index "by_at" twice',
  );
  await refused(
    (table) => table.searchIndex("by_at", { searchField: "name" }).vectorIndex("by_at", definition),
    'defines index "by_at" twice',
  );
  await refused(
    (table) => table.vectorIndex("a", definition).vectorIndex("b", { ...definition, staged: true }),
    'In table "points" vector index "b" and vector index "a" have the same `vectorField`.'.replace(
      /"b"(.*)"a"/,
      '"a"$1"b"',
    ),
  );
  const numbered = (count: number, make: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(i));
  await refused(
    (table) => table.vectorIndex("by_at", { ...definition, filterFields: numbered(17, (i) => `f${i}`) }),
    'In table "points": Search indexes may have up to 16 filter fields.',
  );
  await refused(
    (table) =>
      numbered(5, String).reduce(
        (so, i) => so.vectorIndex(`v${i}`, { ...definition, dimensions: 2 + Number(i) }),
        table,
      ),
    'Table "points" cannot have more than 4 vector indexes.',
  );
  for (const fields of [{ vectorField: "a-b" }, { filterFields: ["a-b"] }]) {
    await refused(
      (table) => table.vectorIndex("by_at", { ...definition, ...fields }),
      'In table "points": In index "by_at": Invalid index field: "a-b"',
    );
  }
  const schema = defineSchema({
    points: plainTable().vectorIndex("by_at", {
      ...definition,
      dimensions: 4096,
      filterFields: numbered(16, (i) => `f${i}`) as never[],
    }),
  });
  await (await createEngine({ dataDir: ":memory:", modules: {}, schema })).close();
});

test("[VEC7] an index of too many vectors is refused with how many there are, writes are not, and fewer are searched again", async () => {
  const world = await start({ limits: { vectorsPerIndex: 3 } });
  const near = (): Promise<string[]> => world.names({ at: [1, 0, 0] });
  const [first] = await world.add(
    ...["a", "b", "c", "d"].map((name, i) => ({ name, at: [1, i, 0] })),
    { name: "without" },
    { name: "nan", at: [Number.NaN, 0, 0] },
  );
  const refusal = (count: number): string =>
    `Vector index points.by_at holds ${count} vectors and can be searched up to 3.`;
  await expect(near()).rejects.toThrow(refusal(4));
  await expect(near()).rejects.toThrow(refusal(4));
  await world.change({ id: first as string, fields: null });
  expect(await near()).toEqual(["b", "c", "d"]);
  const more = await world.add({ name: "e", at: [1, 9, 0] }, { name: "f", at: [1, 10, 0] });
  await expect(near()).rejects.toThrow(refusal(5));
  await world.change(...more.map((id) => ({ id, fields: {} })));
  expect(await near()).toEqual(["b", "c", "d"]);
});

test("[VEC8] while vectors are read and compared the event loop turns", async () => {
  const at = (i: number): number[] => Array.from({ length: 512 }, (_, j) => Math.sin(i * j));
  const wide = defineSchema({ points: plainTable().vectorIndex("by_at", { vectorField: "at", dimensions: 512 }) });
  const world = await start({ modules: { ...modules, schema: async () => ({ default: wide }) } });
  for (let i = 0; i < 2000; i += 200)
    await world.add(...Array.from({ length: 200 }, (_, j) => ({ name: `${i + j}`, at: at(i + j) })));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const [best] = await world.names({ at: at(77), limit: 1 });
  isOver = true;
  expect(best).toBe("77");
  expect(turns).toBeGreaterThan(100);
});

test("[VEC8] closing refuses a search that is under way", async () => {
  let go = (): void => undefined;
  const begun = new Promise<void>((resolve) => (go = resolve));
  const slow = actionGeneric(async (ctx) => {
    const found = ctx.vectorSearch("points", "by_at", { vector: [1, 0, 0] });
    go();
    return await found;
  });
  const world = await aWorld({ modules: { ...modules, slow: async () => ({ slow }) } });
  await world.add({ name: "a", at: [1, 0, 0] });
  const searched = world.test.engine.action("slow:slow");
  const why = searched.catch(String);
  await begun;
  await world.test.close();
  expect(await why).toContain("The database is closed.");
});
