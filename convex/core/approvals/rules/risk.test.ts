import { expect, test } from "vitest";
import { riskOf } from "./risk";

test.each([
  [undefined, "low", "low"],
  [false, "medium", "medium"],
  [undefined, "high", "high"],
  [true, "low", "high"],
  [true, "medium", "high"],
] as const)(
  "a policy that says %s about a request of %s risk is a decision of %s risk, on every screen",
  (isHighRisk, risk, words) => {
    expect(riskOf({ isHighRisk }, { risk })).toBe(words);
  },
);
