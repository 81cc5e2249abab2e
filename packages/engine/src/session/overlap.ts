/** Whether a commit touched what a query read: for commits that happened while it was running. */

import type { ReadSet, WriteSet } from "../functions/seam.ts";
import { compareBytes } from "../lib/bytes.ts";

export function readsTouchedBy(reads: ReadSet, writes: WriteSet): boolean {
  if (writes.isEverything === true) return true;
  return writes.keys.some(({ indexKey, key, change }) =>
    reads.ranges.some(
      (range) =>
        range.indexKey === indexKey &&
        compareBytes(range.lower, key) <= 0 &&
        (range.upper === null || compareBytes(key, range.upper) < 0) &&
        (range.used === undefined || change === undefined || change.concerns(range.used)),
    ),
  );
}
