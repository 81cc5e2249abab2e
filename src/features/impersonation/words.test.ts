import { expect, test } from "vitest";
import { lengthText, markedTitle, pagesText, tabMark, timeLeft } from "./words";

const MINUTE = 60_000;

test.each([
  [30 * MINUTE, "30 min left"],
  [29 * MINUTE + 1, "30 min left"],
  [MINUTE, "less than a minute left"],
  [1, "less than a minute left"],
  [0, "time is up"],
  [-MINUTE, "time is up"],
  [60 * MINUTE, "1 h left"],
  [125 * MINUTE, "2 h 5 min left"],
])("%i ms before the end: %s", (left, words) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(words);
});

test.each([
  ["Home · Data Portal", "Viewing as Ada Byron · Home · Data Portal"],
  ["(3) Home · Data Portal", "(3) Viewing as Ada Byron · Home · Data Portal"],
  ["(99+) Acting as Ada Byron · Home · Data Portal", "(99+) Viewing as Ada Byron · Home · Data Portal"],
  ["Viewing as Ada Byron · Home · Data Portal", "Viewing as Ada Byron · Home · Data Portal"],
])("the tab %s says through whose eyes it looks", (title, marked) => {
  expect(markedTitle(tabMark("view", "Ada Byron"), title)).toBe(marked);
});

test("the pages that were opened are counted and named", () => {
  expect(pagesText(["Home"])).toBe("Opened 1 page: Home");
  expect(pagesText(["Home", "My Requests"])).toBe("Opened 2 pages: Home, My Requests");
});

test("and says it no longer when that is over", () => {
  expect(markedTitle(null, "(3) Acting as Ada Byron · Home · Data Portal")).toBe("(3) Home · Data Portal");
  expect(markedTitle(null, "Home · Data Portal")).toBe("Home · Data Portal");
});

test("a length is said in words", () => {
  expect([30, 120, 1440].map(lengthText)).toEqual(["30 minutes", "2 hours", "a day"]);
});
