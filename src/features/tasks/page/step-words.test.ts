import { expect, test } from "vitest";
import { stepWords } from "./step-words";

test("tasks that run side by side are one step, of the number that the list of tasks gives them", () => {
  const others = [1, 2, 2, 3].map((order) => ({ order }));
  expect(others.map(({ order }) => stepWords({ order, others }))).toEqual([
    "Step 1 of 3",
    "Step 2 of 3",
    "Step 2 of 3",
    "Step 3 of 3",
  ]);
});
