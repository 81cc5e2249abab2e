import { describe, expect, test } from "vitest";
import { filesIn } from "../../../lib/pure/marks";
import { asQuote, quotesClosed, withQuote } from "./quoting";

const said = { author: "Ada Lovelace", at: "27/11/2026, 10:04", body: "It is late.\n\n> As before", files: [] };
const file = { size: 12, contentType: "image/png" };

describe("a message as a quote [S38]", () => {
  test("names its author, and quotes each line, also what it quoted itself", () => {
    expect(asQuote(said)).toBe("> Ada Lovelace wrote on 27/11/2026, 10:04:\n>\n> It is late.\n>\n> > As before");
  });

  test("refers to its files, pictures as pictures, whatever they are called", () => {
    const files = [
      { ...file, id: "a1", name: "sc]reen[\\\n.png" },
      { ...file, id: "b2", name: "rows.csv", contentType: "text/csv" },
    ] as unknown as Parameters<typeof asQuote>[0]["files"]; // ids are texts once they stand in a quote
    const quote = asQuote({ ...said, files });
    expect(quote).toContain("\n> ![sc reen .png](file:a1)\n>\n> [rows.csv](file:b2)");
    expect(filesIn(quote)).toEqual(["a1", "b2"]);
  });

  test("is cut where it is long, at the end of a line", () => {
    const long = asQuote({ ...said, body: `${"word ".repeat(200)}\n${"more ".repeat(200)}` });
    expect(long.endsWith("\n> …")).toBe(true);
    expect(long).not.toContain("more");
    expect(asQuote({ ...said, body: "x".repeat(4000) }).length).toBeLessThan(1600);
  });
});

test.each([
  ["", 0, "> a\n\n"],
  ["Hello", 5, "Hello\n\n> a\n\n"],
  ["Hello world", 5, "Hello\n\n> a\n\nworld"],
  ["\n\nworld", 0, "> a\n\nworld"],
])("[S38] in %j a quote stands on lines of its own, and the caret after it", (text, place, whole) => {
  const put = withQuote(text, place, "> a");
  expect(put.text).toBe(whole);
  expect(put.text.slice(0, put.caret)).toMatch(/> a\n\n$/);
});

describe("a reply to everybody [S38]", () => {
  const note = "The key is hunter2\n- rotate it";

  test.each([
    "> The key is hunter2",
    "Hello\n>  - rotate it  \nBye",
    "> > - rotate it",
    "> Kim wrote on 1/1/2026:\n>\n> The key is hun…",
    `> ${"- rotate it"}`,
  ])("%j quotes the note", (text) => {
    expect(quotesClosed(text, [note], ["It is late"])).toBe(true);
  });

  test.each(["The key is hunter2", "> It is late", "> …", "> ---\n>\n> ", "> The key", ""])("%j does not", (text) => {
    expect(quotesClosed(text, [`${note}\n---`], ["It is late"])).toBe(false);
  });

  test("quotes what everybody reads, also where a note says the same", () => {
    expect(quotesClosed("> The key is hunter2", [note], ["> The key is hunter2"])).toBe(false);
  });
});
