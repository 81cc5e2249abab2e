/** Which state a vector search sees: after any history, while others write, over restarts, deploys and imports. */

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { anyApi, componentsGeneric, defineApp, defineComponent, defineSchema, actionGeneric } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { seededRandom } from "../../src/lib/random.ts";
import { createTestEngine } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { aWorld, definition, modules, plainSchema, plainTable, schema, type Point, type World } from "./world.ts";

const X = [1, 0, 0];
const Y = [0, 1, 0];

async function start(options: Parameters<typeof aWorld>[0] = {}): Promise<World> {
  const world = await aWorld(options);
  onTestFinished(() => world.test.close());
  return world;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const withSchema = (of: typeof plainSchema) => ({ ...modules, schema: async () => ({ default: of }) });
const stagedSchema = defineSchema({
  points: plainTable().vectorIndex("by_at", { ...definition, staged: true }),
}) as unknown as typeof plainSchema;

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (p: readonly number[], q: readonly number[]): number =>
    p.reduce((sum, x, i) => sum + x * (q[i] as number), 0);
  const length = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return length === 0 ? 0 : dot(a, b) / length;
}

test("[VEC1] [VEC2] random histories: a search finds what looking at every document finds", async () => {
  const seed = Date.now() % 100_000;
  console.log(`seed ${seed}`);
  const { next } = seededRandom(seed);
  const pick = (count: number): number => Math.floor(next() * count);
  const vector = (length = pick(12) === 0 ? 2 : 3): number[] => Array.from({ length }, () => pick(5) - 2);
  const fields = (): Omit<Point, "name"> => ({
    ...(pick(10) === 0 ? {} : { at: vector() }),
    ...(pick(3) === 0 ? {} : { topic: [null, "a", "b"][pick(3)] }),
  });
  const world = await start();
  const model = new Map<string, Omit<Point, "name">>();
  for (let round = 0; round < 60; round++) {
    // Now and then so many that the thread reads them again itself.
    for (let count = pick(4) === 0 ? 60 : pick(4); count > 0; count -= 20) {
      const given = Array.from({ length: Math.min(count, 20) }, () => fields());
      const ids = await world.add(...given.map((one) => ({ name: "p", ...one })));
      ids.forEach((id, i) => model.set(id, given[i] as Point));
    }
    for (let count = pick(4) === 0 ? 40 : pick(4); count > 0 && model.size > 0; count--) {
      const id = [...model.keys()][pick(model.size)] as string;
      if (pick(3) === 0) {
        await world.change({ id, fields: null });
        model.delete(id);
      } else {
        const change = fields();
        await world.change({ id, fields: { ...change } });
        model.set(id, change);
      }
    }
    const [at, limit, topic] = [vector(3), 1 + pick(30), [undefined, null, "a", "b"][pick(4)]];
    const isFiltered = pick(2) === 0;
    const either = [topic === undefined ? { field: "topic" } : { field: "topic", value: topic }];
    const found = await world.near({ at, limit, ...(isFiltered ? { either } : {}) });
    const matching = new Map(
      [...model]
        .filter(
          ([, point]) => Array.isArray(point.at) && point.at.length === 3 && (!isFiltered || point.topic === topic),
        )
        .map(([id, point]) => [id, cosine(at, point.at as number[])]),
    );
    expect(found.length, `round ${round}`).toBe(Math.min(limit, matching.size));
    found.forEach(({ _id, _score }, i) => {
      expect(_score).toBeCloseTo(matching.get(_id) as number, 6);
      const before = found[i - 1];
      if (before !== undefined)
        expect(before._score > _score || (before._score === _score && before._id > _id), "in order").toBe(true);
      matching.delete(_id);
    });
    const last = found.at(-1)?._score ?? 0;
    for (const score of matching.values()) expect(score).toBeLessThanOrEqual(last + 1e-6);
  }
});

const two = defineSchema({
  points: plainTable()
    .vectorIndex("by_at", definition)
    .vectorIndex("by_pair", { ...definition, dimensions: 2 }),
}) as unknown as typeof plainSchema;

