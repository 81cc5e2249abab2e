/** Arguments and answers of the straight path are those of the path through text. */

import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { convexToJson, v, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ODD, weighedJson } from "../../src/functions/straight/values.ts";
import type { Json } from "../../src/values/json.ts";
import { aPair } from "./pair.ts";

/** What a function was given, down to the order of fields and the sign of zero. */
function described(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(described).join()}]`;
  if (value instanceof ArrayBuffer) return `bytes ${new Uint8Array(value).join()}`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([field, inner]) => `${field}: ${described(inner)}`);
    return `{${fields.join()}} of ${Object.getPrototypeOf(value) === Object.prototype ? "Object" : "something"}`;
  }
  return `${typeof value} ${Object.is(value, -0) ? "-0" : JSON.stringify(String(value))}`;
}

/** Changes all that is the function's own. */
function changed(value: any): void {
  if (!Array.isArray(value) && Object.getPrototypeOf(Object(value)) !== Object.prototype) return;
  for (const inner of Object.values(value)) changed(inner);
  if (Array.isArray(value)) value.push("changed");
  else value.changed = true;
}

/** Kinds of answers. */
const ANSWERS: Readonly<Record<string, (args: any) => unknown>> = {
  given: (args) => args,
  nothing: () => undefined,
  twice: (args) => [args, args],
  throwing: () => ({
    get a(): number {
      throw new Error("not to be looked at");
    },
  }),
  sealed: (args) => Object.freeze({ args: Object.freeze([args]) }),
};

const functions = {
  echo: query({
    handler: async (_ctx, args: any) => {
      const was = described(args);
      changed(args);
      return was;
    },
  }),
  numbers: query({ args: { a: v.number(), b: v.optional(v.int64()) }, handler: (_ctx, args) => described(args) }),
  answer: query({ handler: (_ctx, args: any) => ANSWERS[args.how]?.(args.value) as never }),
  typed: query({
    returns: v.union(v.null(), v.record(v.string(), v.number()), v.array(v.number()), v.int64(), v.float64()),
    handler: async (_ctx, args: any) => args.value as never,
  }),
  /** Answers before what it asked for is done. */
  left: mutation({
    handler: (ctx, args: any) => {
      void ctx.db.insert("left", { value: args.value });
      return args.value;
    },
  }),
};
const spoil = mutation({
  handler: (ctx: any) => {
    const was = JSON.stringify(namesIn(ctx));
    for (const part of [ctx, ctx.db, ctx.db.system, ctx.db.vars, ctx.auth, ctx.meta, ctx.scheduler, ctx.storage])
      for (const name of [...Object.keys(part), "more"]) if (typeof part[name] !== "object") part[name] = null;
    return was;
  },
});

/** What an object holds that is made by hand, down to its functions. */
function namesIn(value: any): unknown {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]));
}

const code = { modules: { functions: async () => ({ ...functions, spoil }) }, components: {} };
const seed = Date.now() % 1_000_000;

const NUMBERS = ["0", "-0", "1e999", "-1e999", "1.5", "9007199254740993", "1e-400"];
const SPECIAL = [
  '{"$integer":"AQAAAAAAAAA="}',
  '{"$integer":"AQ=="}',
  '{"$integer":"AQAAAAAAAAA=","more":1}',
  '{"$float":"AAAAAAAA8D8="}',
  '{"$float":"AAAAAAAA+H8="}',
  '{"$bytes":"AQID"}',
  '{"$bytes":1}',
  '{"$commitTs":null}',
  '{"$commitTs":1}',
  '{"$undefined":null}',
  '{"$set":[]}',
];
const NAMES = ["a", "b", "B", "_id", "10", "9", "a b", "__proto__", "constructor", "toJSON", "\\u00e9", "", "length"];
const texts = fc.constantFrom("", "a", "\\ud800", "\\u0000", "\\u2028", "é", "$");

/** JSON as somebody sends it. */
const sent = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("null", "true", ...NUMBERS),
    texts.map((text) => `"${text}"`),
    fc.constantFrom(...SPECIAL),
    fc.array(tie("any"), { maxLength: 3 }).map((values) => `[${values.join()}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie("any")), { maxLength: 4 })
      .map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join()}}`),
  ),
})).any;

test(`[STR2] random arguments arrive alike on both paths, as the function's own (seed ${seed})`, async () => {
  const pairs = [await aPair(code, 1), await aPair(code, 1, { argsBytes: 90, resultBytes: 70 })] as const;
  const call = fc.record({
    name: fc.constantFrom("echo", "numbers", "answer", "typed", "left"),
    how: fc.constantFrom(...Object.keys(ANSWERS)),
    value: sent,
    isWhole: fc.boolean(),
    pair: fc.constantFrom(...pairs),
  });
  const property = fc.asyncProperty(call, async ({ name, how, value, isWhole, pair }) => {
    const text = isWhole && value.startsWith("{") ? value : `{"how":"${how}","a":${value},"value":${value}}`;
    const args = JSON.parse(text) as Json;
    const { text: through, straight } = await pair.call(
      name === "left" ? "mutation" : "query",
      `functions:${name}`,
      args,
    );
    expect(straight).toEqual(through);
  });
  await fc.assert(property, { numRuns: 3000, seed, endOnFailure: true });
  for (const pair of pairs) pair.close();
}, 60_000);

