/** The engine's tests: `npm test` in this folder, or as part of a repository's that takes how they run from here. */

import { defineConfig } from "vitest/config";

/** Where they are, by folder of this package. */
export const TEST_FILES = "**/*.test.ts";
/** What lies in these is none of them: packages, and what tests make for a moment. */
export const NO_TEST_FILES = ["**/{node_modules,.cache}/**"];

export const HOW_TESTS_RUN = {
  environment: "node",
  // The files of a worker share its modules: evaluating them anew took more than half of the time. Whatever a
  // test changes outside of its own world it puts back.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    ...HOW_TESTS_RUN,
    name: "engine",
    include: [TEST_FILES],
    exclude: NO_TEST_FILES,
    // Nothing else works meanwhile, so no processor is kept free.
    maxWorkers: "100%",
    // Below this a slow test is no news.
    slowTestThreshold: 5_000,
  },
});
