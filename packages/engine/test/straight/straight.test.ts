/** The straight path answers, fails and reads as the one through text. */

import { defineApp, defineComponent } from "convex/server";
import { convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { valueOfText } from "../../src/functions/straight/values.ts";
import { createTestEngine } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import * as straight from "./functions.ts";
import { aPair, type Pair, type Way } from "./pair.ts";
import type { Told } from "./parts.ts";
import { anything, reading, writing } from "./programs.ts";

const app = defineApp();
// A bundler sets where the definition lies.
app.use(Object.assign(defineComponent("child"), { componentDefinitionPath: "child" }));
const modules = {
  functions: async () => straight,
  schema: async () => ({ default: straight.schema }),
  "convex.config": async () => ({ default: app }),
};
const components = {
  child: { functions: async () => straight, schema: async () => ({ default: straight.schema }) },
};
const code = { modules, components };
const WORLDS = 80;
const CALLS = 20;
const seed = Date.now() % 1_000_000;

/** Of ten frames fewer are the app's where the way is longer: they have a test of their own. */
function withoutFrames(told: Told): unknown {
  const { ok, failure } = told.outcome as { ok: boolean; failure?: { text: string } };
  const text = failure?.text.replaceAll(/^ {4}at .*\n/gm, "");
  return { ...told, outcome: ok ? told.outcome : { ...(told.outcome as object), failure: { ...failure, text } } };
}

/** Both paths, one call: everything that can be told is the same. */
async function same(
  pair: Pair,
  kind: "query" | "mutation",
  path: string,
  program: object,
  journal: string | null,
): Promise<{ journal: string | null; outcome: any }> {
  const args = convexToJson(program as never);
  const { text, straight: direct } = await pair.call(kind, path, args, journal);
  expect(withoutFrames(direct)).toEqual(withoutFrames(text));
  return { journal: text.journal, outcome: text.outcome };
}

/** What differs; the seed in the test's name brings the rest back. */
async function faultOf(property: fc.IAsyncProperty<never>, numRuns: number, from = seed): Promise<unknown> {
  try {
    await fc.assert(property, { numRuns, seed: from, endOnFailure: true });
    return null;
  } catch (error) {
    return (error as Error).cause ?? error;
  }
}

/** Ids among what a function answered. */
function idsIn(outcome: { ok: boolean; valueJson?: string }): string[] {
  return outcome.ok ? [...(outcome.valueJson ?? "").matchAll(/"([0-9a-z]{31,37})"/g)].map(([, id = ""]) => id) : [];
}

async function play(
  steps: readonly straight.Step[][],
  worldSeed: number,
  limits: object,
  ways: readonly [Way, Way] | undefined,
  isAgain = false,
): Promise<void> {
  const pair = await aPair(code, worldSeed, limits, ways);
  try {
    const ids = new Set<string>();
    let journal: string | null = null;
    for (const [i, of] of steps.entries()) {
      const isMutation = i % 2 === 0;
      const withIds = (given: any): any =>
        given.program === undefined ? given : { ...given, program: { ...given.program, ids: [...ids] } };
      const program = { steps: of.map(withIds), ids: [...ids], isStrict: i % 3 === 0 };
      const release = pair.hold();
      let outcome: any;
      if (isMutation) ({ outcome } = await same(pair, "mutation", "functions:write", program, null));
      else {
        const ask = () => same(pair, "query", "functions:read", program, journal);
        // What was read once already is shared with who reads it now.
        if (isAgain) await ask();
        ({ outcome, journal } = await ask());
      }
      release();
      for (const id of idsIn(outcome)) if (ids.size < 30) ids.add(id);
    }
  } finally {
    pair.close();
  }
}

const calls = fc.tuple(
  ...Array.from({ length: CALLS }, (_, i) => fc.array(i % 2 === 0 ? writing : reading, { minLength: 1, maxLength: 4 })),
);
const limits = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constant({ documentsRead: 6, rangesRead: 5 }),
  fc.constant({ documentsWritten: 2, bytesRead: 900 }),
);

