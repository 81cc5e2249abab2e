import { expect, test } from "vitest";
import { type ExportedPage, readPages } from "./export-pages";

/** Pages of a list, each after the one before it. */
function pagesOf(pages: readonly Omit<ExportedPage<number>, "next">[]) {
  const cursors: (string | undefined)[] = [];
  const pageAfter = (cursor: string | undefined): Promise<ExportedPage<number>> => {
    cursors.push(cursor);
    const place = cursors.length - 1;
    return Promise.resolve({ rows: [], ...pages[place], next: place + 1 < pages.length ? `${place}` : null });
  };
  return { cursors, pageAfter };
}

const nothing = () => undefined;
const { signal: cancelled } = new AbortController();

test("a file holds the rows of every page in their order, and says how far it is", async () => {
  const { cursors, pageAfter } = pagesOf([{ rows: [1, 2] }, { rows: [3] }, { rows: [4] }]);
  const soFar: number[] = [];
  const read = await readPages({ pageAfter, cancelled, onProgress: (rows) => soFar.push(rows) });
  expect(read).toEqual({ rows: [1, 2, 3, 4], left: null });
  expect([cursors, soFar]).toEqual([
    [undefined, "0", "1"],
    [2, 3, 4],
  ]);
});

test("a file says that its search found more than it lists", async () => {
  const { pageAfter } = pagesOf([{ rows: [1], isWhole: true }, { rows: [2], isWhole: false }, { rows: [3] }]);
  expect(await readPages({ pageAfter, cancelled, onProgress: nothing })).toMatchObject({
    left: "The search found more than it lists: add a word to export them all.",
  });
});

test("a file says that it stops, and asks for no page that it has no room for", async () => {
  const { cursors, pageAfter } = pagesOf([{ rows: [1, 2] }, { rows: [3, 4] }, { rows: [5] }]);
  const read = await readPages({ pageAfter, cancelled, onProgress: nothing, most: 4 });
  expect(read).toEqual({ rows: [1, 2, 3, 4], left: "A file holds 4 rows: narrow the list to export the others." });
  expect(cursors).toHaveLength(2);
});

test("what was cancelled is no file, and asks for nothing more", async () => {
  const { cursors, pageAfter } = pagesOf([{ rows: [1] }, { rows: [2] }, { rows: [3] }]);
  const cancel = new AbortController();
  const onProgress = (rows: number): void => (rows === 1 ? cancel.abort() : undefined);
  expect(await readPages({ pageAfter, onProgress, cancelled: cancel.signal })).toBeNull();
  expect(cursors).toEqual([undefined, "0"]);
});
