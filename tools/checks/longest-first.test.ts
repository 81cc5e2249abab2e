import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createVitest } from "vitest/node";
import { root } from "../lib/runtime.mjs";
import { LONG_FOR_THEIR_SIZE, LongestFirst } from "./longest-first.ts";

test("what takes long for its size is there, and begins first in its project", async () => {
  expect(LONG_FOR_THEIR_SIZE.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const vitest = await createVitest("test", { root, watch: false, project: ["unit", "conventions"] });
  try {
    const files = await vitest.globTestSpecifications();
    const sorted = await new LongestFirst(vitest).sort(files);
    const inUnit = sorted.filter(({ project }) => project.name === "unit");
    expect(path.relative(root, inUnit[0]?.moduleId ?? "")).toBe("convex/lib/publicApi.test.ts");
    expect(sorted.toSorted((a, b) => (a.project.name < b.project.name ? -1 : 1))).toEqual(sorted);
    expect(new Set(sorted)).toEqual(new Set(files));
  } finally {
    await vitest.close();
  }
});
