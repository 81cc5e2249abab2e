import { expect, test } from "vitest";
import { toCsv } from "./csv";

const cell = (value: string): string =>
  toCsv([value], [{ heading: "Value", value: (row) => row }]).slice("\uFEFFValue\r\n".length, -"\r\n".length);

const SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−", "\t", "\r", "\n"];
/** What a spreadsheet, or the program that hands it the file, may drop before it looks at the first character. */
const IN_FRONT = ["", " ", "   ", "\u00A0", "\u3000", "\u200B", "\uFEFF", "\u202E", "\0", "\u00AD", "\n", "\t"];

test.each(SIGNS)("a cell that starts with %j starts no formula, whatever stands before it", (sign) => {
  for (const front of IN_FRONT)
    expect(cell(`${front}${sign}HYPERLINK("http://x")`), JSON.stringify(front)).toMatch(/^"'/);
});

test("a heading starts no formula either", () => {
  expect(toCsv([], [{ heading: "＝1", value: () => null }])).toBe("\uFEFF'＝1\r\n");
});

test.each(["Grant role", " indented", "a=b", "1+1", "e-mail", "50 %", "«x»", ""])("%j stays as it is", (text) => {
  expect(cell(text)).toBe(text);
});
