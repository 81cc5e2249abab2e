/**
 * Imports of one table (`npx convex import --table`): CSV, lines of JSON or one JSON array, as the snapshot ZIP that
 * holds nothing but this table. Every number is a float64.
 */

import { createReadStream, createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { HttpRefusal } from "../src/http/errors.ts";
import { tableEntryName } from "../src/transfer/layout.ts";

/** What a table may come as. */
export const TABLE_FORMATS = ["csv", "jsonLines", "jsonArray"] as const;
type TableFormat = (typeof TABLE_FORMATS)[number];

/** The table a file is for. */
export interface SingleTable {
  readonly name: string;
  readonly format: TableFormat;
}

/** An array is read whole. */
const MAX_ARRAY_BYTES = 8 * 1024 * 1024;
/** What one row may hold: one whose quote is never closed goes on to the end of the file. */
const MAX_ROW_LENGTH = 16 * 1024 * 1024;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Writes the ZIP of one table. Rejects with HttpRefusal when the file is not what it is said to be. */
export async function zipOfTable(file: string, to: string, { name, format }: SingleTable): Promise<void> {
  const zip = new yazl.ZipFile();
  const content = await linesOf(file, format);
  content.on("error", (error) => (zip.outputStream as Readable).destroy(error));
  zip.addReadStream(content, tableEntryName(name));
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
}

async function linesOf(file: string, format: TableFormat): Promise<Readable> {
  switch (format) {
    case "jsonLines":
      return createReadStream(file);
    case "jsonArray":
      return Readable.from((await arrayOf(file)).map((item) => `${JSON.stringify(item)}\n`));
    case "csv":
      return Readable.from(documentsOf(file));
    default:
      return format satisfies never;
  }
}

async function arrayOf(file: string): Promise<unknown[]> {
  const { size } = await stat(file);
  if (size > MAX_ARRAY_BYTES)
    throw refusal(`a JSON array may have at most ${MAX_ARRAY_BYTES} bytes, this one has ${size}. Use lines of JSON.`);
  const array = parsed((await readFile(file, "utf8")).replace(/^\u{feff}/u, ""));
  if (!Array.isArray(array)) throw refusal("it is no JSON array");
  return array;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(`it is no JSON (${error instanceof Error ? error.message.slice(0, 80) : "unreadable"})`);
  }
}

async function* documentsOf(file: string): AsyncGenerator<string> {
  let header: readonly string[] | null = null;
  for await (const { cells, line } of rowsOf(file)) {
    if (header === null) {
      header = cells;
      continue;
    }
    if (cells.length !== header.length)
      throw refusal(`the row in line ${line} has ${cells.length} cells, the header has ${header.length}`);
    yield `${JSON.stringify(Object.fromEntries(header.map((name, i) => [name, valueOf(cells[i] ?? "")])))}\n`;
  }
  if (header === null) throw refusal("a CSV file begins with a header");
}

function valueOf(cell: string): string | number {
  const number = NUMBER.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(number) ? number : cell;
}

interface Row {
  readonly cells: readonly string[];
  /** Where it ends, counted from 1. */
  readonly line: number;
}

/** The rows of a CSV file (RFC 4180); empty lines are none. */
async function* rowsOf(file: string): AsyncGenerator<Row> {
  const reader = new RowReader();
  for await (const chunk of createReadStream(file, "utf8")) yield* reader.take(chunk as string);
  yield* reader.end();
}

/** What ends a run of plain characters outside of quotes. */
const SPECIAL = /["\n\r,]/g;

class RowReader {
  #cells: string[] = [];
  #cell = "";
  #line = 1;
  /** Where the row begins, and how much of it was read. */
  #begunIn = 1;
  #length = 0;
  /** Where the quote that is open was opened. */
  #openedIn = 1;
  /** Inside of quotes; "after" the closing one, which a second quote makes a quote of the text. */
  #quoted: "no" | "inside" | "after" = "no";
  #isFirst = true;

  *take(text: string): Generator<Row> {
    const from = this.#isFirst && text.startsWith("\u{feff}") ? 1 : 0;
    this.#isFirst = false;
    for (let at = from; at < text.length;) {
      const end = this.#quoted === "inside" ? text.indexOf('"', at) : indexOfSpecial(text, at);
      const plain = text.slice(at, end < 0 ? text.length : end);
      this.#add(plain);
      at += plain.length;
      if (end < 0) return;
      const row = this.#step(text.charAt(at++));
      if (row !== null) yield row;
    }
  }

  *end(): Generator<Row> {
    if (this.#quoted === "inside") throw refusal(`the quote that is opened in line ${this.#openedIn} is never closed`);
    const row = this.#endRow();
    if (row !== null) yield row;
  }

  #step(character: string): Row | null {
    if (this.#quoted === "inside") {
      this.#quoted = "after";
      return null;
    }
    if (character === '"' && (this.#quoted === "after" || this.#cell === "")) {
      if (this.#quoted === "after") this.#add('"');
      else this.#openedIn = this.#line;
      this.#quoted = "inside";
      return null;
    }
    if (character === "\n") return this.#endLine();
    if (character === ",") this.#endCell();
    else if (character !== "\r") this.#add(character);
    return null;
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_ROW_LENGTH)
      throw refusal(
        `the row that begins in line ${this.#begunIn} has more than ${MAX_ROW_LENGTH} characters. Is a quote not closed?`,
      );
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line++;
    this.#cell += text;
  }

  #endLine(): Row | null {
    const row = this.#endRow();
    this.#line++;
    this.#begunIn = this.#line;
    this.#length = 0;
    return row;
  }

  #endRow(): Row | null {
    if (this.#cells.length === 0 && this.#cell === "" && this.#quoted === "no") return null;
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    return { cells, line: this.#line };
  }

  #endCell(): void {
    this.#length++;
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#quoted = "no";
  }
}

function indexOfSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? -1;
}

function refusal(why: string): HttpRefusal {
  return new HttpRefusal(400, "ImportFileInvalid", `The file cannot be imported: ${why}`);
}
