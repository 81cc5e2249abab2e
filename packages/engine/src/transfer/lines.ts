/** The lines of a text file, read piece by piece. */

import { ArchiveError } from "./archive.ts";

/** A document is at most 1 MiB; spelled with every character escaped it is six times that, and some. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** One line with its number, counted from 1. Empty lines are skipped, a byte order mark is taken off. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Yields the lines of one piece of the file at a time. Fails when a line is too long or is no UTF-8. */
export async function* linesOf(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Line[], void, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  const take = (bytes: Uint8Array): Line[] => {
    number++;
    const text = textOf(decoder, bytes, name, number);
    return text.trim() === "" ? [] : [{ text, number }];
  };
  for await (const chunk of content) {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, end);
      lines.push(...take(rest.length === 0 ? piece : Buffer.concat([...rest, piece])));
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE_BYTES)
      throw new ArchiveError(`${name} line ${number + 1}`, `the line is longer than ${MAX_LINE_BYTES} bytes`);
    if (lines.length > 0) yield lines;
  }
  const last = take(Buffer.concat(rest));
  if (last.length > 0) yield last;
}

function textOf(decoder: TextDecoder, bytes: Uint8Array, name: string, number: number): string {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new ArchiveError(`${name} line ${number}`, "it is not UTF-8 text");
  }
  return number === 1 && text.startsWith("\u{feff}") ? text.slice(1) : text;
}
