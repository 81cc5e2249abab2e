/** Results as they travel: every cell a text or null, columns with their types, large ones in partitions. */

/** Types as real answers write them. */
export type ColumnType = "text" | "fixed" | "boolean" | "timestamp_ltz";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

export type Cell = string | null;

/** A result in memory. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table from objects; the columns of `types` that are not text are named there. */
export function table(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
  types: Readonly<Record<string, ColumnType>> = {},
): Table {
  return {
    columns: columns.map((name) => ({ name, type: types[name] ?? "text" })),
    rows: rows.map((row) => columns.map((name) => row[name] ?? null)),
  };
}

/** What DDL answers: one row, one sentence. */
export function status(sentence: string): Table {
  return table(["status"], [{ status: sentence }]);
}

/** A time in the default form: seconds with nine decimals. */
export function timestampCell(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${seconds}.${String(ms - seconds * 1000).padStart(3, "0")}000000`;
}

/** Rows cut into parts of at most `size`; at least one part. */
export function partitionsOf({ rows }: Table, size: number): (readonly (readonly Cell[])[])[] {
  const parts: (readonly (readonly Cell[])[])[] = [];
  for (let start = 0; start < rows.length || parts.length === 0; start += size)
    parts.push(rows.slice(start, start + size));
  return parts;
}
