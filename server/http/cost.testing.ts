/** Measures what an input costs, in processor time: for tests of what strangers may send. */
import { expect } from "vitest";

const KILOBYTE = 1024;
const SMALL = 64 * KILOBYTE;
const LARGE = 256 * KILOBYTE;
/** What 256 kB may cost: half of it on a quiet machine, where this is measured with room for a busy one. */
const MAX_MS = 100;
/** Four times the length costs four times as much when the work is linear, sixteen times when it is quadratic. */
const MAX_GROWTH = 9;
/** Below this the clock and the collector are most of what is measured. */
const MEASURABLE_MS = 16;
const TRIES = 4;

/** The least of a few tries: what else the process did meanwhile is not the input's fault. */
async function costOf(work: (length: number) => unknown, length: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES && least > MEASURABLE_MS; attempt++) {
    const before = process.cpuUsage();
    await work(length);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Fails when 256 kB cost more than 100 ms of processor time, or grow faster than their length. */
export async function expectLinear(work: (length: number) => unknown, what = "an input"): Promise<void> {
  const large = await costOf(work, LARGE);
  if (large <= MEASURABLE_MS) return;
  const small = await costOf(work, SMALL);
  const measured = `${what}: 256 kB cost ${large.toFixed(1)} ms, 64 kB cost ${small.toFixed(1)} ms`;
  expect(large, measured).toBeLessThan(MAX_MS);
  expect(large / small, measured).toBeLessThan(MAX_GROWTH);
}
