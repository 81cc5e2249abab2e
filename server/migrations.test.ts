/** What the start does about documents of older versions, asked of a backend that counts. */

import { expect, test } from "vitest";
import { NewerData } from "./lib/newer-data.ts";
import { migrateDocuments } from "./migrations.ts";

/** A backend with these answers, one after the other, and what was asked and told. */
function aStart(answers: readonly object[]) {
  const asked: string[] = [];
  const told: unknown[] = [];
  const backend = {
    mutation: async (path: string) => {
      asked.push(path);
      return answers[asked.length - 1] ?? { name: null, changed: 0, isCompleted: true };
    },
  };
  return { asked, told, run: () => migrateDocuments(backend, { info: (fields: unknown) => void told.push(fields) }) };
}

test("documents are migrated batch by batch until nothing is left, and what was changed is told once", async () => {
  const { asked, told, run } = aStart([
    { name: "one", changed: 500, isCompleted: false },
    { name: "one", changed: 700, isCompleted: true },
    { name: "two", changed: 0, isCompleted: true },
  ]);
  await run();
  expect(asked).toEqual(Array.from({ length: 4 }, () => "migrations/internal:step"));
  expect(told).toEqual([{ migration: "one", changed: 700, isCompleted: true }]);
});

test("a migration of many documents says how far it is", async () => {
  const { told, run } = aStart(
    Array.from({ length: 41 }, (_, batch) => ({ name: "one", changed: batch * 500, isCompleted: batch === 40 })),
  );
  await run();
  expect(told).toEqual([
    { migration: "one", changed: 9_500, isCompleted: false },
    { migration: "one", changed: 19_500, isCompleted: false },
    { migration: "one", changed: 20_000, isCompleted: true },
  ]);
});

test("data of a newer version ends the start with words for whoever starts it", async () => {
  const { run } = aStart([{ newer: "2 areas_later" }]);
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NewerData);
  expect(String(failure)).toContain("used by a newer version of the portal (migration 2 areas_later)");
});
