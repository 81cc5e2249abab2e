/** Counting things in stretches of time, whose beginnings a screen names: the days of its reader are not the server's. */

/** More stretches than a chart can show. */
export const MAX_BUCKETS = 120;

/** Whether times can begin stretches: some, not too many, each later than the one before. */
export function areStarts(starts: readonly number[]): boolean {
  return (
    starts.length > 0 &&
    starts.length <= MAX_BUCKETS &&
    starts.every((start, index) => Number.isFinite(start) && start > (starts[index - 1] ?? -Infinity))
  );
}

/** The stretch a time lies in; -1 before the first. The last one does not end. */
export function bucketOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
