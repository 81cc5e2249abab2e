import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { lengthText, markedTitle, pagesText, tabMark, timeLeft } from "./impersonation-words";

test.each([
  [30 * MINUTE_MS, "30 min left"],
  [29 * MINUTE_MS + 1, "30 min left"],
  [MINUTE_MS, "less than a minute left"],
  [1, "less than a minute left"],
  [0, "time is up"],
  [-MINUTE_MS, "time is up"],
  [60 * MINUTE_MS, "1 h left"],
  [125 * MINUTE_MS, "2 h 5 min left"],
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
