/** The last use of the demo's access, from a backend that stands in. */

import { expect, test } from "vitest";
import { readLastUse } from "./lastUse.ts";

/** A backend with batches of access whose readings fail so often at first. */
function backendOf(batches: readonly { unread: number; failures: number }[]) {
  const asked: number[] = [];
  const at = (args: unknown) => Number((args as { place: { cursor: string | null } }).place.cursor ?? 0);
  return {
    asked,
    unread: () => batches.map(({ unread }) => unread),
    query: (_path: string, args?: unknown) =>
      Promise.resolve({
        reads: Array.from({ length: batches[at(args)]?.unread ?? 0 }),
        next: at(args) + 1 < batches.length ? { state: "Active", cursor: String(at(args) + 1) } : null,
      }),
    action: (_path: string, args?: unknown) => {
      const batch = batches[at(args)];
      asked.push(at(args));
      if (batch && batch.failures-- <= 0) batch.unread = 0;
      return Promise.resolve(null);
    },
  };
}

test("every batch is read before the demo opens, and one that failed is read again at once", async () => {
  const backend = backendOf([
    { unread: 50, failures: 0 },
    { unread: 0, failures: 0 },
    { unread: 40, failures: 2 },
  ]);
  await readLastUse(backend);
  expect(backend.unread()).toEqual([0, 0, 0]);
  expect(backend.asked).toEqual([0, 2, 2, 2]);
});

test("a system that never answers holds the demo up for four tries", async () => {
  const backend = backendOf([{ unread: 50, failures: 99 }]);
  await readLastUse(backend);
  expect(backend.asked).toEqual([0, 0, 0, 0]);
});