/** Writers turn some vectors at once; no search may see some of those turned and others not. */
async function turnAndSearch(world: World, count: number, turned: number, most: number): Promise<Set<number>> {
  const topics = ["a", "b", "c", "d"];
  const points = Array.from({ length: count }, (_, i) => ({
    name: `${i}`,
    topic: topics[i % topics.length] as string,
  }));
  const ids = await world.add(...points.map((point) => ({ ...point, at: X })));
  const seen = new Set<number>();
  let searches = 0;
  let isOver = false;
  const search = async (topic: string): Promise<void> => {
    while (!isOver) {
      const hits = await world.near({ at: X, limit: 256, either: [{ field: "topic", value: topic }] });
      expect(hits).toHaveLength(count / topics.length);
      seen.add(hits.filter(({ _score }) => _score === 1).length);
      searches++;
    }
  };
  const other = async (): Promise<void> => {
    while (!isOver) await world.near({ at: [1, 0], index: "by_pair" });
  };
  const searching = Promise.all([...topics.map(search), ...topics.map(search), other()]);
  for (let i = 0; i < most; i++) {
    const fields = { at: i % 2 === 0 ? Y : X };
    const changes = points
      .slice(0, turned)
      .map(({ topic }, at) => ({ id: ids[at] as string, fields: { ...fields, topic } }));
    await world.change(...changes);
    // One of them began after the change.
    const enough = searches + 2 * topics.length + 1;
    if (i % 4 < 2) await eventually(() => searches >= enough, "searches after the change");
  }
  isOver = true;
  await searching;
  return seen;
}

test("[VEC2] searches beside writers see one committed state each, never part of a mutation", async () => {
  const world = await start({ modules: withSchema(two) });
  const seen = await turnAndSearch(world, 80, 40, 80);
  expect([...seen].sort()).toEqual([10, 20]);
});

test("[VEC2] so do those that must read the index from the file", async () => {
  const world = await start({ modules: withSchema(two), limits: { vectorBytes: 1 } });
  const seen = await turnAndSearch(world, 600, 600, 8);
  expect([...seen].sort()).toEqual([0, 150]);
});

