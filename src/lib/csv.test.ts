import { describe, expect, test } from "vitest";
import { type CsvValue, toCsv } from "./csv";

const cell = (value: CsvValue): string => {
  const lines = toCsv([value], [{ heading: "Value", value: (row) => row }]);
  return lines.slice("\uFEFFValue\r\n".length, -"\r\n".length);
};

describe("a CSV export", () => {
  test.each([
    ["a title that starts as a formula is kept as text", '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ["a plus sign does not start a formula", "+1", "'+1"],
    ["a minus sign does not start a formula", "-1+1", "'-1+1"],
    ["an at sign does not start a formula", "@SUM(A1)", "'@SUM(A1)"],
    ["a tab does not hide a formula", "\t=1", "'\t=1"],
    ["a comma stays inside its cell", "a, b", '"a, b"'],
    ["a line break stays inside its cell", "a\nb", '"a\nb"'],
    ["quotes are doubled", 'say "yes"', '"say ""yes"""'],
    ["plain words stay plain", "Grant role", "Grant role"],
    ["a negative number stays a number", -12, "-12"],
    ["no value is an empty cell", null, ""],
    ["a number that is none is an empty cell", Number.NaN, ""],
    ["a time is written in ISO form", new Date(0), "1970-01-01T00:00:00.000Z"],
  ] as const)("%s", (_guarantee, value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  test("starts with a byte order mark and ends every line with CR LF", () => {
    const text = toCsv([{ a: 1 }], [{ heading: "A", value: (row) => row.a }]);
    expect(text).toBe("\uFEFFA\r\n1\r\n");
  });
});
