/** Searches that meet writes and schemas while the thread is busy with others. */

import { expect, onTestFinished, test } from "vitest";
import { mutate, openTestDatabase } from "../../src/transactions/testing.ts";
import type { Database, VectorHit } from "../../src/transactions/types.ts";

const BOUNDS = { vectorsPerIndex: 100_000, vectorBytes: 1e9 };
const WIDE = 2048;
const vectorIndex = (indexDescriptor: string, dimensions: number) => ({
  indexDescriptor,
  vectorField: "at",
  dimensions,
  filterFields: [],
});
const table = (tableName: string, vectorIndexes: unknown[]) => ({
  tableName,
  indexes: [],
  searchIndexes: [],
  vectorIndexes,
  documentType: { type: "any" },
});
const schemaJson = {
  schemaValidation: true,
  tables: [table("points", [vectorIndex("by_at", 2)]), table("wide", [vectorIndex("by_at", WIDE)])],
};
const X = [1, 0];
const Y = [0, 1];
const near = (db: Database): Promise<readonly VectorHit[]> =>
  db.searchVectors({ indexName: "points.by_at", vector: X, limit: 256 }, BOUNDS);

/** A database with points and a thread that is about to be busy for a good while. */
async function aBusyOne(count: number): Promise<{ db: Database; ids: string[]; keepBusy: () => Promise<unknown> }> {
  const { db } = openTestDatabase({ schemaJson });
  onTestFinished(() => db.close());
  const ids = await mutate(db, (tx) => Array.from({ length: count }, () => tx.insert("points", { at: X })));
  const at = Array.from({ length: WIDE }, (_, i) => i);
  await mutate(db, (tx) => {
    for (let i = 0; i < 500; i++) tx.insert("wide", { at });
  });
  const search = { indexName: "wide.by_at", vector: at };
  await db.searchVectors(search, BOUNDS);
  const keepBusy = (): Promise<unknown> =>
    Promise.all(Array.from({ length: 100 }, () => db.searchVectors(search, BOUNDS)));
  return { db, ids, keepBusy };
}

test("[VEC2] a search behind one that reads many changes again sees what it reads, and nothing newer", async () => {
  const { db, ids, keepBusy } = await aBusyOne(120);
  await near(db);
  await mutate(db, (tx) => ids.slice(0, 60).forEach((id) => void tx.shallowMerge(id, { at: Y })));
  const busy = keepBusy();
  await Promise.resolve();
  const searches = [near(db), near(db), near(db)];
  for (let i = 0; i < 5; i++) await Promise.resolve();
  await mutate(db, (tx) => ids.forEach((id, i) => void tx.shallowMerge(id, { at: i < 60 ? X : Y })));
  for (const hits of await Promise.all(searches)) expect(hits.filter(({ _score }) => _score === 1)).toHaveLength(60);
  await busy;
});

test("[VEC2] an index that is dropped while a search waits to read it is not found, rather than found empty", async () => {
  const { db, keepBusy } = await aBusyOne(20);
  const busy = keepBusy();
  await Promise.resolve();
  const why = near(db).catch(String);
  const [, wide] = schemaJson.tables;
  await db.applySchema({ ...schemaJson, tables: [table("points", []), wide] });
  expect(await why).toContain("Index points.by_at not found.");
  await busy;
});
