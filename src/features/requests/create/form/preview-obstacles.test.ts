import { expect, test } from "vitest";
import { isThereAlready } from "./preview-obstacles";

test("what is asked for is there already, also where the request that shows it may not be opened", () => {
  const nothing = { duplicates: [], held: [], hasHiddenDuplicate: false, hasHiddenGrant: false };
  expect(
    [null, nothing, { ...nothing, hasHiddenDuplicate: true }, { ...nothing, hasHiddenGrant: true }].map(isThereAlready),
  ).toEqual([false, false, true, true]);
});
