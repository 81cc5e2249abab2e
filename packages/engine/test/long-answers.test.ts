/** Long answers are made text, checked and framed in slices, and nobody who gets them can tell. */

import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { QueryRun } from "../src/functions/call.ts";
import { textOf } from "../src/protocol/frame.ts";
import { longLiveResult, toLiveResult, type LiveResult } from "../src/session/live-query.ts";
import { NewestAnswers } from "../src/session/newest-answers.ts";
import { createTestEngine } from "../src/testing/index.ts";

const schema = defineSchema({ rows: defineTable({ n: v.number() }) });
const row = v.object({ n: v.number(), text: v.string() });
/** Some 400 kB. */
const many = (more: Record<string, unknown> = {}) => ({
  rows: Array.from({ length: 4000 }, (_, n) => ({ n, text: `${"row “😀” ".repeat(10)}${n}` })),
  ...more,
});
const returns = v.object({ rows: v.array(row), count: v.optional(v.number()) });
let answered = (): void => undefined;
/** Functions of one process share their modules, and so what one of them leaves there. */
const left: { answer: ReturnType<typeof many> | null; waiting: PromiseWithResolvers<void>; changes: number } = {
  answer: null,
  waiting: Promise.withResolvers(),
  changes: 0,
};
const spoil = (): void => {
  left.changes++;
  for (const one of left.answer?.rows ?? []) one.text = "changed";
  left.answer?.rows.push({ n: -1, text: "more" });
};

const functions = {
  long: query({ args: {}, returns, handler: async () => many() }),
  wrong: query({ args: {}, returns, handler: async () => many({ count: "many" }) as never }),
  wrongToo: mutation({ args: {}, returns, handler: async () => many({ count: "many" }) as never }),
  tooLarge: query(async () => many()),
  tooLargeToo: mutation(async () => many()),
  counted: query({
    args: {},
    returns,
    handler: async (ctx) => {
      const count = (await ctx.db.query("rows").collect()).length;
      answered();
      return many({ count }) as never;
    },
  }),
  leaves: query({
    args: {},
    returns,
    handler: async () => {
      left.answer = many();
      left.waiting = Promise.withResolvers();
      // Goes on when another function lets it, long after this one has answered.
      void left.waiting.promise.then(spoil);
      return left.answer;
    },
  }),
  spoils: query({ args: {}, handler: async () => spoil() }),
  letsGoOn: query({ args: {}, handler: async () => left.waiting.resolve() }),
  add: mutation(async (ctx) => void (await ctx.db.insert("rows", { n: 1 }))),
};

async function aWorld(limits: object) {
  const world = await createTestEngine({
    modules: { functions: async () => functions, schema: async () => ({ default: schema }) },
    limits,
  });
  onTestFinished(() => world.close());
  return world;
}

test("[SLI5] the event loop turns while a long answer is made and checked; it is the one made in one go", async () => {
  const sliced = await aWorld({ sliceMs: 0 });
  let [turns, isOver] = [0, false];
  const answer = sliced.engine.query("functions:long").finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  expect(await answer).toEqual(many());
  expect(turns).toBeGreaterThan(40);
  expect(await (await aWorld({ sliceMs: Infinity })).engine.query("functions:long")).toEqual(many());
});

