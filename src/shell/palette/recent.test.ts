import { beforeEach, expect, test } from "vitest";
import { noteVisit, pageOfTitle, recentPages } from "./recent";
import { forgetRecentPages } from "./recent-key";

let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const page = (n: number) => ({ to: `/requests/REQ-${n}`, label: `REQ-${n}` });

beforeEach(() => {
  kept = new Map();
});

test("the newest page comes first, each page once, and only so many are kept", () => {
  for (let n = 1; n <= 30; n += 1) noteVisit("ada", page(n), storage);
  noteVisit("ada", page(25), storage);
  const pages = recentPages("ada", storage);
  expect(pages.slice(0, 3)).toEqual([page(25), page(30), page(29)]);
  expect(pages).toHaveLength(20);
});

test("nobody reads another person's pages, and theirs replace them", () => {
  noteVisit("ada", page(1), storage);
  expect(recentPages("bea", storage)).toEqual([]);
  noteVisit("bea", page(2), storage);
  expect(recentPages("ada", storage)).toEqual([]);
  expect([...kept.values()].join()).not.toContain('REQ-1"');
});

test("forgetting leaves nothing behind", () => {
  noteVisit("ada", page(1), storage);
  forgetRecentPages(storage);
  expect(kept.size).toBe(0);
});

test.each([
  "nonsense",
  "{}",
  '{"personId":"ada","pages":3}',
  '{"personId":"ada","pages":[{"to":"//elsewhere.example","label":"x"},{"to":7}]}',
])("what cannot be read counts as none: %s", (text) => {
  storage.setItem("portal-recent", text);
  expect(recentPages("ada", storage)).toEqual([]);
});

test.each([
  ["(3) REQ-142 New laptop · Data Portal", "REQ-142 New laptop"],
  ["Audit Trail · Data Portal", "Audit Trail"],
  ["Data Portal", null],
])("the tab's title %s names the page %s", (title, name) => {
  expect(pageOfTitle(title)).toBe(name);
});
