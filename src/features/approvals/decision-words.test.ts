import { expect, test } from "vitest";
import { capacityText } from "../../../convex/core/approvals/rules/capacity";
import {
  aheadWords,
  alsoAsksWords,
  decidedText,
  decidedTogetherText,
  leftAfterMine,
  panelTitle,
} from "./decision-words";

test("whoever approves is told whether that decides it", () => {
  const pending = { state: "Pending" as const };
  expect(decidedText("REQ-1", "approve", { state: "Approved" }, 0)).toBe("REQ-1 approved");
  expect(decidedText("REQ-1", "reject", { state: "Rejected" }, 1)).toBe("REQ-1 rejected");
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 2, approved: 0 }))).toBe(
    "You approved REQ-1; one more person has to approve",
  );
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 4, approved: 1 }))).toBe(
    "You approved REQ-1; 2 more people have to approve",
  );
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 2, approved: 1 }))).toBe(
    "You approved REQ-1; its next step is open",
  );
  expect(decidedText("REQ-1", "reject", pending, 0)).toBe("You rejected REQ-1; others still decide");
  const one = (state: "Pending" | "Approved") => ({ result: { requestKey: "REQ-1", state, holdUntil: null } });
  expect(decidedTogetherText("approve", [one("Approved"), one("Approved")])).toBe("2 requests approved");
  expect(decidedTogetherText("approve", [one("Pending"), one("Approved")])).toBe(
    "You approved 2 requests; for 1 of them others still have to approve",
  );
  expect(decidedTogetherText("reject", [one("Pending")])).toBe("You rejected 1 request; others still decide");
  expect(decidedTogetherText("reject", [one("Pending"), one("Approved")])).toBe(
    "You rejected 2 requests; others still decide on 1 of them",
  );
  expect(decidedTogetherText("approve", [one("Pending")])).toBe("You approved 1 request; others still have to approve");
});

test("whoever approves several steps on one word is told how many, and what is left to others", () => {
  const cost = { title: "Cost", isDecided: true };
  expect(aheadWords([{ capacity: "as owner of Orders" }])).toBe("Also approve as owner of Orders");
  expect(alsoAsksWords(["as owner of Orders", "for FinOps"])).toBe("Also asks you as owner of Orders and for FinOps");
  expect(decidedText("REQ-1", "approve", { state: "Approved", ahead: [cost] }, 0)).toBe("REQ-1 approved in 2 steps");
  expect(decidedText("REQ-1", "approve", { state: "Pending", ahead: [cost, cost] }, 0)).toBe(
    "You approved 3 steps of REQ-1",
  );
  expect(decidedText("REQ-1", "approve", { state: "Pending", ahead: [{ ...cost, isDecided: false }] }, 0)).toBe(
    "You approved REQ-1; Cost still needs approval from others",
  );
});

test("the panel says in which capacity its reader decides, and to others what is decided", () => {
  const capacity = capacityText({
    rule: { kind: "manager" },
    source: "rule",
    fromName: null,
    isManager: true,
    place: {},
  });
  expect(panelTitle(capacity, "Manager or business area")).toBe("Your decision as manager");
  expect(panelTitle(null, "Manager or business area")).toBe("Manager or business area");
});
