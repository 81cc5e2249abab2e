/** Documents that are answered: as they came, and changed in every way a function can change one. */

import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { toldAsHanded } from "../../src/functions/straight/answers.ts";
import { asHanded, handOut, type Handed } from "../../src/functions/straight/handed.ts";
import { SharedReads, textOfList } from "../../src/transactions/shared-reads.ts";
import { SharedDocument } from "../../src/values/plain-document.ts";
import { aPair, type Pair } from "./pair.ts";

const schema = defineSchema({ notes: defineTable(v.any()) });

type Doc = Record<string, any>;

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
  const release = pair.hold();
  for (const by of ["list", "few", "page"]) {
    // What is read for the second time at a state is shared.
    await pair.call("query", "functions:answer", { change: "nothing", how: "alone", by });
    for (const change of Object.keys(CHANGES)) {
      for (const how of Object.keys(ANSWERS)) {
        const { text, straight } = await pair.call("query", "functions:answer", { change, how, by });
        const [reference, ours] = [text, straight].map(({ outcome }) => {
          const { valueJson, failure } = outcome as { valueJson?: string; failure?: { text: string } };
          return valueJson ?? failure?.text.split("\n")[0];
        });
        expect(ours, `${change}, ${how}, ${by}`).toBe(reference);
      }
    }
  }
  release();
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
test("[STR3] what one function does to a document no other sees, and nothing is to be seen on it", () => {
  const text = '{"_id":"x","deep":{"list":[1,{"a":2}]},"n":1}';
  const shared = new SharedDocument(text);
  const [mine, others]: [Handed, Handed] = [new Map(), new Map()];
  const first = handOut(shared, mine) as Doc;
  const second = handOut(shared, others) as Doc;
  expect(Reflect.ownKeys(first)).toEqual(["_id", "deep", "n"]);
  expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
  first["deep"].list[1].a = 3;
  first["n"] = 2;
  expect(second).toEqual(JSON.parse(text));
  expect(handOut(shared, others)).toEqual(JSON.parse(text));
  expect(shared.plain?.json).toEqual(JSON.parse(text));
  expect([asHanded(first, mine), asHanded(second, others)?.text]).toEqual([null, text]);
  // A copy, and what another function was given, are no document as it was handed out.
  expect(
    [{ ...second }, structuredClone(second), new Proxy(second, {})].map((other) => asHanded(other, others)),
  ).toEqual([null, null, null]);
  expect(asHanded(second, mine)).toBeNull();
  // Nor is one whose field is another's, whatever its prototype was given.
  const field = { value: 1, configurable: true };
  Object.defineProperty(Object.prototype, "n", field);
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, "n"));
  delete second["n"];
  second["m"] = 1;
  expect(asHanded(second, others)).toBeNull();
});

test("[STR3] answers longer than is made text at once, and lists with anything else in them, go the way of all answers", () => {
  const shared = new SharedDocument('{"_id":"x","n":1}');
  const handed: Handed = new Map();
  const [a, b] = [handOut(shared, handed), handOut(shared, handed)];
  expect(toldAsHanded([a, b], handed, textOfList, 100)).toEqual({
    text: `[${shared.text},${shared.text}]`,
    json: [a, b],
  });
  expect(toldAsHanded([a, b], handed, textOfList, 30)).toBeNull();
  expect(
    [[a, 1], [], [[a]], { rest: [] }, 5, null].map((other) => toldAsHanded(other, handed, textOfList, 100)),
  ).toEqual(Array(6).fill(null));
});

test("[STR3] lists of the same documents are told by one text, any other by its own", () => {
  const [a, b, long] = ['{"_id":"a"}', '{"_id":"b"}', `{"_id":"${"x".repeat(70_000)}"}`].map(
    (text) => new SharedDocument(text),
  ) as [SharedDocument, SharedDocument, SharedDocument];
  const shared = new SharedReads({ scan: () => [] });
  const lists = [[a], [b], [a, b], [b, a], [a, a], [a, b, a], [long], [long, a]];
  for (const list of [...lists, ...lists.toReversed(), ...lists])
    expect(shared.list([...list])).toBe(JSON.stringify(list.map(({ text }) => JSON.parse(text) as unknown)));
});
