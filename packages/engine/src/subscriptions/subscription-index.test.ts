import fc from "fast-check";
import { expect, test } from "vitest";
import { afterKey, compareBytes } from "../lib/bytes.ts";
import type { KeyRange } from "../transactions/types.ts";
import { createSubscriptionIndex } from "./subscription-index.ts";

const key = fc.uint8Array({ minLength: 0, maxLength: 2, max: 6 });
const range: fc.Arbitrary<KeyRange> = fc.oneof(
  fc.record({ indexKey: fc.constantFrom("1", "2"), lower: key, upper: fc.option(key) }),
  fc.tuple(fc.constantFrom("1", "2"), key).map(([indexKey, lower]) => ({ indexKey, lower, upper: afterKey(lower) })),
);
const step = fc.oneof(
  fc.record({ do: fc.constant("subscribe" as const), token: fc.nat(9), ranges: fc.array(range, { maxLength: 5 }) }),
  fc.record({ do: fc.constant("unsubscribe" as const), token: fc.nat(9) }),
  fc.record({
    do: fc.constant("write" as const),
    keys: fc.array(fc.record({ indexKey: fc.constantFrom("1", "2"), key }), { maxLength: 4 }),
  }),
);

function contains({ indexKey, lower, upper }: KeyRange, at: { indexKey: string; key: Uint8Array }): boolean {
  return (
    indexKey === at.indexKey && compareBytes(lower, at.key) <= 0 && (upper === null || compareBytes(at.key, upper) < 0)
  );
}

test("[SUB4] exactly the subscribers whose ranges contain a written key are found, each once, in any history", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = createSubscriptionIndex<number>();
      const model = new Map<number, readonly KeyRange[]>();
      for (const one of steps) {
        if (one.do === "subscribe") {
          index.subscribe(one.token, { ranges: one.ranges });
          model.set(one.token, one.ranges);
        } else if (one.do === "unsubscribe") {
          index.unsubscribe(one.token);
          model.delete(one.token);
        } else {
          const expected = [...model]
            .filter(([, ranges]) => ranges.some((held) => one.keys.some((at) => contains(held, at))))
            .map(([token]) => token);
          expect(index.touchedBy({ keys: one.keys }).sort()).toEqual(expected.sort());
        }
        expect(index.size).toBe(model.size);
      }
    }),
    { numRuns: 500 },
  );
});

test("[SUB5] what a write costs does not grow with the subscriptions it does not touch", () => {
  const index = createSubscriptionIndex<number>();
  let compared = 0;
  const counting = (bytes: number[]): Uint8Array =>
    new Proxy(Uint8Array.from(bytes), {
      get(target, property) {
        if (property === "length") compared++;
        const value: unknown = Reflect.get(target, property, target);
        return value;
      },
    });
  for (let i = 0; i < 20_000; i++) {
    const at = [i >> 8, i & 0xff];
    index.subscribe(i, {
      ranges: [{ indexKey: "1", lower: Uint8Array.from([...at, 1]), upper: Uint8Array.from([...at, 9]) }],
    });
  }
  const touched = index.touchedBy({ keys: [{ indexKey: "1", key: counting([20, 20, 5]) }] });
  expect(touched).toEqual([20 * 256 + 20]);
  expect(compared).toBeLessThan(300);
});
