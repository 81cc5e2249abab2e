import { expect, test } from "vitest";
import type { ApprovalToDecide } from "../api";
import { decisionFacts } from "./decision-facts";

const ada = { id: "ada", name: "Ada Byron", email: "ada@ao.com", area: null };
const bea = { ...ada, id: "bea", name: "Bea Byron" };

/** The part of an approval that the lines are made of. */
function approval(
  changes: Partial<ApprovalToDecide["request"]> = {},
  onBehalfOf: string | null = null,
): ApprovalToDecide {
  const request = {
    requester: ada,
    beneficiary: ada,
    reason: "Weekly margin report",
    duration: null,
    risk: "low",
    lines: [{ name: "table", label: "Table", value: "orders", code: null }],
    ...changes,
  };
  const steps = [
    { id: "s1", title: "Manager", quorum: "any one", expireAt: 5 },
    { id: "s2", title: "Owner", quorum: "all", expireAt: null },
  ];
  return { request, steps, stepId: "s1", me: { onBehalfOf } } as unknown as ApprovalToDecide;
}
const told = (one: ApprovalToDecide) =>
  decisionFacts(one, (at) => `at ${at}`).map(({ term, value }) => `${term}: ${value}`);

test("who, why, how risky, which step, until when and every answer of the form; what is unknown is left out", () => {
  expect(told(approval())).toEqual([
    "Asked by: Ada Byron",
    "Reason: Weekly margin report",
    "Risk: Low",
    "Step: Manager, any one",
    "Decide by: at 5",
    "Table: orders",
  ]);
});

test("for whom it is asked and for whom one decides are told when they are others", () => {
  expect(told(approval({ beneficiary: bea as ApprovalToDecide["request"]["beneficiary"] }, "Cleo"))).toEqual(
    expect.arrayContaining(["Asked by: Ada Byron, for Bea Byron", "You decide for: Cleo"]),
  );
});
