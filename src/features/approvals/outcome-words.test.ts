import { expect, test } from "vitest";
import type { ShownApproval } from "./api";
import { endingText, whyTooLate } from "./outcome-words";

test("what came of an approval is told by where its request is now", () => {
  const after = (status: ShownApproval["request"]["status"]) => endingText({ state: "Approved", request: { status } });
  expect([after("In progress"), after("Pending approval")]).toEqual([
    "The request continues with its next task.",
    "The request continues with its next task.",
  ]);
  expect([after("Completed"), after("Rejected")]).toEqual([
    "The request is completed.",
    "The request was rejected afterwards.",
  ]);
  expect(endingText({ state: "Revoked", request: { status: "Rejected" } })).toMatch(/taken back/);
});

test("an approval is taken back while there is time, and the reason is told when there is none", () => {
  const held = { state: "Approved" as const, me: { whyNotTakeBack: null } };
  const begun = { ...held, me: { whyNotTakeBack: { code: "wrong-state", status: "Running" } } };
  expect([whyTooLate(held, 1), whyTooLate(held, null)]).toEqual([null, null]);
  expect(whyTooLate(held, 0)).toBe("The time to take it back is over.");
  expect(whyTooLate(begun, 0)).toBe("The next task has begun.");
  expect(
    whyTooLate({ ...held, me: { whyNotTakeBack: { code: "too-late", message: "The request is completed." } } }, null),
  ).toBe("The request is completed.");
  expect(whyTooLate({ ...begun, state: "Revoked" }, 5)).toBe("It has already been taken back.");
});
