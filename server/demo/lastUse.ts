/** When the demo's access was last used: reviews propose by it, so it stands there from the first page on. */

import type { Backend } from "../backend/port.ts";

/** Where the walk along held access stands. */
interface Place {
  readonly state: string;
  readonly cursor: string | null;
}

/** One batch of the walk: what is still unread of it, and the next; null after the last. */
interface Batch {
  readonly reads: readonly unknown[];
  readonly next: Place | null;
}

/** How often one batch is asked for before the rest is left to the clock's next turn, half a day later. */
const MAX_TRIES = 4;

/**
 * Reads all of it, batch by batch. The reading itself goes on ten minutes after a failure, which a busy machine meets
 * while the world is filled; here it goes on at once. What was read already is passed over.
 */
export async function readLastUse(backend: Pick<Backend, "query" | "action">): Promise<void> {
  let place: Place | null = { state: "Active", cursor: null };
  let tries = 0;
  while (place !== null && tries < MAX_TRIES) {
    const { reads, next } = (await backend.query("grants/internal:usesToRead", { place })) as Batch;
    if (reads.length === 0) [place, tries] = [next, 0];
    else {
      await backend.action("grants/actions:readUse", { place });
      tries += 1;
    }
  }
}
