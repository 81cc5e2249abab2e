import { compareValues, convexToJson } from "convex/values";
import type { Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { afterPrefix, compareBytes } from "../lib/bytes.ts";
import type { Json } from "./json.ts";
import { compareJson, encodeKey, valueEnd } from "./keys.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("", "\u0000", "\u0001", "a", "a\u0000", "a\u0001", "\uffff", "\u{1f600}"),
);
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, NaN, Number.MIN_VALUE, Number.MAX_VALUE),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)),
  text,
  fc.uint8Array({ maxLength: 4 }).map((bytes) => bytes.slice().buffer),
);
const field = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,3}$/);
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(field, tie("value"), { maxKeys: 3 }),
  ),
})).value;
const maybe = fc.option(value, { nil: undefined, freq: 8 });

function json(of: Value | undefined): Json | undefined {
  return of === undefined ? undefined : (convexToJson(of) as Json);
}

test("[VAL1] keys compare as Convex compares the values", () => {
  fc.assert(
    fc.property(maybe, maybe, (a, b) => {
      const order = Math.sign(compareValues(a, b));
      expect(Math.sign(compareBytes(encodeKey([json(a)]), encodeKey([json(b)])))).toBe(order);
      expect(Math.sign(compareJson(json(a), json(b)))).toBe(order);
    }),
    { numRuns: 3000 },
  );
});

test("[VAL1] keys of tuples compare component by component", () => {
  const tuple = fc.array(maybe, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(tuple, tuple, (a, b) => {
      const order = compareValues(a[0], b[0]) || compareValues(a[1], b[1]);
      expect(Math.sign(compareBytes(encodeKey(a.map(json)), encodeKey(b.map(json))))).toBe(Math.sign(order));
    }),
    { numRuns: 2000 },
  );
});

test("[VAL2] the keys that start with a value are exactly those whose component equals it", () => {
  fc.assert(
    fc.property(maybe, maybe, maybe, (a, b, next) => {
      const prefix = encodeKey([json(a)]);
      const key = encodeKey([json(b), json(next)]);
      const end = afterPrefix(prefix);
      const isInside = compareBytes(key, prefix) >= 0 && end !== null && compareBytes(key, end) < 0;
      expect(isInside).toBe(compareValues(a, b) === 0);
    }),
    { numRuns: 2000 },
  );
});

test("[VAL2] where each value of a key ends is read from the key alone", () => {
  fc.assert(
    fc.property(fc.array(maybe, { minLength: 1, maxLength: 4 }), (values) => {
      const key = encodeKey(values.map(json));
      let at = 0;
      for (const [place] of values.entries()) {
        at = valueEnd(key, at);
        expect(at).toBe(encodeKey(values.slice(0, place + 1).map(json)).length);
      }
    }),
    { numRuns: 2000 },
  );
});
