import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { createTestEngine, seededRandom } from "../src/testing/index.ts";
import schema from "./fixture/schema.ts";
import { fixtureModules } from "./support.ts";

type Run = (kind: "query" | "mutation", path: string, args: Record<string, unknown>) => Promise<unknown>;

/** Plays the same random operations on any backend and writes down what it answered, ids replaced by their order. */
async function play(seed: number, run: Run): Promise<unknown[]> {
  const { next } = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const ids: string[] = [];
  const told: unknown[] = [];
  const call = async (
    kind: "query" | "mutation",
    path: string,
    args: Record<string, unknown> = {},
  ): Promise<unknown> => {
    try {
      const value = await run(kind, path, args);
      told.push([path, plain(value, ids)]);
      return value;
    } catch {
      told.push([path, "failed"]);
      return null;
    }
  };
  for (let i = 0; i < 150; i++) {
    const channel = pick(["a", "b", "c"]);
    const id = pick(ids.length === 0 ? [""] : ids);
    const dice = Math.floor(next() * 9);
    if (dice < 3 || id === "") {
      const made = await call("mutation", "messages:send", { channel, body: `body ${i}` });
      if (typeof made === "string") ids.push(made);
    } else if (dice === 3) await call("mutation", "messages:edit", { id, body: `edited ${i}` });
    else if (dice === 4) await call("mutation", "messages:remove", { id });
    else if (dice === 5) await call("mutation", "counters:increment", { name: channel });
    else if (dice === 6) await call("mutation", "odd:throwPlain");
    else if (dice === 7)
      await call("query", "messages:page", { channel, paginationOpts: { numItems: 50, cursor: null } });
    else await call("mutation", "odd:nestedRollbackQuietly");
    await call("query", "messages:list", { channel });
    await call("query", "messages:default");
    await call("query", "counters:get", { name: channel });
  }
  return told;
}

function plain(value: unknown, ids: readonly string[]): unknown {
  if (typeof value === "string")
    return ids.includes(value)
      ? `id ${ids.indexOf(value)}`
      : /^\d+;messages$|^[0-9a-z]{31,}$/.test(value)
        ? "a new id"
        : value;
  if (Array.isArray(value)) return value.map((item) => plain(item, ids));
  if (typeof value !== "object" || value === null) return value;
  if ("page" in value) return (value.page as { body: string }[]).map(({ body }) => body);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, ids)]));
}

for (const seed of [1, 2, 3]) {
  test(`[DIF1] random operations answer as convex-test does, seed ${seed}`, async () => {
    const globs = Object.fromEntries(Object.entries(fixtureModules).map(([key, load]) => [`./${key}.ts`, load]));
    const fake = convexTest(schema, { ...globs, "./_generated/api.js": async () => ({}) });
    const expected = await play(seed, (kind, path, args) =>
      kind === "query"
        ? fake.query(makeFunctionReference<"query">(path), args)
        : fake.mutation(makeFunctionReference<"mutation">(path), args),
    );
    const world = await createTestEngine({ modules: fixtureModules });
    const actual = await play(seed, (kind, path, args) => world.engine[kind](path, args));
    await world.close();
    expect(actual).toEqual(expected);
  });
}