test("[SLI5] a long answer that is wrong or too large is refused in the words of a short one", async () => {
  const said = async (call: Promise<unknown>): Promise<string> =>
    await call.then(
      () => "answered",
      (error: unknown) => String(error).replace(/Too(?=[ :`.])/g, ""),
    );
  const { engine } = await aWorld({ sliceMs: 0 });
  const wrong = await said(engine.query("functions:wrong"));
  expect(wrong).toContain("ReturnsValidationError: Value does not match validator.\nPath: .count");
  expect(await said(engine.mutation("functions:wrongToo"))).toBe(wrong);
  const { engine: small } = await aWorld({ sliceMs: 0, resultBytes: 300_000 });
  const tooLarge = await said(small.query("functions:tooLarge"));
  expect(tooLarge).toMatch(/return value is too large \(actual: \d+\.\d+ KiB, limit: 292\.97 KiB\)/);
  expect(await said(small.mutation("functions:tooLargeToo"))).toBe(tooLarge);
});

test("[SLI5] what is committed while a long answer is made runs its query again", async () => {
  const world = await aWorld({ sliceMs: 0 });
  await world.serve();
  let runs = 0;
  answered = () => void runs++;
  onTestFinished(() => void (answered = () => undefined));
  const shown: number[] = [];
  world.connect().onUpdate("functions:counted" as never, {} as never, (value: unknown) => {
    shown.push((value as { count: number }).count);
  });
  const added: Promise<unknown>[] = [];
  while (shown.at(-1) !== 3) {
    await new Promise((resolve) => setImmediate(resolve));
    // Behind the read, and long before the answer is there.
    if (added.length < Math.min(runs, 3)) added.push(world.engine.mutation("functions:add"));
  }
  await Promise.all(added);
  expect(shown).toEqual(shown.toSorted());
});

test.each(["functions:spoils", "functions:letsGoOn"])(
  "[SLI5] what is done to a long answer once its function has ended reaches nobody (%s)",
  async (other) => {
    const { engine } = await aWorld({ sliceMs: 0 });
    left.answer = null;
    left.changes = 0;
    let isOver = false;
    const answer = engine.query("functions:leaves").finally(() => (isOver = true));
    let spoiled: Promise<unknown> | null = null;
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      // The function has ended, and its answer is not yet made.
      if (left.answer !== null && !isOver) spoiled ??= engine.query(other);
    }
    await spoiled;
    expect(left.changes).toBe(1);
    expect(left.answer).not.toEqual(many());
    expect(await answer).toEqual(many());
  },
);

test("[SLI5] subscribers get the same bytes under the same fingerprint, and unchanged ones are kept", () => {
  const run = fc.record({
    valueJson: fc.string({ unit: fc.constantFrom("a", "é", "“", "😀", "ab".repeat(9000)) }),
    logLines: fc.array(fc.string(), { maxLength: 2 }),
    journal: fc.option(fc.string(), { nil: null }),
  });
  fc.assert(
    fc.property(run, fc.boolean(), ({ valueJson, logLines, journal }, redact) => {
      const made = { outcome: { ok: true, valueJson, logLines }, journal, ts: 1n } as unknown as QueryRun;
      const options = { requestId: "r", redact, nowMs: 0, before: null };
      const inPieces = (before: ReturnType<typeof toLiveResult> | null) => {
        const work = longLiveResult(made, { ...options, before });
        for (;;) {
          const step = work.next();
          if (step.done === true) return step.value;
        }
      };
      const [long, short] = [inPieces(null), toLiveResult(made, options)];
      expect({ ...long, resultJson: null }).toEqual({ ...short, resultJson: null });
      expect(textOf([long.resultJson.part()])).toBe(textOf([short.resultJson.part()]));
      expect(long.resultJson).toHaveLength(short.resultJson.length);
      expect(inPieces(short).resultJson).toBe(short.resultJson);
    }),
  );
});

test("[WIR14] answers that are told alike have one text together, and each is told as it would be alone", () => {
  const value = fc
    .constantFrom("a", "b")
    .chain((unit) => fc.constantFrom(100, 2047, 2048, 30_000, 70_000).map((length) => unit.repeat(length)));
  const run = fc.record({
    valueJson: value,
    logLines: fc.constantFrom([], [], ["a"], ["b"]),
    journal: fc.constantFrom(null, null, "j", "k"),
  });
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 12 }), fc.boolean(), (runs, redact) => {
      const options = { requestId: "r", redact, nowMs: 0, before: null };
      const newest = new NewestAnswers();
      for (const { valueJson, logLines, journal } of runs) {
        // Texts that are equal and not the same one.
        const copy = Buffer.from(valueJson).toString();
        const made = { outcome: { ok: true, valueJson: copy, logLines }, journal, ts: 1n } as unknown as QueryRun;
        const [alone, together, again] = [{}, { newest }, { newest }].map((more) =>
          toLiveResult(made, { ...options, ...more }),
        ) as [LiveResult, LiveResult, LiveResult];
        expect({ ...together, resultJson: null }).toEqual({ ...alone, resultJson: null });
        expect(textOf([together.resultJson.part()])).toBe(textOf([alone.resultJson.part()]));
        const isKept = valueJson.length >= 2048 && valueJson.length <= 64 * 1024 && logLines.length === 0;
        expect(again.resultJson === together.resultJson).toBe(isKept);
      }
    }),
  );
});
