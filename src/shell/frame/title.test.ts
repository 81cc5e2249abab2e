import { expect, test } from "vitest";
import { countLabel, pageHead, pageTitle, titleWith } from "./title";

test("the title carries the count once, whatever it carried before, and none when nothing waits", () => {
  const home = pageTitle("Home");
  expect(titleWith(3, home)).toBe("(3) Home · Data Portal");
  expect(titleWith(4, titleWith(3, home))).toBe("(4) Home · Data Portal");
  expect(titleWith(100, home)).toBe("(99+) Home · Data Portal");
  expect(titleWith(0, titleWith(100, home))).toBe(home);
  expect(titleWith(0, "(draft) Plan")).toBe("(draft) Plan");
});

test("a count is told up to 99", () => {
  expect([0, 1, 99, 100].map(countLabel)).toEqual(["0", "1", "99", "99+"]);
});

test("a page's tab says its title, with what differs in its address", () => {
  expect(pageHead("users").meta).toEqual([{ title: "Users · Data Portal" }]);
  expect(pageHead("story", { id: "REQ-1" }).meta).toEqual([{ title: "Story of REQ-1 · Data Portal" }]);
});
