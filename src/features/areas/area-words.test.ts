import { expect, test } from "vitest";
import { whyNotChange, whyNotMerge } from "./area-words";

test("an area of which a change waits for a second person is neither changed nor merged, and says why", () => {
  const waiting = { isWaiting: true, isMerged: false };
  expect(whyNotChange(waiting)).toBe("A change to it is already waiting for a second person");
  expect(whyNotMerge(waiting)).toBe(whyNotChange(waiting));
});

test("a merged area is changed once the merge is undone", () => {
  expect(whyNotChange({ isWaiting: false, isMerged: true })).toMatch(/Undo the merge first$/);
  expect(whyNotMerge({ isWaiting: false })).toBeNull();
  expect(whyNotChange({ isWaiting: false, isMerged: false })).toBeNull();
});
