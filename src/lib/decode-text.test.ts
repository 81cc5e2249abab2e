import { expect, test } from "vitest";
import { decodeText } from "./decode-text";

const TEXT = "code;name\r\nZÜR;Zürich\r\n";
const utf16 = (isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 + TEXT.length * 2));
  for (const [index, letter] of Array.from(`\uFEFF${TEXT}`).entries())
    view.setUint16(index * 2, letter.charCodeAt(0), isLittle);
  return new Uint8Array(view.buffer);
};

test.each([
  ["UTF-8", new TextEncoder().encode(TEXT), false],
  ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TEXT}`), false],
  ["UTF-16 of Windows", utf16(true), false],
  ["UTF-16 the other way", utf16(false), false],
  ["Windows-1252, which has no mark", Uint8Array.from(TEXT, (letter) => letter.charCodeAt(0)), true],
])("a file in %s is read, and a guess is called one", (_, bytes, isGuess) => {
  expect(decodeText(bytes)).toEqual({ text: TEXT, isGuess });
});
