/** Measures what an input costs, in processor time: for tests of what strangers may send. */

import { expect } from "vitest";

const KILOBYTE = 1024;
const SMALL = 64 * KILOBYTE;
const LARGE = 256 * KILOBYTE;
/**
 * What the longest text that is read may cost: while it lasts nobody else is answered. Several times what any of them
 * costs, since a processor that is shared does less in its time; the growth tells what is no accident.
 */
const MAX_MS = 250;
/** Four times the length costs four times as much when the work is linear, sixteen times when it is quadratic. */
const MAX_GROWTH = 9;
/** What looks like growth is measured anew so often: a busy machine takes from a short measurement what it likes. */
const ROUNDS = 4;
/** Below this nothing is close to the bound, and the clock and the collector are much of what is measured. */
const MEASURABLE_MS = 25;
const TRIES = 8;

export interface Measured<Input> {
  /** An input of this length; making it costs nothing here. */
  readonly input: (length: number) => Input;
  readonly work: (input: Input) => unknown;
  readonly what?: string;
  /** The longest input that is read at all; beyond it only the growth counts. */
  readonly mostBytes?: number;
}

/**
 * The least of a few tries: what else the process did meanwhile is not the input's fault, and neither is a busy
 * machine.
 */
async function costOf<Input>({ input, work }: Measured<Input>, length: number): Promise<number> {
  const given = input(length);
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES && least > MEASURABLE_MS; attempt++) {
    // Of this thread alone: others collect garbage and compile beside it.
    const before = process.threadCpuUsage();
    await work(given);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/**
 * Fails when the longest that is read costs more than a quarter of a second of processor time, or 256 kB cost more than
 * four times 64 kB and then some.
 */
export async function expectLinear<Input>(measured: Measured<Input>): Promise<void> {
  const { what = "an input", mostBytes = LARGE } = measured;
  let large = await costOf(measured, LARGE);
  if (large <= MEASURABLE_MS) return;
  let small = await costOf(measured, SMALL);
  for (let round = 1; round < ROUNDS && large / small >= MAX_GROWTH; round++) {
    large = Math.min(large, await costOf(measured, LARGE));
    small = await costOf(measured, SMALL);
  }
  const said = `${what}: 256 kB cost ${large.toFixed(1)} ms, 64 kB cost ${small.toFixed(1)} ms`;
  expect(mostBytes < LARGE ? await costOf(measured, mostBytes) : large, said).toBeLessThan(MAX_MS);
  expect(large / small, said).toBeLessThan(MAX_GROWTH);
}
