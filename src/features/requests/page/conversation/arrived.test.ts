import { expect, test } from "vitest";
import { arrivedText } from "./arrived";

test("what came since is counted and the last of it named, without what was deleted", () => {
  const [before, first, second, deleted] = [
    { by: "Ben", createdAt: 1, deletedBy: null },
    { by: "Ada", createdAt: 2, deletedBy: null },
    { by: "Eve", createdAt: 3, deletedBy: null },
    { by: "Ada", createdAt: 4, deletedBy: "Ada" },
  ] as const;
  expect(arrivedText([], 0, "comment")).toBe("");
  expect(arrivedText([before], 1, "comment")).toBe("");
  expect(arrivedText([before, deleted], 1, "comment")).toBe("");
  expect(arrivedText([before, first], 1, "comment")).toBe("1 new comment, from Ada");
  expect(arrivedText([before, first, second, deleted], 1, "note")).toBe("2 new notes, the last from Eve");
});
