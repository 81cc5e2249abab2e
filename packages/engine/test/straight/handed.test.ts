/** Documents that are answered: as they came, and changed in every way a function can change one. */

import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { expect, test } from "vitest";
import { handed, storedOf, textAsHanded } from "../../src/functions/straight/handed.ts";
import { KeptReader } from "../../src/storage/kept-reader.ts";
import type { Reader, StoredDocument } from "../../src/storage/reader.ts";
import { aPair, type Pair } from "./pair.ts";

const schema = defineSchema({ notes: defineTable(v.any()) });

type Doc = Record<string, any>;
type Range = Parameters<Reader["scan"]>;

class Odd {}

/** What a function may do to a document before it answers it. */
const CHANGES: Readonly<Record<string, (doc: Doc) => unknown>> = {
  nothing: (doc) => doc,
  "a field set": (doc) => Object.assign(doc, { n: 2 }),
  "a field set to what it was": (doc) => Object.assign(doc, { n: 1 }),
  "minus nought": (doc) => Object.assign(doc, { zero: -0 }),
  "not a number": (doc) => Object.assign(doc, { n: NaN }),
  "a whole number": (doc) => Object.assign(doc, { n: 1n }),
  undefined: (doc) => Object.assign(doc, { n: undefined }),
  "a field more": (doc) => Object.assign(doc, { more: 1 }),
  "a field less": (doc) => (delete doc["n"], doc),
  "another field": (doc) => (delete doc["n"], Object.assign(doc, { m: 1 })),
  "a field hidden": (doc) => Object.defineProperty(doc, "n", { enumerable: false }),
  "a field that is asked": (doc) => Object.defineProperty(doc, "n", { get: () => 7, enumerable: true }),
  "a symbol": (doc) => Object.assign(doc, { [Symbol("s")]: 1 }),
  "another order": (doc) => {
    const { n } = doc;
    delete doc["n"];
    return Object.assign(doc, { n });
  },
  "a nested field": (doc) => ((doc["deep"].list[1].x = 9), doc),
  "a nested field more": (doc) => ((doc["deep"].y = 9), doc),
  "an element more": (doc) => (doc["deep"].list.push(null), doc),
  "an element less": (doc) => (doc["deep"].list.pop(), doc),
  "a hole": (doc) => (delete doc["deep"].list[0], doc),
  "a list for an object": (doc) => Object.assign(doc, { deep: [] }),
  "a class": (doc) => Object.setPrototypeOf(doc, Odd.prototype) as Doc,
  "almost no class": (doc) => Object.setPrototypeOf(doc, { inherited: 1 }) as Doc,
  "no class": (doc) => Object.setPrototypeOf(doc, null) as Doc,
  "a nested class": (doc) => (Object.setPrototypeOf(doc["deep"], Odd.prototype), doc),
  "a copy": (doc) => ({ ...doc }),
  "a clone": (doc) => structuredClone(doc),
  "inside another": (doc) => ({ doc }),
  "its fields": ({ _id, ...rest }) => rest,
  frozen: (doc) => Object.freeze(doc),
};

/** Ways to answer documents of which the first was changed. */
const ANSWERS: Readonly<Record<string, (first: unknown, rest: readonly Doc[]) => unknown>> = {
  alone: (first) => first,
  listed: (first, rest) => [first, ...rest],
  last: (first, rest) => [...rest, first],
  paged: (first, rest) => ({ page: [first, ...rest], isDone: true, continueCursor: "x", odd: [1n], none: undefined }),
  "beside a list": (first, rest) => ({ first, rest, at: 5, "1": "a number first", $: undefined }),
  numbered: (first, rest) => ({ "10": [first], "9": rest, a: rest }),
  twice: (first, rest) => [first, first, ...rest, ...rest],
  empty: () => ({ page: [], other: [] }),
  misnamed: (first, rest) => ({ $page: [first, ...rest] }),
};

