/** What queries depended on, against the model and by example. */

import { expect, test } from "vitest";
import { Dice, Model, SCHEMA, isInRange } from "../transactions/testing-model.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read } from "../transactions/testing.ts";
import type { TestQuery } from "../transactions/testing.ts";
import type { ReadTransaction, WriteSet } from "../transactions/types.ts";
import { createSubscriptionIndex } from "./subscription-index.ts";

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

/** How a query is read: to the end, or its first few rows, or as a page. */
function consume(tx: ReadTransaction, query: TestQuery, dice: Dice): string {
  if (!dice.chance(0.5) || query.limit !== undefined) return JSON.stringify(collect(tx, queryOf("items", query)));
  if (dice.chance(0.5)) {
    return JSON.stringify(
      tx.queryPage({ query: queryOf("items", query), cursor: null, endCursor: null, pageSize: 1 + dice.below(3) }, APP),
    );
  }
  const stream = tx.openQuery(queryOf("items", query), APP);
  const seen: (string | null)[] = [];
  for (let i = 0; i < 2; i++) seen.push(stream.next());
  stream.close();
  return JSON.stringify(seen);
}

test.each(SEEDS)(
  "[SUB1] a query whose answer changed was touched; one whose range a write misses was not (seed %d)",
  async (seed) => {
    const dice = new Dice(1000 + seed);
    const { db } = openTestDatabase({ seed, schemaJson: SCHEMA });
    const model = new Model();
    const index = createSubscriptionIndex<number>();
    let writes: WriteSet[] = [];
    db.committer.onCommit((commits) => (writes = commits.map((commit) => commit.writes)));
    let [touchedCount, missedCount] = [0, 0];
    try {
      await mutate(db, (tx) => {
        for (let i = 0; i < 15; i++) model.write(tx, dice);
      });
      for (let round = 0; round < 60; round++) {
        const queries = Array.from({ length: 8 }, (_, token) => ({
          token,
          query: dice.query(),
          choice: dice.below(1e9),
        }));
        const run = ({ query, choice, token }: (typeof queries)[number]): string =>
          read(db, (tx) => {
            const result = consume(tx, query, new Dice(choice));
            index.subscribe(token, tx.reads);
            return result;
          });
        const results = queries.map(run);
        const before = model.documents;
        await mutate(db, (tx) => model.write(tx, dice));
        const touched = new Set(writes.flatMap((write) => index.touchedBy(write)));
        const changed = [...before, ...model.documents].filter(
          (document) => !before.includes(document) || !model.documents.includes(document),
        );
        queries.forEach((one, i) => {
          const where = `seed ${seed}, round ${round}: ${JSON.stringify(one.query)}`;
          const isHit = touched.has(one.token);
          if (run(one) !== results[i]) expect(isHit, where).toBe(true);
          if (changed.every((document) => !isInRange(document, one.query))) expect(isHit, where).toBe(false);
          if (isHit) touchedCount++;
          else missedCount++;
        });
      }
    } finally {
      db.close();
    }
    expect(touchedCount).toBeGreaterThan(20);
    expect(missedCount).toBeGreaterThan(20);
  },
);

test("[SUB1] a write reaches everybody who read a range at one state, whoever read it first", async () => {
  const { db } = openTestDatabase({ schemaJson: SCHEMA });
  const index = createSubscriptionIndex<string>();
  const touched: string[][] = [];
  db.committer.onCommit((commits) => touched.push(commits.flatMap(({ writes }) => index.touchedBy(writes)).sort()));
  try {
    await mutate(db, (tx) => [10, 20, 30].forEach((a) => tx.insert("items", { a })));
    const snapshot = db.snapshot();
    for (const token of ["first", "second", "third"]) {
      const tx = snapshot.begin();
      expect(collect(tx, queryOf("items", { index: "by_a", limit: 2 }))).toHaveLength(2);
      index.subscribe(token, tx.reads);
    }
    touched.length = 0;
    for (const a of [15, 35, 5]) await mutate(db, (tx) => tx.insert("items", { a }));
    const everybody = ["first", "second", "third"];
    expect(touched).toEqual([everybody, [], everybody]);
    snapshot.release();
  } finally {
    db.close();
  }
});

test("[SUB2] a query stopped early depends only on the rows it took", async () => {
  const { db } = openTestDatabase({ schemaJson: SCHEMA });
  const index = createSubscriptionIndex<string>();
  const touched: string[][] = [];
  db.committer.onCommit((commits) => touched.push(commits.flatMap(({ writes }) => index.touchedBy(writes)).sort()));
  try {
    await mutate(db, (tx) => [10, 20, 30, 40].forEach((a) => tx.insert("items", { a })));
    for (const order of ["asc", "desc"] as const) {
      read(db, (tx) => {
        collect(tx, queryOf("items", { index: "by_a", order, limit: 2 }));
        index.subscribe(order, tx.reads);
      });
    }
    touched.length = 0;
    for (const a of [5, 15, 25, 35, 45]) await mutate(db, (tx) => tx.insert("items", { a }));
    expect(touched).toEqual([["asc"], ["asc"], [], ["desc"], ["desc"]]);
  } finally {
    db.close();
  }
});

test("[SUB3] reading a missing document or table depends on its coming into being, and on nothing else", async () => {
  const { db } = openTestDatabase();
  const index = createSubscriptionIndex<string>();
  let touched: string[] = [];
  db.committer.onCommit((commits) => (touched = commits.flatMap(({ writes }) => index.touchedBy(writes))));
  const watch = (token: string, body: (tx: ReadTransaction) => unknown): void =>
    read(db, (tx) => {
      body(tx);
      index.subscribe(token, tx.reads);
    });
  try {
    watch("table", (tx) => collect(tx, queryOf("items")));
    watch("count", (tx) => tx.count("items"));
    watch("normalize", (tx) => tx.normalizeId("items", "x", APP));
    await mutate(db, (tx) => tx.insert("others", {}));
    expect(touched).toEqual([]);
    const id = await mutate(db, (tx) => tx.insert("items", {}));
    expect(touched.sort()).toEqual(["count", "normalize", "table"]);
    for (const token of ["table", "count", "normalize"]) index.unsubscribe(token);
    watch("get", (tx) => tx.get(id, APP));
    await mutate(db, (tx) => tx.insert("items", {}));
    expect(touched).toEqual([]);
    await mutate(db, (tx) => tx.shallowMerge(id, { a: 1 }));
    expect(touched).toEqual(["get"]);
    await mutate(db, (tx) => tx.remove(id));
    watch("get", (tx) => tx.get(id, APP));
    expect(index.size).toBe(1);
  } finally {
    db.close();
  }
});
