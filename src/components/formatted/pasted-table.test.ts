import { describe, expect, test } from "vitest";
import { apart, pastedTable } from "./pasted-table";

const html = "<html><body><TABLE><tr><td>x</td></tr></TABLE></body></html>";

describe("cells that are pasted are a table", () => {
  test("each line a row, the first one the head; a mark between cells is one within them no longer", () => {
    expect(pastedTable({ html, words: "Role\tRows\r\nA|B\t 12 \r\n\t\r\n" })).toBe(
      "| Role | Rows |\n| --- | --- |\n| A\\|B | 12 |\n|  |  |",
    );
  });

  test.each([
    ["words alone", { html: "", words: "a\tb\nc\td" }],
    ["a sentence out of a page", { html: "<p>a</p>", words: "a\tb\nc\td" }],
    ["one line", { html, words: "a\tb" }],
    ["one column", { html, words: "a\nb" }],
    ["a cell with lines of its own", { html, words: 'a\t"b\nc"\nd\te' }],
    ["more cells than a table has", { html, words: "a\tb\n".repeat(1_001) }],
  ])("%s: as they are", (_, pasted) => {
    expect(pastedTable(pasted)).toBeNull();
  });

  test.each([
    ["", "T\n\n"],
    ["see", "\n\nT\n\n"],
    ["see\n", "\nT\n\n"],
    ["see\n\n", "T\n\n"],
  ])("after %j it stands apart", (before, inserted) => {
    expect(apart("T", before)).toBe(inserted);
  });
});
