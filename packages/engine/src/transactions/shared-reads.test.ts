/** What is read once for several, against reading it for each. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { nextTurn } from "../lib/clock.ts";
import type { StoredDocument } from "../storage/reader.ts";
import type { Json } from "../values/json.ts";
import { encodeKey } from "../values/keys.ts";
import { rangeKey, SharedReads, type Range } from "./shared-reads.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read, schemaOf, type TestQuery } from "./testing.ts";
import type { ReadTransaction } from "./types.ts";

/** Values whose texts run into each other: spaces, digits, NULs, halves of pairs, and what JSON has no word for. */
const HOSTILE: readonly Json[] = [
  ...["", " ", "a", "b", "a 1 b", "b 5 c", "c", "5", "asc 5", "a\u0000", "\u0000", "\ud800", "\udc00", "é", "end"],
  ...[0, 1, -1, 5, 1e300, null, true, [], ["a", "b"], {}, { $float: "AAAAAAAAAIA=" }, { $float: "AAAAAAAA+H8=" }],
  ...[
    { $integer: "AQAAAAAAAAA=" },
    { $integer: "//////////8=" },
    { $bytes: "" },
    { $bytes: "AQ==" },
    { $bytes: "ACAx" },
  ],
];
const value = fc.constantFrom(...HOSTILE);
const bytes = fc.oneof(
  fc.array(value, { maxLength: 2 }).map((values) => encodeKey(values)),
  fc.array(fc.constantFrom(0, 32, 49, 97, 255), { maxLength: 4 }).map((made) => Uint8Array.from(made)),
);
const range: fc.Arbitrary<Range> = fc.tuple(
  fc.constantFrom(1, 11, 111),
  bytes,
  fc.option(bytes),
  fc.constantFrom("asc", "desc"),
  fc.constantFrom(1, 2, 12, 21),
);
const spelled = (of: Range): string =>
  JSON.stringify(of.map((part) => (part instanceof Uint8Array ? [...part] : part)));

test("[TX15] ranges that differ in anything are kept apart", () => {
  const text = (given: string): Uint8Array => new TextEncoder().encode(given);
  const [one, other] = [
    rangeKey(1, text("a"), text("b 5 c"), "asc", 5),
    rangeKey(1, text("a 1 b"), text("c"), "asc", 5),
  ];
  expect(one).not.toBe(other);
  let [same, different] = [0, 0];
  fc.assert(
    fc.property(range, range, fc.subarray([0, 1, 2, 3, 4]), (a, b, taken) => {
      // The other differs in some of its parts, or in none.
      const mixed = a.map((part, i) => (taken.includes(i) ? b[i] : part)) as unknown as Range;
      const isSame = spelled(a) === spelled(mixed);
      if (isSame) same++;
      else different++;
      expect(rangeKey(...a) === rangeKey(...mixed)).toBe(isSame);
    }),
    { numRuns: 5000, seed: 15 },
  );
  expect(Math.min(same, different)).toBeGreaterThan(100);
});

const TABLES = {
  items: { indexes: { by_a: ["a"], by_ab: ["a", "b"] } },
  others: { indexes: { by_a: ["a"], by_ab: ["a", "b"] } },
};
const bound = fc.tuple(fc.constantFrom("Gt" as const, "Gte" as const), fc.constant("a"), value);
const end = fc.tuple(fc.constantFrom("Lt" as const, "Lte" as const), fc.constant("a"), value);
const asked: fc.Arbitrary<TestQuery> = fc.record(
  {
    index: fc.constantFrom("by_a", "by_a", "by_ab"),
    range: fc.oneof(
      fc.tuple(fc.tuple(fc.constant("Eq" as const), fc.constant("a"), value)),
      fc.tuple(bound, end),
      fc.constant([]),
    ),
    order: fc.constantFrom("asc", "desc"),
    limit: fc.constantFrom(1, 2, 3, 40),
  },
  { requiredKeys: ["index"] },
);

/** What a query tells and what it depends on. */
function told(tx: ReadTransaction, table: string, query: TestQuery, isPaged: boolean): unknown {
  const json = queryOf(table, isPaged ? { ...query, limit: undefined as never } : query);
  const answer = isPaged
    ? tx.queryPage({ query: json, cursor: null, endCursor: null, pageSize: query.limit ?? 2 }, APP)
    : collect(tx, json);
  return { answer, ranges: structuredClone(tx.reads.ranges), usage: { ...tx.usage } };
}

