import { describe, expect, test } from "vitest";
import { STALLED_MS } from "../../../convex/core/audit/rules/chain";
import type { Verification } from "./api";
import { chainWords } from "./chain-words";

const NOW = 10 * STALLED_MS;

const verification = (fields: object): Verification =>
  ({
    startedAt: 0,
    startedById: "p",
    startedByName: "Anna",
    untilSequence: 1_500,
    checkedSequence: 500,
    checked: 500,
    unhashed: 0,
    ...fields,
  }) as NonNullable<Verification>;

describe("the chain", () => {
  test.each([
    [null, "unchecked", "Nobody has verified it yet."],
    [verification({ steppedAt: NOW - STALLED_MS + 1 }), "checking", "500 of 1,500 events checked."],
    [
      verification({ steppedAt: NOW - STALLED_MS }),
      "stalled",
      "It stopped at 500 of 1,500 events. Verify continues from there.",
    ],
    [verification({ finishedAt: 1, checked: 1_500 }), "whole", "1,500 events verified."],
    [
      verification({ finishedAt: 1, broken: { sequence: 7, problem: "missing", expected: null, found: null } }),
      "broken",
      "Event 7 is missing.",
    ],
  ] as const)("%j is %s: %s", (given, state, sentence) => {
    expect(chainWords(given, NOW)).toEqual({ state, sentence });
  });
});
