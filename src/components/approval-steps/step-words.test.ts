import { expect, test } from "vitest";
import { type ApprovalStep, areTakenBack, expectedText, stepText } from "./step-words";

test("a step says how far it is", () => {
  const aDecision = (verdict: "approve" | "takeBack") => ({ verdict }) as ApprovalStep["decisions"][number];
  expect(stepText({ state: "Active", required: 2, approved: 1 })).toBe("1 of 2 approved");
  expect(
    stepText({ state: "Approved", required: 1, approved: 1 }, areTakenBack([{ decisions: [aDecision("approve")] }])),
  ).toBe("Approved");
  expect(
    stepText(
      { state: "Approved", required: 1, approved: 1 },
      areTakenBack([{ decisions: [aDecision("approve"), aDecision("takeBack")] }]),
    ),
  ).toBe("Taken back");
  expect(stepText({ state: "Waiting", required: null, approved: 0 })).toBe("Comes later");
});

test("whom a later step would ask is said by name, and more than a few are counted", () => {
  expect(expectedText(["Ada Byron"])).toBe("Ada Byron");
  expect(expectedText(["Ada Byron", "Bob Fisher"])).toBe("Ada Byron or Bob Fisher");
  expect(expectedText(["Ada", "Bob", "Cleo", "Dora", "Emil"])).toBe("Ada, Bob, Cleo or 2 others");
});
