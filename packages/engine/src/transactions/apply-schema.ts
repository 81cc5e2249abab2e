/**
 * Brings tables and indexes to what a schema says, inside one engine transaction: existing
 * documents are checked first, changed indexes are rebuilt, unused ones dropped.
 */
import type { StoredDocument } from "../storage/reader.ts";
import type { Store } from "../storage/store.ts";
import { decodeId } from "../values/ids.ts";
import type { JsonObject } from "../values/json.ts";
import { checkValidator, withoutSystemFields } from "../values/validators.ts";
import { present } from "../lib/assert.ts";
import { afterKey } from "../lib/bytes.ts";
import { BY_CREATION_TIME, BY_ID, Catalog, indexInfo, tableInfo } from "./catalog.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";
import { documentKey, storedKey } from "./document.ts";
import { TABLES_INDEX_KEY, tableNameKey } from "./read-set.ts";
import type { TableSchema } from "./schema.ts";
import { SYSTEM_TABLES } from "./system-tables.ts";
import type { WriteSet } from "./types.ts";
import { createTable } from "./write-transaction.ts";

/** Documents walked between two looks at the table: bounds memory, whatever the size of the table. */
const WALK_BATCH = 1000;

function walkTable(store: Store, table: TableInfo, visit: (row: StoredDocument, document: JsonObject) => void): void {
  let lower: Uint8Array = new Uint8Array();
  for (;;) {
    const rows = store.own.scan(table.byId.number, lower, null, "asc", WALK_BATCH);
    for (const row of rows) visit(row, JSON.parse(row.json) as JsonObject);
    const last = rows.at(-1);
    if (last === undefined || rows.length < WALK_BATCH) return;
    lower = afterKey(storedKey(table.byId, last.json));
  }
}

function checkDocuments(store: Store, catalog: Catalog, table: TableInfo): void {
  const { documentType } = table;
  if (documentType === null) return;
  walkTable(store, table, (_row, document) => {
    const mismatch = checkValidator(documentType, withoutSystemFields(document), catalog);
    if (mismatch === null) return;
    throw new Error(`Schema validation failed.\nDocument with ID "${String(document["_id"])}" in table "${table.name}" does not match the schema: ${mismatch}`);
  });
}

function backfill(store: Store, table: TableInfo, indexes: readonly IndexInfo[]): void {
  if (indexes.length === 0) return;
  walkTable(store, table, (row, document) => {
    const id = present(decodeId(document["_id"] as string), "stored ids are well formed");
    for (const index of indexes) store.writer.insertEntry(index.number, documentKey(index, document, id.internalId), row.doc);
  });
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((field, i) => field === b[i]);
}

/** Drops the indexes not wanted (any more), builds the missing ones. */
function syncIndexes(store: Store, table: TableInfo, wanted: ReadonlyMap<string, readonly string[]>): TableInfo {
  const kept: IndexInfo[] = [];
  for (const index of table.indexes) {
    const fields = wanted.get(index.name);
    const isImplied = index.name === BY_ID || index.name === BY_CREATION_TIME;
    if (isImplied || (fields !== undefined && isSame(fields, index.fields.slice(0, -1)))) kept.push(index);
    else store.writer.deleteIndex(index.number);
  }
  const added: IndexInfo[] = [];
  for (const [name, fields] of wanted) {
    if (kept.some((index) => index.name === name)) continue;
    added.push(indexInfo({ number: store.writer.insertIndex(table.number, name, fields), tableNumber: table.number, name, fields }));
  }
  backfill(store, table, added);
  return tableInfo(table, [...kept, ...added], table.documentType);
}

/** The catalog as the file has it, with the document types of `schema`; makes missing system tables. */
export function loadCatalog(store: Store, schema: readonly TableSchema[]): Catalog {
  const indexes = store.writer.allIndexes();
  const types = new Map(schema.map(({ name, documentType }) => [name, documentType]));
  const tables = store.writer.allTables().map((row) =>
    tableInfo(row, indexes.filter((index) => index.tableNumber === row.number).map(indexInfo), types.get(row.name) ?? null),
  );
  return new Catalog(tables);
}

/** Whether a system table or one of its indexes is still to be made. */
export function lacksSystemTables(catalog: Catalog): boolean {
  return SYSTEM_TABLES.some(({ name, indexes }) => {
    const table = catalog.named(name);
    return table === null || Object.keys(indexes).length !== table.indexes.length - 2 || table.indexes.some((index) => index !== table.byId && index !== table.byCreationTime && !isSame(indexes[index.name] ?? [], index.fields.slice(0, -1)));
  });
}

/** Makes the system tables of this version. */
export function applySystemTables(store: Store, catalog: Catalog): Catalog {
  let next = catalog;
  for (const { name, number, indexes } of SYSTEM_TABLES) {
    const table = next.named(name) ?? createTable(store, next, name, number);
    next = next.with(syncIndexes(store, table, new Map(Object.entries(indexes))));
  }
  return next;
}

/** Applies a schema. Returns the new catalog and the keys of the tables it made. */
export function applyTables(store: Store, catalog: Catalog, schema: readonly TableSchema[]): { catalog: Catalog; keys: WriteSet["keys"][number][] } {
  const keys: WriteSet["keys"][number][] = [];
  let next = catalog;
  for (const { name, documentType } of schema) {
    const existing = next.named(name);
    if (existing === null) keys.push({ indexKey: TABLES_INDEX_KEY, key: tableNameKey(name) });
    next = next.with({ ...(existing ?? createTable(store, next, name)), documentType });
  }
  const wanted = new Map(schema.map((table) => [table.name, table]));
  for (const table of next.tables()) {
    if (table.isSystem) continue;
    const tableSchema = wanted.get(table.name);
    if (tableSchema !== undefined) checkDocuments(store, next, table);
    const typed = { ...table, documentType: tableSchema?.documentType ?? null };
    next = next.with(syncIndexes(store, typed, tableSchema?.indexes ?? new Map()));
  }
  return { catalog: next, keys };
}
