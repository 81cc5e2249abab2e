/**
 * Reading a CSV file as people make them: separated by commas, semicolons or tabs, any line end, a byte order
 * mark or Excel's "sep=;" in front, headings in any case and order. Every problem names its row as a spreadsheet
 * counts them (the headings are row 1) and its column. One pass, whatever the file holds.
 */

import { CsvError, parse } from "csv-parse/browser/esm/sync";

/** A column that a file may have. */
export interface SheetColumn {
  readonly name: string;
  readonly isRequired: boolean;
  readonly help: string;
  /** What the template shows in it. */
  readonly example: string;
}

/** What is wrong with a file, and where; without a row it is the whole file. */
export interface SheetProblem {
  readonly row: number | null;
  readonly column: string | null;
  readonly message: string;
}

/** One row with what stands under each heading; a column the file does not have is absent. */
export interface SheetRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The longest file that is read, in characters. */
export const MAX_SHEET_LENGTH = 200_000;
/** Problems told at once: whoever has more has one cause for all of them. */
export const MAX_PROBLEMS = 100;
/** Separators, the likelier first. */
const SEPARATORS = [",", ";", "\t"] as const;

const whole = (message: string): { rows: SheetRow[]; problems: SheetProblem[] } => ({
  rows: [],
  problems: [{ row: null, column: null, message }],
});

/** The rows of a file, and what is wrong with its shape. Rows without anything in them are left out. */
export function readSheet(
  text: string,
  columns: readonly SheetColumn[],
  maxRows: number,
): { rows: SheetRow[]; problems: SheetProblem[] } {
  if (text.length > MAX_SHEET_LENGTH)
    return whole(`The file is too long: at most ${MAX_SHEET_LENGTH.toLocaleString("en-GB")} characters are read.`);
  if (text.includes("\0")) return whole("This is not a text file. Save it as CSV (UTF-8).");
  const { body, separator } = opened(text);
  let records: string[][];
  try {
    records = recordsOf(body, separator, maxRows + 2);
  } catch (error) {
    if (error instanceof CsvError) return whole(quoteProblem(error));
    throw error;
  }
  const [first, ...rest] = records;
  if (first === undefined || isBlank(first)) return whole("The file is empty. Its first row has to name the columns.");
  const { headings, problems } = headingsOf(first, columns);
  if (problems.length > 0) return { rows: [], problems };
  const rows = rest.flatMap((cells, index) => (isBlank(cells) ? [] : [rowOf(cells, headings, index + 2)]));
  if (rest.length > maxRows) return whole(`The file has too many rows: at most ${maxRows} are taken at once.`);
  if (rows.length === 0) return whole("The file has headings and no rows below them.");
  for (const [index, cells] of rest.entries()) {
    const surplus = cells.slice(headings.length).some((cell) => cell.trim() !== "");
    if (surplus)
      problems.push({
        row: index + 2,
        column: null,
        message:
          "This row has more cells than there are headings. Put a cell that holds a separator in quotation marks.",
      });
  }
  return { rows, problems };
}

/** "Row 3, owner: …", for a caller that shows no list. */
export function problemText({ row, column, message }: SheetProblem): string {
  const place = [row === null ? null : `Row ${row}`, column].filter((part) => part !== null).join(", ");
  return place === "" ? message : `${place}: ${message}`;
}

/** What stands before the headings says how to read them. */
function opened(text: string): { body: string; separator: string } {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const named = /^sep=([,;|:\t])\r?\n/i.exec(body.slice(0, 10));
  if (named?.[1]) return { body: body.slice(named[0].length), separator: named[1] };
  const firstLine = body.slice(0, body.search(/[\r\n]|$/));
  const counts = SEPARATORS.map((separator) => firstLine.split(separator).length);
  return { body, separator: SEPARATORS[counts.indexOf(Math.max(...counts))] ?? "," };
}

/**
 * Splits a text into records; at most `limit` of them. Throws CsvError where quotation marks do not fit, with the number
 * of records before that one.
 */
function recordsOf(text: string, separator: string, limit: number): string[][] {
  return parse(text, {
    delimiter: separator,
    // A file that two programs wrote has two kinds of them.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // A quotation mark inside a cell is a character like any other.
    relax_quotes: true,
    trim: true,
    to: limit,
  });
}

/** What is wrong with the quotation marks of a record. */
function quoteProblem(error: CsvError): string {
  const row = Number(error["records"]) + 1;
  return error.code === "CSV_QUOTE_NOT_CLOSED"
    ? `A quotation mark in row ${row} is never closed.`
    : `In row ${row} there is text after a closing quotation mark.`;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Which column stands where; a heading may be written with spaces and capitals. */
function headingsOf(
  cells: readonly string[],
  columns: readonly SheetColumn[],
): { headings: string[]; problems: SheetProblem[] } {
  const headings = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, "_"),
  );
  while (headings.at(-1) === "") headings.pop();
  const problems: SheetProblem[] = [];
  for (const [index, heading] of headings.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const shown = cells[index]?.trim() ?? "";
    if (heading === "") problems.push({ row: 1, column: null, message: `Column ${index + 1} has no heading.` });
    else if (!columns.some(({ name }) => name === heading))
      problems.push({
        row: 1,
        column: shown.slice(0, 40),
        message: `This column is unknown. The known columns are: ${columns.map(({ name }) => name).join(", ")}.`,
      });
    else if (headings.indexOf(heading) !== index)
      problems.push({ row: 1, column: heading, message: "This column appears twice." });
  }
  for (const { name, isRequired } of columns) {
    if (isRequired && !headings.includes(name))
      problems.push({ row: 1, column: name, message: "This column is missing." });
  }
  return { headings, problems: problems.slice(0, MAX_PROBLEMS) };
}

function rowOf(cells: readonly string[], headings: readonly string[], row: number): SheetRow {
  return { row, cells: Object.fromEntries(headings.map((heading, index) => [heading, (cells[index] ?? "").trim()])) };
}
