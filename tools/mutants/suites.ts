/** The suites that are asked about faults, in a Vitest that stays warm. */

import { createVitest, type CliOptions, type Vitest } from "vitest/node";

/** Above this a test is at a standstill, also on a busy machine: the slowest takes a few seconds. */
const TEST_TIMEOUT_MS = 90_000;

/** A Vitest over the copy it is started in, with one worker. */
export async function openSuites(options: CliOptions): Promise<Vitest> {
  const base = {
    root: process.cwd(),
    watch: false,
    project: ["unit", "functions", "attacks"],
    reporters: [{}],
    maxWorkers: 1,
    slowTestThreshold: TEST_TIMEOUT_MS,
    testTimeout: TEST_TIMEOUT_MS,
    retry: 0,
  } satisfies CliOptions;
  const vitest = await createVitest("test", { ...base, ...options }, {});
  await vitest.standalone();
  return vitest;
}
