import { expect, test } from "vitest";
import type { ApprovalStep } from "../api";
import { areTakenBack, stepText } from "./step-words";

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