test("[TX15] whoever reads what others have read has the same answer, read set and charges as who reads alone", async () => {
  const { db } = openTestDatabase({ schemaJson: schemaOf(TABLES) });
  await mutate(db, (tx) => {
    for (const table of ["items", "others"])
      for (const a of HOSTILE) for (const b of [1, " "]) tx.insert(table, { a, b, table });
  });
  const tables = fc.constantFrom("items", "items", "others");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(tables, asked, fc.boolean()), { minLength: 2, maxLength: 6 }), async (all) => {
      const snapshot = db.snapshot();
      for (const [table, query, isPaged] of [...all, ...all]) {
        // A mutation reads by itself.
        const alone = await mutate(db, (tx) => told(tx, table, query, isPaged));
        expect(told(snapshot.begin(), table, query, isPaged)).toEqual(alone);
      }
      snapshot.release();
    }),
    { numRuns: 60, seed: 15 },
  );
  db.close();
});

test("[TX15] texts are known as shared from their second reading until nobody reads the state, and never to a mutation", async () => {
  const { db } = openTestDatabase({ schemaJson: schemaOf(TABLES) });
  await mutate(db, (tx) => [1, 2].forEach((a) => tx.insert("items", { a })));
  const query = queryOf("items", { index: "by_a", limit: 1 });
  const textOf = (tx: ReadTransaction): string => tx.openQuery(query, APP).next() as string;
  const snapshot = db.snapshot();
  const [first, second] = [snapshot.begin(), snapshot.begin()];
  const text = textOf(first);
  expect(first.sharedDocument(text)).toBeNull();
  expect(textOf(second)).toBe(text);
  for (const tx of [first, second]) expect(tx.sharedDocument(text)?.plain?.json).toEqual(JSON.parse(text));
  expect(first.sharedDocument(`${text} `)).toBeNull();

  await mutate(db, (tx) => {
    expect(textOf(tx)).toBe(text);
    expect(textOf(tx)).toBe(text);
    expect(tx.sharedDocument(text)).toBeNull();
    tx.insert("items", { a: 0 });
    expect(JSON.parse(textOf(tx))).toMatchObject({ a: 0 });
    expect(textOf(second)).toBe(text);
  });
  expect(textOf(snapshot.begin())).toBe(text);
  expect(JSON.parse(read(db, textOf))).toMatchObject({ a: 0 });

  snapshot.release();

  // As long as somebody reads it, and for a turn of the loop beyond.
  const newest = db.snapshot();
  const newer = textOf(newest.begin());
  textOf(newest.begin());
  newest.release();
  const again = db.snapshot();
  await nextTurn();
  expect(again.begin().sharedDocument(newer)).not.toBeNull();
  // Somebody has a turn before it is forgotten, and is done within it.
  const reader = again.begin();
  const turn = nextTurn().then(() => read(db, textOf));
  again.release();
  const behind = nextTurn();
  await turn;
  await behind;
  expect(reader.sharedDocument(newer)).not.toBeNull();
  expect(read(db, (tx) => tx.sharedDocument(newer))).not.toBeNull();
  await nextTurn();
  expect(read(db, (tx) => tx.sharedDocument(newer))).toBeNull();
  db.close();
});

/** Rows of so many characters each; how often they were read. */
function counted(characters: number): { reads: SharedReads; asked: () => number } {
  let asked = 0;
  const scan = (...[, , , , limit]: Range): StoredDocument[] => {
    asked++;
    return Array.from({ length: Math.min(limit, 300) }, (_, doc) => {
      const json = JSON.stringify({ text: `${asked} ${doc}`.padEnd(characters) });
      return { doc, json, size: characters };
    });
  };
  return { reads: new SharedReads({ scan }), asked: () => asked };
}

test("[TX15] ranges of 256 rows and eight megabytes in all are kept, what goes beyond is read by each", () => {
  const low = Uint8Array.of(1);
  const small = counted(10);
  for (let i = 0; i < 3; i++) small.reads.scan(1, low, null, "asc", 256);
  expect(small.asked()).toBe(1);
  for (let i = 0; i < 3; i++) small.reads.scan(1, low, null, "asc", 257);
  expect(small.asked()).toBe(4);

  const large = counted(1_000_000);
  for (let index = 0; index < 20; index++) large.reads.scan(index, low, null, "asc", 1);
  expect(large.asked()).toBe(20);
  expect(large.reads.bytes).toBeGreaterThan(6_000_000);
  expect(large.reads.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  for (let index = 0; index < 20; index++) large.reads.scan(index, low, null, "asc", 1);
  expect(large.asked()).toBe(36);
  expect(large.reads.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  large.reads.clear();
  expect(large.reads.bytes).toBe(0);
});

test("[TX15] what is made of shared texts counts like the texts", () => {
  const { reads } = counted(1_300_000);
  const scan = (index: number): string => reads.scan(index, Uint8Array.of(1), null, "asc", 1)[0]?.json ?? "";
  const texts = [scan(1), scan(2)];
  for (const index of [1, 2]) scan(index);
  expect(texts.map((text) => reads.document(text) !== null)).toEqual([true, false]);
});
