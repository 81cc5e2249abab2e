import { queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { createTestEngine } from "../src/testing/index.ts";

async function linesOf(handler: () => void): Promise<string[]> {
  const world = await createTestEngine({ modules: { f: async () => ({ f: queryGeneric({ handler }) }) } });
  const { url } = await world.serve();
  const response = await fetch(`${url}/api/query`, { method: "POST", body: JSON.stringify({ path: "f:f", args: {} }) });
  const { logLines } = (await response.json()) as { logLines: string[] };
  await world.close();
  return logLines;
}

test("[FUN7] console output becomes log lines in node's notation", async () => {
  const lines = await linesOf(() => {
    console.log("a", 1n, [1, { b: null }]);
    console.group("outer");
    console.error(new Map([["k", 1]]));
    console.groupEnd();
    console.count();
    console.time("t");
    console.timeEnd("t");
    console.assert(true, "not shown");
    console.assert(false, "shown");
  });
  expect(lines).toEqual([
    "[LOG] 'a' 1n [ 1, { b: null } ]",
    "[LOG] 'outer'",
    "[ERROR]   Map(1) { 'k' => 1 }",
    "[LOG] default: 1",
    "[INFO] t: 0ms",
    "[ERROR] 'Assertion failed' 'shown'",
  ]);
});

test("[FUN7] a timer that is started twice or does not run is warned of, and keeps its time", async () => {
  const lines = await linesOf(() => {
    console.time("t");
    console.time("t");
    console.timeLog("t", "still");
    console.timeEnd("t");
    console.timeEnd("t");
    console.timeLog();
  });
  expect(lines).toEqual([
    "[WARN] Timer 't' already exists",
    "[INFO] t: 0ms still",
    "[INFO] t: 0ms",
    "[WARN] Timer 't' does not exist",
    "[WARN] Timer 'default' does not exist",
  ]);
});

test("[FUN7] log lines are bounded in number and length", async () => {
  const lines = await linesOf(() => {
    console.log("x".repeat(100_000));
    for (let i = 0; i < 300; i++) console.log(i);
  });
  expect(lines.length).toBe(257);
  expect(lines[0]?.length).toBe(32_768);
  expect(lines.at(-1)).toBe("[ERROR] Log overflow (maximum 256). Remaining log lines omitted.");
});
