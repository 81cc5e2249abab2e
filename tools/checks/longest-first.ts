/** In which order test files run. */

import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../lib/runtime.mjs";

/**
 * Files that take long for their size. Vitest begins with the largest and knows no other order in a fresh clone, so one of
 * these would run alone at the end while the second processor waits for it.
 */
export const LONG_FOR_THEIR_SIZE: readonly string[] = [
  "convex/lib/publicApi.test.ts",
  "e2e/own-backend.test.ts",
  "e2e/access-reviews.test.ts",
  "e2e/outage.test.ts",
];

/** Where a file stands among those above; behind all of them when it is none. */
function rank({ moduleId }: TestSpecification): number {
  const place = LONG_FOR_THEIR_SIZE.indexOf(path.relative(root, moduleId).replaceAll(path.sep, "/"));
  return place === -1 ? LONG_FOR_THEIR_SIZE.length : place;
}

/** Vitest's own order, with the files above first in their project; projects stay one after the other. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((ones) => ones.toSorted((a, b) => rank(a) - rank(b)));
  }
}
