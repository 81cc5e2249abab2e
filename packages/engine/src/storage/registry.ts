/** The registry of tables and indexes as a connection sees it. */

import type { DatabaseSync } from "node:sqlite";

/** A row of the table registry. */
export interface TableRow {
  readonly number: number;
  readonly name: string;
  readonly documents: number;
}

/** What a search index is made of: the words of one text field, narrowed by the values of others. */
export interface SearchFields {
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

/** A row of the index registry. */
export interface IndexRow {
  readonly number: number;
  readonly tableNumber: number;
  readonly name: string;
  /** Dotted paths; empty for a search index. */
  readonly fields: readonly string[];
  readonly search: SearchFields | null;
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
  return (rows as { number: number; table_number: number; name: string; fields: string; state: IndexState }[]).map(
    (row) => ({
      number: row.number,
      tableNumber: row.table_number,
      name: row.name,
      ...readDefinition(row.fields),
      state: row.state,
    }),
  );
}

/** An index's definition as text: a list of paths, or the fields of a search index. */
export function definitionText(definition: readonly string[] | SearchFields): string {
  return JSON.stringify(Array.isArray(definition) ? definition : searchFields(definition as SearchFields));
}

function searchFields({ searchField, filterFields }: SearchFields): SearchFields {
  return { searchField, filterFields };
}

/** The reverse of `definitionText`. */
export function readDefinition(text: string): Pick<IndexRow, "fields" | "search"> {
  const definition = JSON.parse(text) as string[] | SearchFields;
  return Array.isArray(definition)
    ? { fields: definition, search: null }
    : { fields: [], search: definition as SearchFields };
}