const onBothPaths = (...given: [straight.Step[][], number, object]): Promise<void> => play(...given, undefined);

test(`[STR1] random functions answer, fail and read alike on both paths (seed ${seed})`, async () => {
  expect(await faultOf(fc.asyncProperty(calls, fc.nat(), limits, onBothPaths) as never, WORLDS)).toBeNull();
}, 60_000);

test(`[STR3] random functions answer, fail and read alike where others have read the same (seed ${seed})`, async () => {
  const again = fc.asyncProperty(calls, fc.nat(), limits, (...given) => play(...given, undefined, true));
  expect(await faultOf(again as never, WORLDS / 4)).toBeNull();
}, 60_000);

/** A pause wherever there can be one. */
const SLICED = { sliceMs: 0, rowsPerStep: 1 };

test.each([
  ["straight", seed, false],
  ["through text", seed, true],
  // A read that a call's own ceiling ends between slices was given up, went on, and failed the call by itself.
  ["straight", 503_149, false],
])(
  "[SLI2] random functions answer, fail and read alike in one go and in slices, %s (seed %i)",
  async (_path, from, isThroughText) => {
    const ways: readonly [Way, Way] = [
      { isThroughText, sliceMs: Infinity },
      { isThroughText, ...SLICED },
    ];
    const played = fc.asyncProperty(calls, fc.nat(), limits, (steps, world, some) => play(steps, world, some, ways));
    expect(await faultOf(played as never, WORLDS / 2, from)).toBeNull();
  },
  60_000,
);

test(`[STR1] random arguments and results are checked alike on both paths (seed ${seed})`, async () => {
  const pair = await aPair(code, 1);
  try {
    const answer = fc.oneof(
      anything,
      fc.record({ list: fc.array(anything, { maxLength: 3 }), a: anything }, { requiredKeys: ["list"] }),
    );
    const fault = await faultOf(
      fc.asyncProperty(answer, fc.boolean(), async (given, isTyped) => {
        let program: object;
        try {
          program = {
            steps: [{ do: "answer", value: given }],
            ids: [],
            isStrict: true,
            ...(isTyped ? { answer: given } : {}),
          };
          convexToJson(program as never);
        } catch {
          return;
        }
        await same(pair, "query", isTyped ? "functions:typed" : "functions:read", program, null);
      }) as never,
      1000,
    );
    expect(fault).toBeNull();
  } finally {
    pair.close();
  }
}, 60_000);

test.each(["leaveRead", "leaveWrite"])(
  "[STR1] a database used after its function, outside of one, or by an action refuses alike (%s)",
  async (name) => {
    const said: unknown[][] = [];
    for (const isThroughText of [true, false]) {
      const world = await createTestEngine({ ...code, isThroughText });
      await world.engine.mutation("functions:write", {
        steps: [{ do: "insert", table: "items", value: {} }],
        ids: [],
        isStrict: true,
      });
      straight.left.opened = Promise.withResolvers();
      straight.left.said = [];
      await (name === "leaveRead"
        ? world.engine.query(`functions:${name}`)
        : world.engine.mutation(`functions:${name}`));
      straight.left.opened.resolve();
      await eventually(() => straight.left.said.length > 0, "what was left behind has asked");
      const { db } = straight.left.ctx;
      said.push([
        ...straight.left.said,
        await straight.askAll(db, db.query("items")),
        await world.engine.action("functions:askOthers"),
      ]);
      await world.close();
    }
    expect(said[0]?.flat()).toContain(
      "Error: 1.0/get was called after the function had finished. Await every promise before returning.",
    );
    expect(said[1]).toEqual(said[0]);
  },
);

test("[STR1] a stored text becomes the value the client library makes of it", () => {
  for (const text of ['{"a":{"__proto__":{"b":1}}}', '{"a":{"$integer":"AQAAAAAAAAA="}}', '["$x",{"b":[]}]', "1"]) {
    const made = valueOfText(text);
    const expected = jsonToConvex(JSON.parse(text) as never);
    expect(made).toEqual(expected);
    const inner = (value: unknown): object => Object((value as { a?: unknown }).a) as object;
    expect(Object.getPrototypeOf(inner(made))).toEqual(Object.getPrototypeOf(inner(expected)));
  }
});

