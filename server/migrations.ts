/** Brings documents of older versions to today's shape before anybody is served. */

import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import type { Backend } from "./backend/port.ts";
import type { Log } from "./lib/log.ts";
import { NewerData } from "./lib/newer-data.ts";

const stepShape = z.union([
  z.object({ name: z.string().nullable(), changed: z.number(), isCompleted: z.boolean() }),
  z.object({ newer: z.string() }),
]);

/** More batches of 500 documents than a portal ever has. */
const MAX_BATCHES = 1_000_000;

/** Batches after which a long migration says how far it is. */
const PROGRESS_EVERY = 20;

/**
 * Runs the migrations that are left, batch by batch; one that was interrupted goes on. Says what each changed, in the
 * log. Throws NewerData when the data is a newer version's.
 */
export async function migrateDocuments(backend: Pick<Backend, "mutation">, log: Pick<Log, "info">): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const step = stepShape.parse(await backend.mutation("migrations/internal:step", {}));
    if ("newer" in step) throw new NewerData(step.newer);
    const { name, changed, isCompleted } = step;
    if (name === null) return;
    const isNews = isCompleted ? changed > 0 : batch % PROGRESS_EVERY === PROGRESS_EVERY - 1;
    if (isNews) log.info({ migration: name, changed, isCompleted }, "documents brought to the shape of this version");
    // Signals have their turn between two batches.
    await setImmediate();
  }
  throw new Error("The migrations of documents come to no end");
}
