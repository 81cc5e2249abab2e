/** One value of a CSV file; a Date becomes its ISO form, null an empty cell. */
export type CsvValue = string | number | Date | null;

/** A column: its heading and how to read it from a row. */
export interface CsvColumn<Row> {
  heading: string;
  value: (row: Row) => CsvValue;
}

// Excel reads a file as UTF-8 only when it starts with this mark.
const byteOrderMark = "\uFEFF";

/**
 * A spreadsheet runs a cell that starts with one of these as a formula, even when it came from a stranger's title. The
 * full-width and small forms are the same signs to some; spaces and what is not seen may be gone before it looks.
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r\n]/u;

/** One cell: formulas defused by an apostrophe, quotes and line breaks kept by quoting. Numbers stay raw. */
function csvCell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (value instanceof Date) return value.toISOString();
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a CSV file (RFC 4180, UTF-8 with a byte order mark) that is safe to open in a spreadsheet. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [columns.map((column) => csvCell(column.heading))];
  for (const row of rows) lines.push(columns.map((column) => csvCell(column.value(row))));
  return `${byteOrderMark}${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