test.each([
  ["a number beyond all", '{"a":1e999}', '{a: number \\"Infinity\\"} of Object'],
  ["the negative zero", '{"a":-0}', "{a: number -0} of Object"],
])("[STR2] %s arrives as what was checked", async (_what, args, arrived) => {
  const pair = await aPair(code, 1);
  const { text, straight } = await pair.call("query", "functions:numbers", JSON.parse(args) as Json);
  expect(straight).toEqual(text);
  expect(straight.outcome).toMatchObject({ ok: true, valueJson: `"${arrived}"` });
  pair.close();
});

test("[STR2] arguments at the limit of their size are taken, beyond it refused, on both paths", async () => {
  const pair = await aPair(code, 1, { argsBytes: 300 });
  const said = async (length: number): Promise<boolean[]> => {
    const { text, straight } = await pair.call("query", "functions:echo", { a: "\u0000".repeat(length) });
    expect(straight).toEqual(text);
    return [text, straight].map(({ outcome }) => (outcome as { ok: boolean }).ok);
  };
  // Two bytes each of the list, the object, the field with its end and the text; as JSON each of these has six.
  expect(await said(292)).toEqual([true, true]);
  expect(await said(293)).toEqual([false, false]);
  pair.close();
});

test("[STR2] what is nested is gone through once, also where a field after it is undefined", () => {
  type Nested = { child: Nested | null; z: undefined };
  let value: Nested = { child: null, z: undefined };
  for (let depth = 1; depth < 40; depth += 1) value = { child: value, z: undefined };
  const { json, weight } = weighedJson(value);
  expect(json).not.toBe(ODD);
  expect(weight).toBe(80);
});

/** The client library's text, with fields in order. */
function libraryText(value: unknown): string {
  const ordered = (json: unknown): unknown =>
    typeof json !== "object" || json === null
      ? json
      : Array.isArray(json)
        ? json.map(ordered)
        : Object.fromEntries(
            Object.entries(json)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([k, v]) => [k, ordered(v)]),
          );
  return JSON.stringify(ordered(convexToJson(value as Value)));
}

test(`[STR2] rows become what each alone becomes, whatever fields those before had (seed ${seed})`, () => {
  const leaf = fc.oneof(fc.integer(), fc.constantFrom(undefined, "text", null, true));
  // Fields in any order: a few names make lists in which shapes come back, and more of them than are remembered.
  const rowOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), value), { selector: ([name]) => name, maxLength: 4 })
      .map((fields) => Object.fromEntries(fields));
  const rows = fc.array(rowOf(fc.oneof({ weight: 4, arbitrary: leaf }, rowOf(leaf))), { maxLength: 40 });
  const property = fc.property(rows, (list) => {
    const { json } = weighedJson(list);
    expect(JSON.stringify(json)).toBe(libraryText(list));
  });
  fc.assert(property, { numRuns: 2000, seed });
});

test("[STR2] a name the client library refuses is its business, also after rows of as many fields", () => {
  for (let turn = 0; turn < 3; turn++) {
    expect(weighedJson([{ a: 1, b: 2 }]).json).toEqual([{ a: 1, b: 2 }]);
    expect(weighedJson([{ $a: 1, b: 2 }]).json).toBe(ODD);
    expect(weighedJson([{ b: 2, $a: 1 }]).json).toBe(ODD);
    // It says nothing of what is not there.
    expect(weighedJson([{ b: 2, $a: undefined }]).json).toEqual([{ b: 2 }]);
  }
});

test("[STR2] the ctx of a call is its own to change, the same at every call and on both paths", async () => {
  const pair = await aPair(code, 1);
  const first = await pair.call("mutation", "functions:spoil", {});
  expect(first.straight).toEqual(first.text);
  expect(first.straight.outcome).toMatchObject({ ok: true, valueJson: expect.stringContaining("runMutation") });
  expect((await pair.call("mutation", "functions:spoil", {})).straight.outcome).toEqual(first.straight.outcome);
  pair.close();
});
