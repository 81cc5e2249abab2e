/** A second chance for journeys under CI, with a stand-in for the runner. */

import { describe, expect, test } from "vitest";
import { isCi, MAX_FILES_AGAIN, MAX_FLAKY, runWithSecondChance } from "./second-chance.ts";
import type { VitestRun } from "./vitest-run.ts";

/** A run in which tests, named "file > test", passed or failed, and files could not be loaded. */
function aRun(
  passed: readonly string[],
  failed: readonly string[] = [],
  brokenFiles: readonly string[] = [],
  strayErrors: readonly string[] = [],
): VitestRun {
  const report = (title: string, isPassed: boolean) => {
    const [file = "", name = ""] = title.split(" > ");
    return { file, name, isPassed, ms: 1 };
  };
  const tests = [...passed.map((title) => report(title, true)), ...failed.map((title) => report(title, false))];
  return { report: { tests, brokenFiles, strayErrors }, code: failed.length + brokenFiles.length > 0 ? 1 : 0 };
}

/** Answers with these runs in turn and notes which files it was asked for. */
function standIn(...runs: readonly VitestRun[]) {
  const asked: (readonly string[])[] = [];
  const run = (files: readonly string[]): Promise<VitestRun> => {
    asked.push(files);
    const next = runs[asked.length - 1];
    return next === undefined ? Promise.reject(new Error("nobody expected another run")) : Promise.resolve(next);
  };
  return { run, asked };
}

const numbered = (count: number, name: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

describe("under CI", () => {
  test("a run in which everything passes runs once", async () => {
    const vitest = standIn(aRun(["a > 1", "b > 1"]));
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 2, failed: 0 }, flaky: [] });
    expect(vitest.asked).toEqual([[]]);
  });

  test("a journey that fails runs once more, its file alone; one that passes then is flaky and counts as passed", async () => {
    const vitest = standIn(aRun(["a > 1", "b > 1"], ["b > 2"]), aRun(["b > 1", "b > 2"]));
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 3, failed: 0 }, flaky: ["b > 2"] });
    expect(vitest.asked).toEqual([[], ["b"]]);
  });

  test("a journey that fails twice has failed, and is not run a third time", async () => {
    const vitest = standIn(aRun(["a > 1"], ["b > 1"]), aRun([], ["b > 1"]));
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 1, failed: 1 }, flaky: [] });
  });

  test("a journey that passes first and fails beside the one run again is flaky too", async () => {
    const vitest = standIn(aRun(["b > 1"], ["b > 2"]), aRun(["b > 2"], ["b > 1"]));
    expect((await runWithSecondChance(vitest.run, true)).flaky.toSorted()).toEqual(["b > 1", "b > 2"]);
  });

  test("as many flaky journeys as are allowed pass, one more fails the run", async () => {
    const flakyRun = (count: number) =>
      standIn(
        aRun(
          ["a > sound"],
          numbered(count, (n) => `b > ${n}`),
        ),
        aRun(numbered(count, (n) => `b > ${n}`)),
      );
    expect((await runWithSecondChance(flakyRun(MAX_FLAKY).run, true)).count).toEqual({
      passed: 1 + MAX_FLAKY,
      failed: 0,
    });
    const tooMany = await runWithSecondChance(flakyRun(MAX_FLAKY + 1).run, true);
    expect(tooMany.count).toEqual({ passed: 1, failed: MAX_FLAKY + 1 });
    expect(tooMany.flaky).toHaveLength(MAX_FLAKY + 1);
  });

  test("a file that could not be loaded runs again, and is flaky when it can then", async () => {
    const vitest = standIn(aRun(["a > 1"], [], ["b"]), aRun(["b > 1", "b > 2"]));
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 3, failed: 0 }, flaky: ["b"] });
  });

  test("a file that cannot be loaded the second time has failed with its test", async () => {
    const vitest = standIn(aRun(["a > 1"], ["b > 1"]), aRun([], [], ["b"]));
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 1, failed: 2 }, flaky: [] });
  });

  test("a second run that dies leaves the first one's word", async () => {
    const vitest = standIn(aRun(["a > 1"], ["b > 1"]), { report: null, code: 1 });
    expect(await runWithSecondChance(vitest.run, true)).toEqual({ count: { passed: 1, failed: 1 }, flaky: [] });
  });

  test("a second run that ends badly without naming a failure has failed", async () => {
    const vitest = standIn(aRun(["a > 1"], ["b > 1"]), { ...aRun(["b > 1"]), code: 1 });
    expect((await runWithSecondChance(vitest.run, true)).count).toEqual({ passed: 2, failed: 1 });
  });

  test("an error outside of any journey is not forgiven by a second run", async () => {
    const vitest = standIn(aRun(["a > 1"], ["b > 1"], [], ["Too late"]), aRun(["b > 1"]));
    expect((await runWithSecondChance(vitest.run, true)).count).toEqual({ passed: 2, failed: 1 });
  });

  test("when many files fail, the product is broken and nothing runs again", async () => {
    const vitest = standIn(
      aRun(
        ["a > 1"],
        numbered(MAX_FILES_AGAIN + 1, (n) => `file${n} > 1`),
      ),
    );
    expect(await runWithSecondChance(vitest.run, true)).toEqual({
      count: { passed: 1, failed: MAX_FILES_AGAIN + 1 },
      flaky: [],
    });
  });
});

test("at a desk a journey that fails has failed at once", async () => {
  const vitest = standIn(aRun(["a > 1"], ["b > 1"]));
  expect(await runWithSecondChance(vitest.run, false)).toEqual({ count: { passed: 1, failed: 1 }, flaky: [] });
  expect(vitest.asked).toHaveLength(1);
});

test.each([
  [{ CI: "true" }, true],
  [{ CI: "1" }, true],
  [{ CI: "false" }, false],
  [{ CI: "" }, false],
  [{}, false],
])("with %o it is CI: %s", (env, expected) => {
  expect(isCi(env)).toBe(expected);
});
