import { defineConfig } from "vitest/config";
import { HOW_TESTS_RUN, NO_TEST_FILES, TEST_FILES } from "./packages/engine/vitest.config.ts";
import { LongestFirst } from "./tools/checks/longest-first.ts";

// An attack lies beside what it attacks, and its name says so.
const attacks = "{convex,packages,server,src}/**/*.attack.test.ts";
const conventions = "tools/conventions/**/*.test.ts";
/** One project per kind of test, chosen by folder; `vitest run --project engine` runs one of them. */
const kinds = [
  {
    name: "unit",
    include: ["{src,contracts}/**/*.test.{ts,tsx}", "convex/**/rules.test.ts", "convex/{lib,site}/**/*.test.ts"],
    exclude: [attacks],
  },
  { name: "engine", include: [`packages/engine/${TEST_FILES}`], exclude: [attacks] },
  {
    name: "functions",
    include: ["{convex,demo}/**/*.test.ts"],
    exclude: ["convex/**/rules.test.ts", "convex/{lib,site}/**/*.test.ts", attacks],
  },
  { name: "server", include: ["server/**/*.test.ts", "sandbox/**/*.test.ts"], exclude: [attacks] },
  { name: "attacks", include: [attacks] },
  // What every file is held to: read, not run, so that `npm run check` has it as well.
  { name: "conventions", include: [conventions] },
  { name: "tools", include: ["tools/**/*.test.ts"], exclude: [conventions] },
];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Nothing else works meanwhile, so no processor is kept free.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    // Below this a slow test is no news.
    slowTestThreshold: 5_000,
    reporters: ["default"],
    projects: [
      ...kinds.map(({ name, include, exclude = [] }) => ({
        test: {
          ...HOW_TESTS_RUN,
          name,
          include,
          exclude: [...NO_TEST_FILES, ...exclude],
        },
      })),
      {
        // Two files at a time: while one waits for its page or its portal, the other works. Three took a sixth longer on two
        // processors.
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: "e2e/support/portal/world.ts",
          environment: "node",
          isolate: false,
          maxWorkers: 2,
          // Three times what the longest takes on a machine that is busy with six other things.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
