import { describe, expect, test } from "vitest";
import { costMs } from "./cost.testing";
import { MAX_SHEET_LENGTH, readSheet } from "./sheet";
import { isSaveKey, listIn, nameKey, whyNotText } from "./text";

const column = (name: string, isRequired = false) => ({ name, isRequired, help: "", example: "" });
const COLUMNS = [column("code", true), column("name", true), column("cost_centre")];
const read = (text: string, maxRows = 10) => readSheet(text, COLUMNS, maxRows);
const cells = (text: string) => read(text).rows.map((row) => row.cells);
const problems = (text: string, maxRows?: number) =>
  read(text, maxRows).problems.map(({ row, column: of, message }) => [row, of, message]);

describe("one file of two areas is read the same", () => {
  const expected = [
    { code: "LOG", name: "Logistics" },
    { code: "FIN", name: "Finance, tax" },
  ];
  test.each([
    ["with commas", 'code,name\nLOG,Logistics\nFIN,"Finance, tax"\n'],
    ["with semicolons and CRLF, as Excel writes them here", "code;name\r\nLOG;Logistics\r\nFIN;Finance, tax\r\n"],
    ["with tabs", "code\tname\nLOG\tLogistics\nFIN\tFinance, tax"],
    ["with a byte order mark", '\uFEFFcode,name\nLOG,Logistics\nFIN,"Finance, tax"'],
    ["with Excel's own first line", "\uFEFFsep=;\r\ncode;name\r\nLOG;Logistics\r\nFIN;Finance, tax"],
    ["with line ends of old Macs", "code;name\rLOG;Logistics\rFIN;Finance, tax\r"],
    ["with spaces and capitals around", ' Code , NAME \n LOG , Logistics \n FIN , "Finance, tax" \n'],
    ["with blank rows and empty columns at the end", "code;name;;\n\n;;\nLOG;Logistics;;\nFIN;Finance, tax\n"],
  ])("%s", (_, text) => {
    expect(read(text).problems).toEqual([]);
    expect(cells(text)).toEqual(expected);
  });
});

test("quotation marks keep quotes, separators and line breaks; rows are counted as a spreadsheet does", () => {
  const { rows } = read('code,name,Cost centre\nA,"Say ""hi"", twice\nor more",1\n\nB,Plain,2\n');
  expect(rows).toEqual([
    { row: 2, cells: { code: "A", name: 'Say "hi", twice\nor more', cost_centre: "1" } },
    { row: 4, cells: { code: "B", name: "Plain", cost_centre: "2" } },
  ]);
});

test.each([
  ["nothing", "", [[null, null, "The file is empty. Its first row has to name the columns."]]],
  ["headings alone", "code,name\n", [[null, null, "The file has headings and no rows below them."]]],
  [
    "a column nobody asked for",
    "code,name,isSuperAdmin\nA,B,true",
    [[1, "isSuperAdmin", "This column is unknown. The known columns are: code, name, cost_centre."]],
  ],
  ["a missing column", "code\nA", [[1, "name", "This column is missing."]]],
  ["a column twice", "code,name,Name\nA,B,C", [[1, "name", "This column appears twice."]]],
  ["no heading over a column", "code,,name\nA,B,C", [[1, null, "Column 2 has no heading."]]],
  ["an open quotation mark", 'code,name\nA,"B\nC,D', [[null, null, "A quotation mark in row 2 is never closed."]]],
  [
    "text behind a closing quotation mark",
    'code,name\nA,B\nC,"D"E',
    [[null, null, "In row 3 there is text after a closing quotation mark."]],
  ],
  [
    "a separator that is none",
    'sep="\ncode"name\nA"B',
    [
      [1, 'sep="', "This column is unknown. The known columns are: code, name, cost_centre."],
      [1, "code", "This column is missing."],
      [1, "name", "This column is missing."],
    ],
  ],
  [
    "more cells than headings",
    "code,name\nA,B,C",
    [
      [
        2,
        null,
        "This row has more cells than there are headings. Put a cell that holds a separator in quotation marks.",
      ],
    ],
  ],
  [
    "a spreadsheet that is no CSV",
    "PK\u0003\u0004\0\0",
    [[null, null, "This is not a text file. Save it as CSV (UTF-8)."]],
  ],
])("%s is said in words", (_, text, expected) => {
  expect(problems(text)).toEqual(expected);
});

test("too many rows and too long a file are refused whole", () => {
  expect(problems("code,name\nA,B\nC,D\nE,F", 2)).toEqual([
    [null, null, "The file has too many rows: at most 2 are taken at once."],
  ]);
  expect(problems("x".repeat(MAX_SHEET_LENGTH + 1))[0]?.[2]).toContain("too long");
});

test.each([
  ["spaces before quotation marks", (n: number) => `code,name\n${" ".repeat(n)}x${'"'.repeat(n)}`],
  ["quotation marks alone", (n: number) => `code,name\n${'"'.repeat(n)}`],
  ["separators alone", (n: number) => `code,name\n${",".repeat(n)}`],
  ["headings alone", (n: number) => "a,".repeat(n / 2)],
  ["line ends alone", (n: number) => `code,name\n${"\r".repeat(n)}`],
  ["one heading without an end", (n: number) => "a".repeat(n)],
])("%s cost by their length, not by its square", (_, textOf) => {
  // What else works meanwhile makes a try slow, hardly seven of them.
  const cost = (text: string): number => Math.min(...Array.from({ length: 7 }, () => costMs(() => read(text, 300))));
  // Eight times the text: its square would be 64 times the cost.
  expect(cost(textOf(192_000))).toBeLessThan(32 * Math.max(cost(textOf(24_000)), 1));
});

test("several values in one cell", () => {
  expect(listIn(" a@ao.com | b@ao.com;c@ao.com,\nd@ao.com ")).toEqual(["a@ao.com", "b@ao.com", "c@ao.com", "d@ao.com"]);
});

test.each([
  "=1+1",
  " +1",
  "-x",
  "@x",
  "＝1",
  "a\u202Eb",
  "a\u0000b",
  "a\u200Bb",
  "a\nb",
  "x".repeat(51),
  "",
  "a\uD800",
])("%j is no name", (name) => {
  expect(whyNotText("Name", name, { maxLength: 50, isRequired: true })).toMatch(/^Name /);
});

test.each(["Logistics", "R&D", "Straße 1", "Zürich (HQ)", "物流", "a=b"])("%j is a name", (name) => {
  expect(whyNotText("Name", name, { maxLength: 50, isRequired: true })).toBeNull();
});

test("names that people read as the same are the same", () => {
  expect(new Set(["Sales", " SALES ", "sаles", "Ｓａｌｅｓ"].map(nameKey)).size).toBe(1);
  expect(nameKey("Sales")).not.toBe(nameKey("Sale"));
});

test("a save has a name of a sensible length", () => {
  expect(["", "x", "x".repeat(101)].map(isSaveKey)).toEqual([false, true, false]);
});
