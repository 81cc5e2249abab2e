/** Searches that meet writes and schemas while the thread that searches has not heard of them yet. */

import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { mutate, openTestDatabase } from "../../src/transactions/testing.ts";
import type { Database, VectorHit } from "../../src/transactions/types.ts";

/** Far more than an answer takes on a busy machine. */
const PATIENCE_MS = 20_000;

const BOUNDS = { vectorsPerIndex: 100_000, vectorBytes: 1e9 };
const byAt = { indexDescriptor: "by_at", vectorField: "at", dimensions: 2, filterFields: [] };
const points = (vectorIndexes: unknown[]) => ({
  schemaValidation: true,
  tables: [{ tableName: "points", indexes: [], searchIndexes: [], vectorIndexes, documentType: { type: "any" } }],
});
const X = [1, 0];
const Y = [0, 1];
const near = (db: Database): Promise<readonly VectorHit[]> =>
  db.searchVectors({ indexName: "points.by_at", vector: X, limit: 256 }, BOUNDS);

async function aDatabase(count: number): Promise<{ db: Database; ids: string[] }> {
  const { db } = openTestDatabase({ schemaJson: points([byAt]) });
  onTestFinished(() => db.close());
  const ids = await mutate(db, (tx) => Array.from({ length: count }, () => tx.insert("points", { at: X })));
  return { db, ids };
}

/** From now on what the thread is asked stays on its way, in order. */
function holdTheThread(): { asked: () => Promise<void>; letGo: () => void } {
  const held: (() => void)[] = [];
  const post = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => post.mockRestore());
  post.mockImplementation(function (this: Worker, ...message) {
    held.push(() => this.postMessage(...message));
  });
  return {
    asked: () => vi.waitFor(() => expect(held).not.toHaveLength(0), PATIENCE_MS),
    letGo: () => {
      post.mockRestore();
      for (const send of held) send();
    },
  };
}

test("[VEC2] a search behind one that reads many changes again sees what it reads, and nothing newer", async () => {
  const { db, ids } = await aDatabase(120);
  await near(db);
  await mutate(db, (tx) => ids.slice(0, 60).forEach((id) => void tx.shallowMerge(id, { at: Y })));
  const thread = holdTheThread();
  const searches = [near(db), near(db), near(db)];
  await thread.asked();
  await mutate(db, (tx) => ids.forEach((id, i) => void tx.shallowMerge(id, { at: i < 60 ? X : Y })));
  thread.letGo();
  for (const hits of await Promise.all(searches)) expect(hits.filter(({ _score }) => _score === 1)).toHaveLength(60);
});

test("[VEC2] an index that is dropped while a search waits to read it is not found, rather than found empty", async () => {
  const { db } = await aDatabase(20);
  const thread = holdTheThread();
  const why = near(db).catch(String);
  await thread.asked();
  await db.applySchema(points([]));
  thread.letGo();
  expect(await why).toContain("Index points.by_at not found.");
});
