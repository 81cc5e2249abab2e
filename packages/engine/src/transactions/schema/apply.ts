/**
 * Brings tables and indexes to what a schema says, in steps small enough for mutations to run
 * between them:
 *
 *   prepare   indexes to come are registered as "building"; from now on writes keep them too
 *   walk      documents of changed tables, a bounded number per step: check, enter into indexes
 *   finish    one commit makes indexes readable, the old ones go, writes are held to the new types
 *
 * Until `finish` queries and writes go by the old schema. A document written meanwhile that breaks
 * the new one is remembered and looked at again at the end. If a step throws, `undo` takes back
 * what `prepare` did, and nothing has changed.
 */

import { afterKey } from "../../lib/bytes.ts";
import { definitionText, readDefinition, type IndexDefinition } from "../../storage/registry.ts";
import type { Store } from "../../storage/store.ts";
import type { JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import { checkValidator, withoutSystemFields } from "../../values/validators.ts";
import type { ValidatorJson } from "../../values/validators.ts";
import type { Batch } from "../batch.ts";
import { documentKeys, internalIdOf, storedKey } from "../document.ts";
import { TABLES_INDEX_KEY, tableNameKey } from "../read-set.ts";
import type { WriteSet } from "../types.ts";
import { definitionOf, indexInfo, tableInfo } from "./catalog.ts";
import type { Catalog, IndexInfo, TableInfo } from "./catalog.ts";
import { createTable } from "./create-table.ts";
import { BY_CREATION_TIME, BY_ID, componentOfTable, idsWithin } from "./names.ts";
import type { TableSchema } from "./schema.ts";

/** Documents walked in one step. */
const WALK_DOCUMENTS = 1000;

/** One step, run inside a batch of the writer. */
export type SchemaStep = (batch: Batch) => void;

function isImplied(index: IndexInfo): boolean {
  return index.name === BY_ID || index.name === BY_CREATION_TIME;
}

function isWanted(index: IndexInfo, schema: TableSchema | undefined): boolean {
  const wanted = new Map(definitionsIn(schema)).get(index.name);
  return isImplied(index) || (wanted !== undefined && definitionText(wanted) === definitionText(definitionOf(index)));
}

/** All indexes of a table by name; no two kinds share one. */
function definitionsIn(schema: TableSchema | undefined): [string, IndexDefinition][] {
  return schema === undefined ? [] : [...schema.indexes, ...schema.searchIndexes, ...schema.vectorIndexes];
}

/** Whether every index of the schema is there: not in a folder of an engine that knew fewer kinds of them. */
export function hasIndexes(catalog: Catalog, schema: readonly TableSchema[]): boolean {
  return schema.every((table) =>
    definitionsIn(table).every(([name]) => catalog.named(table.name)?.indexes.some((index) => index.name === name)),
  );
}

/** Whether existing documents must be looked at to tell if they match. */
function needsCheck(table: TableInfo, documentType: ValidatorJson | null): boolean {
  return (
    documentType !== null &&
    documentType.type !== "any" &&
    JSON.stringify(documentType) !== JSON.stringify(table.documentType)
  );
}

/** One application of a schema. */
export class SchemaChange {
  readonly #store: Store;
  readonly #wanted: ReadonlyMap<string, TableSchema>;
  readonly #isSystem: boolean;

  /** `kind` says whose tables the schema describes; the others are left alone. */
  constructor(store: Store, schema: readonly TableSchema[], kind: "app" | "system" = "app") {
    this.#store = store;
    this.#isSystem = kind === "system";
    this.#wanted = new Map(schema.map((table) => [table.name, table]));
  }

  /** The steps in order; a step is taken from here only after the one before it ran. `atEnd` belongs to the last. */
  *steps(atEnd: () => void): Generator<SchemaStep, void, void> {
    const changed: string[] = [];
    yield (batch) => {
      for (const table of batch.catalog.tables()) {
        const prepared = this.#isOutside(table) ? null : this.#prepare(table);
        if (prepared === null) continue;
        batch.catalog = batch.catalog.with(prepared);
        changed.push(table.name);
      }
    };
    for (const name of changed) {
      let lower: Uint8Array | null = new Uint8Array();
      while (lower !== null) {
        const from: Uint8Array = lower;
        yield (batch) => {
          lower = this.#walk(batch.catalog, name, from);
        };
      }
    }
    yield (batch) => {
      this.#finish(batch);
      atEnd();
    };
  }

  /** Takes `prepare` back. */
  undo(batch: Batch): void {
    for (const table of batch.catalog.tables()) {
      if (table.pending === null) continue;
      for (const index of table.pending.building) this.#store.writer.setIndexState(index.number, "dropping");
      batch.catalog = batch.catalog.with(tableInfo({ ...table, pending: null }));
    }
  }

  #isOutside(table: TableInfo): boolean {
    return table.isSystem !== this.#isSystem;
  }

  /** The table with its schema pending; null when its documents need not be looked at. */
  #prepare(table: TableInfo): TableInfo | null {
    const schema = this.#wanted.get(table.name);
    const isThere = (name: string): boolean =>
      table.indexes.some((index) => index.name === name && isWanted(index, schema));
    const building = definitionsIn(schema)
      .filter(([name]) => !isThere(name))
      .map(([name, definition]) => {
        const number = this.#store.writer.insertIndex(table.number, name, definition, "building");
        return indexInfo({ number, name, ...readDefinition(definitionText(definition)) });
      });
    const documentType = schema?.documentType ?? null;
    if (building.length === 0 && !needsCheck(table, documentType)) return null;
    return tableInfo({ ...table, pending: { documentType, building, suspects: new Set() } });
  }

  /** Looks at some documents from a key on; where to go on, or null at the end. */
  #walk(catalog: Catalog, name: string, lower: Uint8Array): Uint8Array | null {
    const table = catalog.named(name);
    if (table === null || table.pending === null) return null;
    const { building, documentType } = table.pending;
    const isChecked = needsCheck(table, documentType);
    const { rows, isLast } = this.#store.own.page(table.byId.number, lower, WALK_DOCUMENTS);
    for (const row of rows) {
      const document = JSON.parse(row.json) as JsonObject;
      if (isChecked) checkExisting(catalog, table, documentType, document);
      const internalId = internalIdOf(document);
      for (const index of building) {
        for (const key of documentKeys(index, document, internalId))
          this.#store.writer.insertMissingEntry(index.number, key, row.doc);
      }
    }
    const last = rows.at(-1);
    return last === undefined || isLast ? null : afterKey(storedKey(table.byId, last.json));
  }

  #finish(batch: Batch): void {
    const keys: WriteSet["keys"][number][] = [];
    let catalog = batch.catalog;
    for (const [name, schema] of this.#wanted) {
      if (catalog.named(name) !== null) continue;
      keys.push({ indexKey: TABLES_INDEX_KEY, key: tableNameKey(name) });
      catalog = catalog.with(createTable(this.#store, catalog, name, schema.number));
    }
    for (const found of catalog.tables()) {
      if (this.#isOutside(found)) continue;
      let table = found;
      const late = table.pending === null ? this.#prepare(table) : null;
      if (late !== null) {
        // It came into being since `prepare`, with few documents or none: walked whole, now.
        table = late;
        catalog = catalog.with(table);
        for (let lower: Uint8Array | null = new Uint8Array(); lower !== null;)
          lower = this.#walk(catalog, table.name, lower);
      }
      catalog = catalog.with(this.#finished(catalog, table));
    }
    batch.commit(catalog, keys);
  }

  #finished(catalog: Catalog, table: TableInfo): TableInfo {
    const { writer } = this.#store;
    const schema = this.#wanted.get(table.name);
    this.#checkSuspects(catalog, table);
    const building = table.pending?.building ?? [];
    for (const index of building) writer.setIndexState(index.number, "ready");
    const kept = table.indexes.filter((index) => isWanted(index, schema));
    for (const index of table.indexes) if (!kept.includes(index)) writer.setIndexState(index.number, "dropping");
    return tableInfo({
      number: table.number,
      name: table.name,
      indexes: [...kept, ...building],
      documentType: schema?.documentType ?? null,
      stagedIndexes: schema?.stagedIndexes ?? [],
    });
  }

  #checkSuspects(catalog: Catalog, table: TableInfo): void {
    for (const id of table.pending?.suspects ?? []) {
      const row = this.#store.own.at(table.byId.number, encodeKey([id]));
      if (row !== null)
        checkExisting(catalog, table, table.pending?.documentType ?? null, JSON.parse(row.json) as JsonObject);
    }
  }
}

function checkExisting(
  catalog: Catalog,
  table: TableInfo,
  documentType: ValidatorJson | null,
  document: JsonObject,
): void {
  const mismatch =
    documentType === null
      ? null
      : checkValidator(documentType, withoutSystemFields(document), idsWithin(componentOfTable(table.name), catalog));
  if (mismatch === null) return;
  throw new Error(
    `Schema validation failed.\nDocument with ID "${String(document["_id"])}" in table "${table.name}" does not match the schema: ${mismatch}`,
  );
}
