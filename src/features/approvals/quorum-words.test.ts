import { expect, test } from "vitest";
import { progressWords, quorumText } from "./quorum-words";

test("a quorum of one is not worth a word", () => {
  expect([progressWords({ approved: 0, required: 1 }), progressWords({ approved: 1, required: 2 })]).toEqual([
    null,
    "1 of 2",
  ]);
});

test("a step says how many of its people it takes where there are several", () => {
  const seat = { isOver: false, source: "rule" as const };
  const step = { required: 1, approved: 1, rejected: 0, rejections: 1, quorum: "any of them", seats: [seat] };
  expect(quorumText(step)).toBe("1 of 1 approved.");
  expect(quorumText({ ...step, seats: [seat, { ...seat, source: "delegation" }, { ...seat, isOver: true }] })).toBe(
    "1 of 1 approved.",
  );
  expect(quorumText({ ...step, seats: [seat, seat, seat] })).toBe("1 of 1 approved (any of them).");
  expect(quorumText({ ...step, required: 2, seats: [seat, seat] })).toBe("1 of 2 approved (both needed).");
  expect(quorumText({ ...step, required: 2, seats: [seat, seat, seat] })).toBe("1 of 2 approved (any 2 of 3).");
  expect(quorumText({ ...step, required: 3, seats: [seat, seat, seat] })).toBe("1 of 3 approved (all of them needed).");
  expect(quorumText({ ...step, required: 2, rejected: 1, rejections: 2, seats: [seat, seat, seat] })).toBe(
    "1 of 2 approved (any 2 of 3). 1 of 2 rejections that end it.",
  );
  expect(quorumText({ ...step, required: null })).toBe("Approved by any of them.");
});