test("[VEC2] a mutation's vectors are found as soon as it resolved, a failed one's never", async () => {
  const world = await start();
  const { engine } = world.test;
  for (let i = 0; i < 20; i++) {
    await world.add({ name: `${i}`, at: X });
    expect(await world.near({ at: X, limit: 256 })).toHaveLength(i + 1);
    const failing = engine.mutation(async (ctx) => {
      await ctx.db.insert("points", { name: "never", at: X });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await world.near({ at: X, limit: 256 })).toHaveLength(i + 1);
  }
});

test("[VEC2] no vector is left out, however many there are and whatever their ids begin with", async () => {
  let count = 0;
  const bytes = (length: number): Uint8Array => {
    const out = new Uint8Array(length).fill(count % 2 === 0 ? 0xff : 0);
    new DataView(out.buffer).setUint32(length - 4, ++count);
    return out;
  };
  const world = await start({ random: { bytes } });
  const topics = [0, 1, 2, 3, 4, 5, 6];
  const countAll = async (): Promise<number> => {
    const found = topics.map((topic) => world.near({ at: X, limit: 256, either: [{ field: "topic", value: topic }] }));
    return (await Promise.all(found)).flat().length;
  };
  const add = (many: number): Promise<string[]> =>
    world.add(...Array.from({ length: many }, (_, i) => ({ name: "p", at: X, topic: i % topics.length })));
  const ids = await add(1100);
  expect(await countAll()).toBe(1100);
  await add(20);
  expect(await countAll()).toBe(1120);
  await add(100);
  expect(await countAll()).toBe(1220);
  await world.change(...ids.map((id) => ({ id, fields: null })));
  expect(await countAll()).toBe(120);
});

test("[VEC8] indexes that do not fit into memory together are read again, each with what was written meanwhile", async () => {
  const world = await start({ modules: withSchema(two), limits: { vectorBytes: 1 } });
  for (let i = 1; i < 6; i++) {
    await world.add({ name: `${i}`, at: X }, { name: `${i} pair`, at: [1, 0] });
    expect(await world.near({ at: X })).toHaveLength(i);
    expect(await world.near({ at: [1, 0], index: "by_pair" })).toHaveLength(i);
  }
  const searches = Array.from({ length: 12 }, (_, i) =>
    world.near(i % 2 === 0 ? { at: X } : { at: [1, 0], index: "by_pair" }),
  );
  expect((await Promise.all(searches)).map((hits) => hits.length)).toEqual(searches.map(() => 5));
});

test("[VEC2] a search beside an import sees the table as it was or as it is", async () => {
  const [from, to] = [await start(), await start()];
  await from.add(...Array.from({ length: 50 }, () => ({ name: "new", at: Y })));
  const file = join(aFolder(), "snapshot.zip");
  await from.test.engine.exportSnapshot(createWriteStream(file));
  for (let i = 0; i < 5; i++) {
    let isOver = false;
    const search = async (): Promise<void> => {
      while (!isOver)
        expect(new Set((await to.near({ at: Y, limit: 256 })).map(({ _score }) => _score)).size).toBeLessThan(2);
    };
    const searching = Promise.all([search(), search()]);
    await to.test.engine.importSnapshot(file, { mode: "replace" });
    isOver = true;
    await searching;
    expect(await to.near({ at: Y, limit: 256 })).toHaveLength(50);
    await to.test.engine.mutation(async (ctx) => {
      for (const { _id } of await ctx.db.query("points").collect())
        await ctx.db.patch(_id as never, { at: X } as never);
    });
  }
});

test("[VEC2] vectors survive a restart", async () => {
  const dataDir = aFolder();
  const first = await aWorld({ dataDir });
  const [gone] = await first.add({ name: "gone", at: X }, { name: "a", at: X, topic: "t" }, { name: "b", at: Y });
  await first.change({ id: gone as string, fields: null });
  expect(await first.names({ at: X })).toEqual(["a", "b"]);
  await first.test.close();
  const again = await start({ dataDir });
  expect(await again.names({ at: X })).toEqual(["a", "b"]);
  expect(await again.names({ at: X, either: [{ field: "topic", value: "t" }] })).toEqual(["a"]);
  await again.add({ name: "c", at: [1, 1, 0] });
  expect(await again.names({ at: X })).toEqual(["a", "c", "b"]);
});

test("[VEC2] an import is seen whole: what it added to a table that was searched, and what it put in its place", async () => {
  const [from, to] = [await start(), await start()];
  await from.add({ name: "new", at: X, topic: "t" });
  const file = join(aFolder(), "snapshot.zip");
  await from.test.engine.exportSnapshot(createWriteStream(file));
  await to.add({ name: "old", at: X });
  expect(await to.names({ at: X })).toEqual(["old"]);
  await to.test.engine.importSnapshot(file, { mode: "append" });
  expect((await to.names({ at: X })).sort()).toEqual(["new", "old"]);
  await to.test.engine.importSnapshot(file, { mode: "replace" });
  expect(await to.names({ at: X, either: [{ field: "topic", value: "t" }] })).toEqual(["new"]);
  await to.add({ name: "later", at: Y });
  expect(await to.names({ at: X })).toEqual(["new", "later"]);
});

test("[VEC6] a deploy fills the index it adds, keeps an unchanged one, and takes back the one it drops", async () => {
  const world = await start({ modules: withSchema(plainSchema) });
  await world.add({ name: "a", at: X }, { name: "b", at: Y }, { name: "c", at: [1, 0] });
  const { engine } = world.test;
  await expect(world.near({ at: X })).rejects.toThrow("Index points.by_at not found.");
  await engine.deploy(modules);
  expect(await world.names({ at: X })).toEqual(["a", "b"]);
  const narrow = defineSchema({ points: plainTable().vectorIndex("by_at", { ...definition, dimensions: 2 }) });
  await engine.deploy(withSchema(narrow as unknown as typeof plainSchema));
  expect(await world.names({ at: [1, 0] })).toEqual(["c"]);
  await engine.deploy(withSchema(plainSchema));
  await expect(world.near({ at: X })).rejects.toThrow("Index points.by_at not found.");
});

test("[VEC6] a staged vector index is refused by name, kept by writes, and there when it is enabled", async () => {
  const dataDir = aFolder();
  const world = await start({ dataDir, modules: withSchema(plainSchema) });
  await world.add({ name: "a", at: X });
  await world.test.engine.deploy(withSchema(stagedSchema));
  const refusal = "Index points.by_at is currently staged and not available to query until it is enabled.";
  await expect(world.near({ at: X })).rejects.toThrow(refusal);
  await world.add({ name: "b", at: Y });
  const numbers = (): unknown => {
    const db = new DatabaseSync(join(dataDir, "engine.db"), { readOnly: true });
    const rows = db.prepare("SELECT number FROM indexes WHERE name = 'by_at'").all();
    db.close();
    return rows.map(({ number }) => number);
  };
  const staged = numbers();
  await world.test.engine.deploy(modules);
  expect(await world.names({ at: X })).toEqual(["a", "b"]);
  expect(numbers()).toEqual(staged);
  await world.test.engine.deploy(withSchema(stagedSchema));
  await expect(world.near({ at: X })).rejects.toThrow(refusal);
});

test("[VEC6] [STO8] a folder whose engine kept no vector indexes has them after its next start", async () => {
  const dataDir = aFolder();
  const first = await aWorld({ dataDir });
  await first.add({ name: "a", at: X }, { name: "b", at: Y });
  await first.test.close();
  const db = new DatabaseSync(join(dataDir, "engine.db"));
  db.exec("DELETE FROM entries WHERE index_number IN (SELECT number FROM indexes WHERE name = 'by_at')");
  db.exec("DELETE FROM indexes WHERE name = 'by_at'; PRAGMA user_version = 2");
  db.close();
  const again = await start({ dataDir });
  expect(await again.names({ at: X })).toEqual(["a", "b"]);
});

test("[VEC2] [COM1] a component searches its own table and no name leads it elsewhere", async () => {
  const search = (table: string) => actionGeneric(async (ctx) => await ctx.vectorSearch(table, "by_at", { vector: X }));
  const own = { ...(await modules["points"]!()), near: search("points"), above: search("inner/points") };
  const component = Object.assign(defineComponent("inner"), { componentDefinitionPath: "inner" });
  const config = defineApp();
  config.use(component);
  const lib = (componentsGeneric() as any).inner.points;
  const app = {
    add: actionGeneric(async (ctx) => void (await ctx.runMutation(lib.add, { points: [{ name: "inside", at: Y }] }))),
    near: actionGeneric(async (ctx) => (await ctx.runAction(lib.near, {})) as unknown),
    above: actionGeneric(async (ctx) => (await ctx.runAction(lib.above, {})) as unknown),
  };
  const inner = { schema: async () => ({ default: schema }), points: async () => own };
  const test = await createTestEngine({
    modules: { ...modules, app: async () => app, "convex.config": async () => ({ default: config }) },
    components: { inner },
  });
  onTestFinished(() => test.close());
  await test.engine.mutation("points:add", { points: [{ name: "outside", at: X }] } as never);
  await test.engine.action(anyApi["app"]!["add"] as never);
  const [inside, outside] = [
    await test.engine.action("app:near"),
    await test.engine.action("points:near", { at: X } as never),
  ];
  expect(inside).toMatchObject([{ _score: 0 }]);
  expect(outside).toMatchObject([{ _score: 1 }]);
  await expect(test.engine.action("app:above")).rejects.toThrow('Invalid table name "inner/points"');
});
