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

/** What a vector index is made of: the vectors of one length in a field, narrowed by the values of others. */
export interface VectorFields {
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
}

/** Fields in order, or what another kind of index is made of. */
export type IndexDefinition = readonly string[] | SearchFields | VectorFields;

/** A row of the index registry. */
export interface IndexRow {
  readonly number: number;
  readonly tableNumber: number;
  readonly name: string;
  /** Dotted paths; empty for a search or vector index. */
  readonly fields: readonly string[];
  readonly search: SearchFields | null;
  readonly vector: VectorFields | null;
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

/** An index's definition as text: a list of paths, or the fields of a search or vector index. */
export function definitionText(definition: IndexDefinition): string {
  if (!("filterFields" in definition)) return JSON.stringify(definition);
  const { filterFields } = definition;
  return "searchField" in definition
    ? JSON.stringify({ searchField: definition.searchField, filterFields })
    : JSON.stringify({ vectorField: definition.vectorField, dimensions: definition.dimensions, filterFields });
}

/** The reverse of `definitionText`. */
export function readDefinition(text: string): Pick<IndexRow, "fields" | "search" | "vector"> {
  const definition = JSON.parse(text) as IndexDefinition;
  if (!("filterFields" in definition)) return { fields: definition, search: null, vector: null };
  return "searchField" in definition
    ? { fields: [], search: definition, vector: null }
    : { fields: [], search: null, vector: definition };
}
