/**
 * Which tables and indexes exist: an immutable picture. A transaction that makes a table works on a
 * new picture; the old one stays what earlier snapshots saw.
 */

import { present } from "../../lib/assert.ts";
import type { IndexDefinition, IndexRow, SearchFields, VectorFields } from "../../storage/registry.ts";
import { decodeId } from "../../values/ids.ts";
import type { DocumentId } from "../../values/ids.ts";
import type { IdTables, ValidatorJson } from "../../values/validators.ts";
import { BY_CREATION_TIME, BY_ID, isSystemName } from "./names.ts";

/** One index. Its keys are its fields, then _creationTime, then the internal id (by_id: only the id text). */
export interface IndexInfo {
  readonly number: number;
  /** `KeyRange.indexKey` of this index. */
  readonly indexKey: string;
  readonly name: string;
  /** Dotted paths; `_creationTime` closes every list but by_id's. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  /** A search index: its entries are the words of a text (search/words.ts), many per document. */
  readonly search: SearchInfo | null;
  /** A vector index: its entries are vectors (vectors/entries.ts), of the documents that have one. */
  readonly vector: VectorInfo | null;
}

/** The fields of a search index. */
export interface SearchInfo extends SearchFields {
  readonly searchPath: readonly string[];
  readonly filterPaths: readonly (readonly string[])[];
}

/** The fields of a vector index. */
export interface VectorInfo extends VectorFields {
  readonly vectorPath: readonly string[];
  readonly filterPaths: readonly (readonly string[])[];
}

/** A schema being applied, as far as one table is concerned. */
export interface PendingSchema {
  /** What documents will have to match. */
  readonly documentType: ValidatorJson | null;
  /** Indexes being filled: writes keep them, queries do not see them yet. */
  readonly building: readonly IndexInfo[];
  /** Documents written meanwhile that do not match. */
  readonly suspects: Set<string>;
}

/** One table. */
export interface TableInfo {
  readonly number: number;
  readonly name: string;
  readonly isSystem: boolean;
  readonly byId: IndexInfo;
  readonly byCreationTime: IndexInfo;
  /** All indexes that are filled, the two implied ones first. Queries may use those that are not staged. */
  readonly indexes: readonly IndexInfo[];
  /** All indexes writes must keep: `indexes` and those being filled. */
  readonly keptIndexes: readonly IndexInfo[];
  /** Indexes of the schema that are staged: filled and kept, but refused to queries until they are enabled. */
  readonly stagedIndexes: readonly string[];
  /** What documents must match, or null when anything goes. */
  readonly documentType: ValidatorJson | null;
  readonly pending: PendingSchema | null;
}

/** Builds the picture of an index from its registry row. */
export function indexInfo(
  row: Pick<IndexRow, "number" | "name" | "fields"> & Partial<Pick<IndexRow, "search" | "vector">>,
): IndexInfo {
  const fields = row.name === BY_ID ? ["_id"] : [...row.fields, "_creationTime"];
  const { search = null, vector = null } = row;
  return {
    number: row.number,
    indexKey: String(row.number),
    name: row.name,
    fields,
    paths: fields.map((field) => field.split(".")),
    search: search && {
      ...search,
      searchPath: search.searchField.split("."),
      filterPaths: search.filterFields.map((field) => field.split(".")),
    },
    vector: vector && {
      ...vector,
      vectorPath: vector.vectorField.split("."),
      filterPaths: vector.filterFields.map((field) => field.split(".")),
    },
  };
}

/** What an index is made of, as a schema says it. */
export function definitionOf(index: IndexInfo): IndexDefinition {
  return index.search ?? index.vector ?? (index.name === BY_ID ? [] : index.fields.slice(0, -1));
}

/** What varies between pictures of one table. */
export interface TableParts {
  readonly number: number;
  readonly name: string;
  readonly indexes: readonly IndexInfo[];
  readonly documentType?: ValidatorJson | null;
  readonly stagedIndexes?: readonly string[];
  readonly pending?: PendingSchema | null;
}

/** Builds the picture of a table. */
export function tableInfo({
  number,
  name,
  indexes,
  documentType = null,
  stagedIndexes = [],
  pending = null,
}: TableParts): TableInfo {
  const named = (wanted: string): IndexInfo =>
    present(
      indexes.find((index) => index.name === wanted),
      `table ${name} has ${wanted}`,
    );
  const [byId, byCreationTime] = [named(BY_ID), named(BY_CREATION_TIME)];
  const ordered = [byId, byCreationTime, ...indexes.filter((index) => index !== byId && index !== byCreationTime)];
  return {
    number,
    name,
    isSystem: isSystemName(name),
    byId,
    byCreationTime,
    indexes: ordered,
    keptIndexes: pending === null ? ordered : [...ordered, ...pending.building],
    stagedIndexes,
    documentType,
    pending,
  };
}

/** All tables at one moment. */
export class Catalog implements IdTables {
  readonly #byName: ReadonlyMap<string, TableInfo>;
  readonly #byNumber: ReadonlyMap<number, TableInfo>;

  constructor(tables: Iterable<TableInfo>) {
    const list = [...tables];
    this.#byName = new Map(list.map((table) => [table.name, table]));
    this.#byNumber = new Map(list.map((table) => [table.number, table]));
  }

  /** This picture with one table added or replaced. */
  with(table: TableInfo): Catalog {
    return new Catalog([...[...this.#byName.values()].filter((other) => other.number !== table.number), table]);
  }

  /** This picture without one table. */
  without(number: number): Catalog {
    return new Catalog([...this.#byName.values()].filter((table) => table.number !== number));
  }

  named(name: string): TableInfo | null {
    return this.#byName.get(name) ?? null;
  }

  numbered(number: number): TableInfo | null {
    return this.#byNumber.get(number) ?? null;
  }

  /** The table an id belongs to and the id taken apart; null when it is no id of any table. */
  locate(id: string): { readonly table: TableInfo; readonly id: DocumentId } | null {
    const decoded = decodeId(id);
    const table = decoded === null ? null : this.numbered(decoded.tableNumber);
    return decoded === null || table === null ? null : { table, id: decoded };
  }

  tableOfId(id: string): string | null {
    return this.locate(id)?.table.name ?? null;
  }

  tables(): TableInfo[] {
    return [...this.#byNumber.values()].sort((a, b) => a.number - b.number);
  }

  /** The number the next new table gets. */
  nextNumber(first: number): number {
    let highest = first - 1;
    for (const number of this.#byNumber.keys()) highest = Math.max(highest, number);
    return highest + 1;
  }
}