const functions = {
  fill: mutationGeneric(async (ctx) => {
    for (let n = 1; n <= 3; n++) {
      const deep = { list: ["a", { x: n, y: "\u2028" }, []], z: null };
      await ctx.db.insert("notes", { n, zero: 0, text: `"quoted" \\ ${n} é`, big: 1e21, flag: true, deep });
    }
  }),
  fillSpecial: mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { n: 4, special: 5n, text: "$not" });
  }),
  answer: queryGeneric(async (ctx, { change, how, by }: any) => {
    const notes = ctx.db.query("notes");
    const docs: Doc[] =
      by === "page"
        ? (await notes.paginate({ numItems: 4, cursor: null })).page
        : await notes.take(by === "few" ? 2 : 4);
    const [first, ...rest] = docs as [Doc, ...Doc[]];
    return ANSWERS[how]!(CHANGES[change]!(first), rest);
  }),
  checked: queryGeneric({ returns: v.array(v.any()), handler: async (ctx) => await ctx.db.query("notes").collect() }),
};

/** Asks for every change in every answer. */
async function askAll(pair: Pair): Promise<void> {
  for (const by of ["list", "few", "page"]) {
    for (const change of Object.keys(CHANGES)) {
      for (const how of Object.keys(ANSWERS)) {
        // What is read for the second time at a state is shared.
        await pair.call("query", "functions:answer", { change: "nothing", how: "alone", by });
        const { text, straight } = await pair.call("query", "functions:answer", { change, how, by });
        const [reference, ours] = [text, straight].map(({ outcome }) => {
          const { valueJson, failure } = outcome as { valueJson?: string; failure?: { text: string } };
          return valueJson ?? failure?.text.split("\n")[0];
        });
        expect(ours, `${change}, ${how}, ${by}`).toBe(reference);
      }
    }
  }
}

test("[STR3] documents are answered with the same text on both paths, as they came or changed in any way", async () => {
  const modules = { functions: async () => functions, schema: async () => ({ default: schema }) };
  const pair = await aPair({ modules, components: {} }, 7);
  for (const fill of ["functions:fill", "functions:fillSpecial"]) {
    const { straight } = await pair.call("mutation", fill, {});
    expect(straight.outcome).toMatchObject({ ok: true });
    await askAll(pair);
  }
  const { text, straight } = await pair.call("query", "functions:checked", {});
  expect(straight.outcome).toEqual(text.outcome);
  expect(straight.outcome).toMatchObject({ ok: true });
  pair.close();
});

test("[STR3] what one function does to a document no other sees", () => {
  const text = '{"_id":"x","deep":{"list":[1,{"a":2}]},"n":1}';
  const first = handed(storedOf(text)) as Doc;
  first["deep"].list[1].a = 3;
  first["n"] = 2;
  expect(handed(storedOf(text))).toEqual(JSON.parse(text));
  expect([textAsHanded(first), textAsHanded(handed(storedOf(text)))]).toEqual([null, text]);
});

test("[STR3] which document it is goes with it out of sight", () => {
  const text = '{"_id":"x","n":1}';
  const doc = handed(storedOf(text));
  expect(Reflect.ownKeys(doc)).toEqual(["_id", "n"]);
  expect(Object.getPrototypeOf(doc)).toBe(Object.prototype);
  expect([{ ...doc }, structuredClone(doc), new Proxy(doc, {})].map(textAsHanded)).toEqual([null, null, null]);
});

test("[TX15] those who read one state read a range of an index once, others by themselves", () => {
  const asked: unknown[] = [];
  const row = (n: number): StoredDocument => ({ doc: n, json: "{}", size: 1_000_000 });
  const scan = (...args: unknown[]): StoredDocument[] => [row(asked.push(args))];
  const reader = new KeptReader({ scan } as unknown as Reader);
  const [low, high] = [Uint8Array.of(1), Uint8Array.of(1, 2)];
  const ranges: Range[] = [
    [1, low, null, "asc", 10],
    [2, low, null, "asc", 10],
    [1, high, null, "asc", 10],
    [1, low, high, "asc", 10],
    [1, low, null, "desc", 10],
    [1, low, null, "asc", 11],
  ];
  const [first, ...others] = ranges as [Range, ...Range[]];
  expect(reader.scan(...first)).toBe(reader.scan(...first));
  for (const range of others) reader.scan(...range);
  expect(asked).toHaveLength(ranges.length);
  // By then there are more than four megabytes: what was kept is, what comes later is not.
  reader.scan(9, low, null, "asc", 1);
  reader.scan(9, low, null, "asc", 1);
  reader.scan(...first);
  expect(asked).toHaveLength(ranges.length + 2);
  const fresh = new KeptReader({ scan } as unknown as Reader);
  for (let i = 0; i < 2; i++) fresh.scan(1, low, null, "asc", 257);
  expect(asked).toHaveLength(ranges.length + 4);
});
