import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DataTable } from "./data-table";

const rows = Array.from({ length: 50 }, (_, index) => ({ id: `row-${index}` }));
const columns = [{ key: "id", heading: "Id", cell: ({ id }: { id: string }) => id }];

/** What stands on the page after the first drawing, before anything that was put off. */
function firstDrawing(isBack: boolean): string {
  vi.stubGlobal("window", { innerHeight: 900 });
  return renderToString(
    <DataTable label="Rows" columns={columns} rows={rows} nameOf={({ id }) => id} isBack={isBack} />,
  );
}

const rowsIn = (html: string): number => html.match(/row-\d+</g)?.length ?? 0;

afterEach(() => void vi.unstubAllGlobals());

test("the first drawing of a list has the rows that fill the window, and says that more are coming", () => {
  const html = firstDrawing(false);
  expect(rowsIn(html)).toBe(22);
  expect(html).toContain('aria-busy="true"');
});

test("a list that is scrolled as it was has all its rows at once", () => {
  const html = firstDrawing(true);
  expect(rowsIn(html)).toBe(50);
  expect(html).not.toContain("aria-busy");
});
