import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "./json.ts";
import { jsonText, matches, sizeOf, textParts, type Pieces } from "./pieces.ts";
import { valueSize } from "./size.ts";
import type { ValidatorJson } from "./validator-json.ts";
import { checkValidator } from "./validators.ts";

/** Texts with pairs, and with halves of pairs, which JSON escapes. */
const text = fc.string({ unit: fc.constantFrom("a", '"', "\\", "é", "“", "😀", "\ud83d", "\ude00", "\n") });
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, false, 0, 1.5, { $integer: "AQAAAAAAAAA=" }, { $bytes: "AQID" }),
    text,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom("a", "b", "7", "long name"), tie("value"), { noNullPrototype: true }),
  ),
}));
const anything: ValidatorJson = { type: "any" };
const { validator } = fc.letrec<{ validator: ValidatorJson }>((tie) => ({
  validator: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<ValidatorJson>(
      ...[anything, anything, { type: "string" } as const, { type: "number" } as const, { type: "null" } as const],
      { type: "bytes" },
    ),
    fc.record({ type: fc.constant("array" as const), value: tie("validator") }),
    fc.record({ type: fc.constant("union" as const), value: fc.array(tie("validator"), { maxLength: 3 }) }),
    fc.record({
      type: fc.constant("record" as const),
      keys: fc.constant<ValidatorJson>({ type: "string" }),
      values: fc.record({ fieldType: tie("validator"), optional: fc.constant(false) }),
    }),
    fc.record({
      type: fc.constant("object" as const),
      value: fc.dictionary(
        fc.constantFrom("a", "b", "7", "long name"),
        fc.record({ fieldType: tie("validator"), optional: fc.boolean() }),
        { noNullPrototype: true },
      ),
    }),
  ),
}));
const tables = { tableOfId: () => null };
const piece = fc.integer({ min: 1, max: 40 });

/** To its end; how many pauses it made. */
function done<T>(work: Pieces<T>): { made: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done === true) return { made: step.value, pauses };
  }
}

test("a text in parts is the same text, and no part ends within a pair", () => {
  fc.assert(
    fc.property(text, piece, (whole, units) => {
      const parts = [...textParts(whole, units)];
      expect(parts.join("")).toBe(whole);
      expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(Buffer.from(whole))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a value in pieces has the text and the size that it has in one go", () => {
  fc.assert(
    fc.property(value, piece, (json, units) => {
      expect(done(jsonText(json, units)).made).toBe(JSON.stringify(json));
      expect(done(sizeOf(json, units)).made).toBe(valueSize(json));
    }),
    { numRuns: 2000 },
  );
});

test("a value in pieces matches what it matches in one go", () => {
  let [fits, others] = [0, 0];
  fc.assert(
    fc.property(validator, value, piece, (wanted, json, units) => {
      const isFit = checkValidator(wanted, json, tables) === null;
      if (isFit) fits++;
      else others++;
      expect(done(matches(wanted, json, tables, units)).made).toBe(isFit);
    }),
    { numRuns: 5000, seed: 5 },
  );
  expect(Math.min(fits, others)).toBeGreaterThan(500);
});

/** A value with a validator that it fits but for one place, wherever that is. */
test("what is wrong in one place of a long value is found", () => {
  const row = { type: "object", value: { n: { fieldType: { type: "number" }, optional: false } } } as const;
  const wanted: ValidatorJson = {
    type: "object",
    value: {
      rows: { fieldType: { type: "array", value: row }, optional: false },
      more: { fieldType: { type: "union", value: [{ type: "null" }, { type: "array", value: row }] }, optional: true },
    },
  };
  const rows = (wrong: number, odd: Json = { n: "1" }): Json[] =>
    Array.from({ length: 30 }, (_, n) => (n === wrong ? odd : { n }));
  const check = (json: Json) => done(matches(wanted, json, tables, 8));
  expect(check({ rows: rows(-1), more: rows(-1) })).toMatchObject({ made: true });
  expect(check({ rows: rows(-1), more: rows(-1) }).pauses).toBeGreaterThan(5);
  for (const odd of [{ n: "1" }, {}, { n: 1, m: 1 }, null] as Json[]) {
    expect(check({ rows: rows(29, odd) }).made).toBe(false);
    expect(check({ rows: rows(-1), more: rows(29, odd) }).made).toBe(false);
  }
  expect(check({ more: rows(-1) }).made).toBe(false);
  expect(check({ rows: rows(-1), else: rows(-1) }).made).toBe(false);
});
