/** Cells of a result, which travel as text or null whatever their type, as values. */

import { DAY_MS } from "../../../lib/pure/time";
import { ConnectorError } from "../../contract/contract";

/** One column as the result describes it. Real answers write the type in lower case, documents in upper. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Numbers stay text: FIXED has up to 38 digits. Times are milliseconds since the epoch, a DATE is "2026-01-31". */
export type CellValue = string | number | boolean | null;

/** One row by column name. */
export type Row = Readonly<Record<string, CellValue>>;

/** The value of one cell. */
export function decodeCell(text: string | null, { type, name }: Column): CellValue {
  if (text === null) return null;
  switch (type.toLowerCase()) {
    case "boolean":
      return text === "true" || text === "1";
    case "date":
      return new Date(wholeSeconds(text, name) * DAY_MS).toISOString().slice(0, 10);
    case "timestamp_ltz":
    case "timestamp_ntz":
      return toMs(text, name);
    case "timestamp_tz":
      return toMs(text.split(" ")[0] ?? "", name);
    default:
      return text;
  }
}

/** Rows by column name. */
export function decodeRows(columns: readonly Column[], data: readonly (readonly (string | null)[])[]): Row[] {
  return data.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column.name, decodeCell(cells[index] ?? null, column)])),
  );
}

/** A cell that holds text; empty when it is NULL, or "null" as SHOW and DESCRIBE print it. */
export function textOf(row: Row, name: string): string {
  const value = row[name];
  return value === undefined || value === null || value === "null" ? "" : String(value);
}

function wholeSeconds(text: string, name: string): number {
  if (!/^-?\d+$/.test(text)) throw unreadable(name);
  return Number(text);
}

function toMs(text: string, name: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) throw unreadable(name);
  const ms = Number(match[2]) * 1000 + Math.floor(Number((match[3] ?? "").padEnd(9, "0")) / 1_000_000);
  return match[1] === "-" ? -ms : ms;
}

function unreadable(name: string): ConnectorError {
  return new ConnectorError(
    "bug",
    "cell-unreadable",
    `Snowflake's answer has a column "${name}" that the portal cannot read.`,
  );
}
