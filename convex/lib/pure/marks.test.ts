import { describe, expect, test } from "vitest";
import { costMs } from "./cost.testing";
import { mayHoldMarks, withoutMarks } from "./marks";

describe("a formatted text as plain words", () => {
  test.each([
    ["bold and italic", "It is **late** and _wrong_, *very*, __so__.", "It is late and wrong, very, so."],
    ["code", "Run `SELECT 1` or ``a b``.", "Run SELECT 1 or a b."],
    ["a block of code", "Look:\n```sql\nSELECT 1\n```\nThanks", "Look:\nSELECT 1\nThanks"],
    ["a list", "- one\n- two\n1. three", "- one\n- two\n1. three"],
    ["a quote", "> said before\n\nNo.", "> said before\n\nNo."],
    ["a heading", "## What I did\nNothing", "What I did\nNothing"],
    ["a link", "See [the page](https://example.org/a?b=1).", "See the page (https://example.org/a?b=1)."],
    ["a link with a title", 'See [it](<https://example.org> "here").', "See it (https://example.org)."],
    ["a file of the portal", "> ![screen.png](file:a1b2)\n\nSee [rows](file:c3).", "> screen.png\n\nSee rows."],
    ["a table", "| Role | Rows |\n|---|---:|\n| `ANALYST` | 12 |", "| Role | Rows |\n| ANALYST | 12 |"],
    ["a picture", "![the screen](https://example.org/a.png)", "the screen (https://example.org/a.png)"],
  ])("%s", (_, written, plain) => {
    expect(withoutMarks(written)).toBe(plain);
  });

  test.each([
    "ORDERS_2024_final and MART_SALES",
    "2 * 3 * 4 = 24",
    "SELECT * FROM a, b WHERE a.* = b.*",
    "five stars: *****",
    "#1 of all",
    "a ** b",
    "<script>alert(1)</script>",
    "[redacted]",
    "array[0](1 2)",
    "a\n\nb",
  ])("%j stays as it is", (text) => {
    expect(withoutMarks(text)).toBe(text);
  });

  test("a hostile text takes no longer than its length", () => {
    const parts = ["*", "_", "`", "[", "](", "**a", "__a ", "> ", "![", "(", "```\n"];
    expect(costMs(() => parts.map((part) => withoutMarks(part.repeat(20_000))))).toBeLessThan(2_000);
  });
});

describe("what has no marks needs nothing to be drawn", () => {
  test.each([
    "It stands since yesterday.",
    "Two lines\nof words",
    "20% - more or less (really)",
    "a-b, c.d: e & f < g",
  ])("%j", (text) => {
    expect(mayHoldMarks(text)).toBe(false);
  });
  test.each([
    "**bold**",
    "- one",
    "1. one",
    "    code",
    "https://example.org",
    "see REQ-12",
    "`code`",
    "> quote",
    "a | b\n:-|-:\n1 | 2",
    "a\u202Eb",
    "---",
  ])("%j", (text) => {
    expect(mayHoldMarks(text)).toBe(true);
  });
});
