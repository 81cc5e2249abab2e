import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { focusNext } from "./use-list-keys";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => {
    then();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A list of these rows, and which of them got the focus. */
function aList(ids: readonly string[]) {
  const focused: string[] = [];
  const rows = ids.map((noticeRow) => ({
    dataset: { noticeRow },
    querySelector: () => ({ focus: () => focused.push(noticeRow) }),
  }));
  return { focused, list: { querySelectorAll: () => rows } as unknown as HTMLElement };
}

test.each([
  ["the next row", "first", "second"],
  ["that row itself where none follows", "third", "third"],
])("what was acted on from its row gives the focus to %s", (_what, acted, then) => {
  const { list, focused } = aList(["first", "second", "third"]);
  focusNext(list, acted);
  expect(focused).toEqual([then]);
});
