import { expect, test } from "vitest";
import { textDiff } from "./text-diff";

const shown = (before: string, after: string) =>
  textDiff(before, after).map(({ kind, text }) => `${{ same: " ", gone: "-", new: "+" }[kind]}${text}`);

test("lines that are in both stay, the others are gone or new", () => {
  expect(shown("a\nb\nc", "a\nb\nc")).toEqual([" a", " b", " c"]);
  expect(shown("a\nb\nc\nd", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", " d"]);
  expect(shown("a\nb\nc", "c\na\nb")).toEqual(["+c", " a", " b", "-c"]);
  expect(shown("a", "a\na")).toEqual([" a", "+a"]);
  expect(shown("", "a")).toEqual(["-", "+a"]);
});

test("what differs too much to be compared is gone as a whole, and nothing is lost", () => {
  const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`).join("\n");
  const [before, after] = [lines(5000, "a"), lines(5000, "b")];
  const diff = textDiff(before, after);
  const side = (kind: "gone" | "new") =>
    diff
      .filter((line) => line.kind === kind)
      .map(({ text }) => text)
      .join("\n");
  expect([side("gone"), side("new")]).toEqual([before, after]);
});
