import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DataTable, type Density } from "./data-table";

const rows = Array.from({ length: 50 }, (_, index) => ({ id: `row-${index}` }));
const columns = [{ key: "id", heading: "Id", cell: ({ id }: { id: string }) => id }];

/** What stands on the page after the first drawing, before anything that was put off. */
function firstDrawing(props: { isBack?: boolean; density?: Density; innerWidth?: number } = {}): string {
  const { innerWidth = 1440, ...rest } = props;
  vi.stubGlobal("window", { innerHeight: 900, innerWidth });
  return renderToString(<DataTable label="Rows" columns={columns} rows={rows} nameOf={({ id }) => id} {...rest} />);
}

const rowsIn = (html: string): number => html.match(/row-\d+</g)?.length ?? 0;

afterEach(() => void vi.unstubAllGlobals());

test("the first drawing of a list has the rows that fill the window, and says that more are coming", () => {
  const html = firstDrawing();
  expect(rowsIn(html)).toBe(18);
  expect(rowsIn(firstDrawing({ density: "compact" }))).toBe(22);
  expect(rowsIn(firstDrawing({ innerWidth: 360 }))).toBe(12);
  expect(html).toContain('aria-busy="true"');
});

test("a list that is scrolled as it was has all its rows at once", () => {
  const html = firstDrawing({ isBack: true });
  expect(rowsIn(html)).toBe(50);
  expect(html).not.toContain("aria-busy");
});
