import { expect, test } from "vitest";
import { foundIn, holdsWords, tellingWordsOf, wordsOf } from "./wordSearch";

const marked = (text: string, asked: string) =>
  foundIn(text, wordsOf(asked))
    .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
    .join("");

test("of each word that begins with one asked for, that beginning is found, whatever its case", () => {
  expect(marked("Read Cloud cost", "COST read")).toBe("[Read] Cloud [cost]");
  expect(marked("CLOUD_COST_READ", "cost")).toBe("CLOUD_[COST]_READ");
  expect(marked("Accost costs", "cost")).toBe("Accost [cost]s");
  expect(marked("REQ-142", "req-142")).toBe("[REQ]-[142]");
  expect(marked("José’s view", "jose josé")).toBe("[José]’s view");
  expect(marked("Order orders", "or order")).toBe("[Order] [order]s");
});

test("no piece is lost or empty, and nothing asked for finds nothing", () => {
  for (const [text, asked] of [
    ["", "x"],
    ["plain", ""],
    ["Read Cloud cost", "read cost"],
  ] as const) {
    const pieces = foundIn(text, wordsOf(asked));
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.every((piece) => piece.text !== "")).toBe(true);
  }
  expect(foundIn("plain", [])).toEqual([{ text: "plain", isFound: false }]);
});

test("what a search lets through has every word marked somewhere", () => {
  const text = "REQ-7 Read Cloud cost Ada Byron";
  for (const asked of ["cost ada", "req 7", "clo by"]) {
    expect(holdsWords(text, wordsOf(asked))).toBe(true);
    expect(foundIn(text, wordsOf(asked)).filter(({ isFound }) => isFound)).toHaveLength(2);
  }
});

test("what a text is about is said by its longer words that are not in every text, each once", () => {
  expect(tellingWordsOf("When can I have the dark charts with SQL, and Charts?", { fromLetters: 3 })).toEqual([
    "dark",
    "charts",
    "sql",
  ]);
  expect(tellingWordsOf("SQL charts from here", { fromLetters: 4 })).toEqual(["charts", "here"]);
  expect(tellingWordsOf("when you can have this", { fromLetters: 3 })).toEqual([]);
});