test.each<[string, readonly straight.Step[]]>([
  [
    "a replacement with another creation time that is no number",
    [
      { do: "insert", table: "items", value: {} },
      { do: "replace", id: 0, value: { _creationTime: Number.NaN } },
    ],
  ],
  [
    "a patch with an undefined field further in",
    [
      { do: "insert", table: "items", value: {} },
      { do: "patch", id: 0, value: { deep: { odd: "bare" } } },
    ],
  ],
  ["a field that would become a prototype", [{ do: "insert", table: "items", value: { odd: "protoWithId" } }]],
  ...["patch", "replace", "delete"].map((method): [string, readonly straight.Step[]] => [
    `a ${method} whose last argument is undefined`,
    [
      { do: "insert", table: "items", value: {} },
      { do: method, id: 0, value: { rank: 1 }, isPadded: true },
    ],
  ]),
  ["a circle in a system table", [{ do: "insert", table: "_storage", value: { deep: { odd: "circle" } } }]],
  ["a list with a gap", [{ do: "insert", table: "items", value: { rank: { odd: "gap" } } }]],
  [
    "a bound with an odd field",
    [
      {
        do: "query",
        table: "items",
        index: "by_group",
        range: [["eq", "group", { odd: "protoOfNumber" }]],
        end: "collect",
      },
    ],
  ],
  ["two faults at once", [{ do: "insert", table: "items", value: { odd: "twoFaults" } }]],
])("[STR1] %s fares the same on both paths", async (_what, steps) => {
  const pair = await aPair(code, 1);
  const ids: string[] = [];
  for (const step of steps) {
    const args = convexToJson({ steps: [step], ids, isStrict: false } as never);
    const { text, straight: direct } = await pair.call("mutation", "functions:write", args);
    expect(withoutFrames(direct)).toEqual(withoutFrames(text));
    ids.push(...idsIn(text.outcome as never));
  }
  pair.close();
});

/** The client library does not wait for these where it returns them. */
const FRAMELESS = /by table$|^first$/;

test.each<[string, straight.Step]>([
  ["get", { do: "get", id: "no id" }],
  ["get by table", { do: "get", id: "no id", table: "items", isByTable: true }],
  ["collect", { do: "query", table: "items", index: "missing", end: "collect" }],
  ["first", { do: "query", table: "items", index: "missing", end: "first" }],
  ["for await", { do: "query", table: "items", index: "missing", end: "each" }],
  ["paginate", { do: "query", table: "items", end: "page", paging: { numItems: 1, cursor: "bad" } }],
  ["paginate badly", { do: "query", table: "items", end: "page", paging: { numItems: 1, cursor: 3 } }],
  ["insert", { do: "insert", table: "typed", value: {} }],
  ["patch", { do: "patch", id: "no id", value: {} }],
  ["replace", { do: "replace", id: "no id", value: {} }],
  ["delete", { do: "delete", id: "no id" }],
  ["insert by table", { do: "insert", table: "typed", value: {}, isByTable: true }],
  ["patch by table", { do: "patch", id: "no id", table: "items", value: {}, isByTable: true }],
  ["replace by table", { do: "replace", id: "no id", table: "items", value: {}, isByTable: true }],
  ["delete by table", { do: "delete", id: "no id", table: "items", isByTable: true }],
])("[STR1] a failed %s names the same lines of the app on both paths", async (what, step) => {
  const pair = await aPair(code, 1);
  const { text, straight: direct } = await pair.call("mutation", "functions:fails", { step } as never);
  pair.close();
  const { failure } = text.outcome as { failure: { text: string } };
  expect(/^ {4}at .*functions\.ts/m.test(failure.text)).toBe(!FRAMELESS.test(what));
  expect(direct).toEqual(text);
});
