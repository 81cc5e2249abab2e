/** Quoting what was said into what is written, as a Markdown quote; and what a public reply cannot quote (S38). */

import { fileMark, isQuoted } from "../../../lib/pure/marks";
import type { TicketFile } from "../table";

/** How much of a message is quoted, cut at the end of a line where that is possible. */
const QUOTED_LENGTH = 1500;
const CUT = "…";
/** Files one text refers to. */
export const MAX_FILES_NAMED = 20;

/** Why a reply to everybody does not hold such a quote. */
export const QUOTE_IS_CLOSED =
  "Only an internal note can quote this: not everybody who reads the ticket reads what is quoted.";

/** What is quoted; `at` is when it was said, in words. */
export interface QuotedMessage {
  readonly author: string;
  readonly at: string;
  readonly body: string;
  readonly files: readonly TicketFile[];
}

/** A message as a quote, with its author; its files are referred to, and stay where they are. */
export function asQuote({ author, at, body, files }: QuotedMessage): string {
  const lines = [`${author} wrote on ${at}:`, "", ...shortened(body)];
  for (const { id, name, contentType } of files)
    lines.push("", fileMark({ id, name, isPicture: contentType.startsWith("image/") }));
  return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

function shortened(body: string): string[] {
  const lines = body.trim().split("\n");
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > QUOTED_LENGTH)
      return kept.length > 0 ? [...kept, CUT] : [`${line.slice(0, QUOTED_LENGTH).trimEnd()}${CUT}`];
    kept.push(line);
  }
  return kept;
}

/** A text with a quote put in at a place, on lines of its own, and the place after it. */
export function withQuote(
  text: string,
  place: number,
  quote: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, place).trimEnd();
  const after = text.slice(place).trimStart();
  const begun = `${before === "" ? "" : `${before}\n\n`}${quote}\n\n`;
  return { text: begun + after, caret: begun.length };
}

/**
 * Whether a text quotes a line of what not everybody reads, and of nothing that everybody reads. What is written as words
 * of one's own is not looked at.
 */
export function quotesClosed(text: string, closed: readonly string[], open: readonly string[]): boolean {
  const quoted = text.split("\n").filter(isQuoted).map(bare).filter(saysSomething);
  if (quoted.length === 0) return false;
  const [closedLines, openLines] = [linesOf(closed), linesOf(open)];
  return quoted.some((line) => isAmong(line, closedLines) && !isAmong(line, openLines));
}

function linesOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split("\n").map(bare).filter(saysSomething)));
}

function isAmong(line: string, lines: ReadonlySet<string>): boolean {
  if (lines.has(line)) return true;
  const begins = line.endsWith(CUT) ? line.slice(0, -CUT.length).trimEnd() : "";
  return begins !== "" && [...lines].some((whole) => whole.startsWith(begins));
}

/** A line without the marks of its quotes. */
function bare(line: string): string {
  return line.replace(/^[\s>]+/, "").trim();
}

function saysSomething(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}
