/** The registry of tables and indexes as a connection sees it. */
import type { DatabaseSync } from "node:sqlite";

/** A row of the table registry. */
export interface TableRow {
  readonly number: number;
  readonly name: string;
  readonly documents: number;
}

/** A row of the index registry. */
export interface IndexRow {
  readonly number: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly fields: readonly string[];
  readonly state: IndexState;
}

/** Whether an index may be read (`ready`), is being filled, or is on its way out. */
export type IndexState = "ready" | "building" | "dropping";

/** All tables by number. */
export function allTables(db: DatabaseSync): TableRow[] {
  return db.prepare("SELECT number, name, documents FROM tables ORDER BY number").all() as unknown as TableRow[];
}

/** All indexes, also unfinished ones. */
export function allIndexes(db: DatabaseSync): IndexRow[] {
  const rows = db.prepare("SELECT number, table_number, name, fields, state FROM indexes ORDER BY number").all();
  return (rows as { number: number; table_number: number; name: string; fields: string; state: IndexState }[]).map((row) => ({
    number: row.number,
    tableNumber: row.table_number,
    name: row.name,
    fields: JSON.parse(row.fields) as string[],
    state: row.state,
  }));
}
