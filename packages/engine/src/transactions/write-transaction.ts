/**
 * Writes of one mutation. They go straight to the writing connection, inside the mutation's savepoint, so its reads see
 * them in index order and a rollback is SQLite's. What SQLite does not know (touched keys, counts) is restored here.
 */

import { assert } from "../lib/assert.ts";
import { toHex } from "../lib/bytes.ts";
import type { Store } from "../storage/store.ts";
import { encodeId, newInternalId } from "../values/ids.ts";
import type { JsonObject } from "../values/json.ts";
import { encodeKey } from "../values/keys.ts";
import { isIdentifier } from "../values/limits.ts";
import { chargeDocument } from "./context.ts";
import type { ReadContext } from "./context.ts";
import { DocumentChange } from "./document-change.ts";
import {
  documentKey,
  documentKeys,
  makeDocument,
  movedKey,
  patchedFields,
  replacementFields,
  rowOf,
} from "./document.ts";
import type { NewDocument, StoredRow } from "./document.ts";
import { chargeQuery, chargeWrite } from "./limits.ts";
import { TABLES_INDEX_KEY, tableNameKey } from "./read-set.ts";
import { Reads, locateId } from "./read-transaction.ts";
import type { LocatedId, Operation } from "./read-transaction.ts";
import type { Catalog, IndexInfo, TableInfo } from "./schema/catalog.ts";
import { createTable } from "./schema/create-table.ts";
import { invalidTableName, isSystemName, plainTable } from "./schema/names.ts";
import type { DocumentJson, SystemWrites, Timestamp, WriteTransaction, WrittenKey } from "./types.ts";

/** What a write transaction needs from the one who runs it. */
export interface WriteHost {
  readonly store: Store;
  /** The timestamp this mutation will be committed with. */
  readonly commitTs: Timestamp;
  nowMs(): number;
  randomBytes(length: number): Uint8Array;
  /** A creation time later than every earlier one. */
  nextCreationTime(): number;
}

interface Mark {
  readonly catalog: Catalog;
  readonly keys: number;
  readonly counts: Map<number, number>;
  readonly documentsWritten: number;
  readonly bytesWritten: number;
}

/** Implements the writing half of the seam. */
export class Writes extends Reads implements WriteTransaction {
  #system: SystemWrites | null = null;
  readonly #host: WriteHost;
  readonly #keys: WrittenKey[] = [];
  #counts = new Map<number, number>();
  #depth = 0;

  constructor(ts: Timestamp, context: ReadContext, host: WriteHost) {
    super(ts, context);
    this.#host = host;
  }

  get system(): SystemWrites {
    const isSystem = true;
    return (this.#system ??= {
      insert: (table, value) => this.#insert(table, value, isSystem),
      shallowMerge: (id, value) => void this.#update("patch", id, value, { isSystem }),
      remove: (id) => void this.#remove(id, { isSystem }),
    });
  }

  /** Keys touched so far. */
  get keys(): readonly WrittenKey[] {
    return this.#keys;
  }

  /** Change of the document count per table. */
  get counts(): ReadonlyMap<number, number> {
    return this.#counts;
  }

  get catalog(): Catalog {
    return this.context.catalog;
  }

  insert(table: string, valueJson: unknown): string {
    if (isSystemName(table)) throw new Error("System tables (prefixed with `_`) are read-only.");
    return this.#insert(table, valueJson, false);
  }

  shallowMerge(id: string, valueJson: unknown, table?: string): DocumentJson {
    return this.#update("patch", id, valueJson, { isSystem: false, table });
  }

  replace(id: string, valueJson: unknown, table?: string): DocumentJson {
    return this.#update("replace", id, valueJson, { isSystem: false, table });
  }

  remove(id: string, table?: string): DocumentJson {
    return this.#remove(id, { isSystem: false, table });
  }

  savepoint(): { release(): void; rollback(): void } {
    this.context.assertOpen();
    const depth = ++this.#depth;
    const name = `nested${depth}`;
    const { usage } = this.context;
    const mark: Mark = {
      catalog: this.context.catalog,
      keys: this.#keys.length,
      counts: new Map(this.#counts),
      documentsWritten: usage.documentsWritten,
      bytesWritten: usage.bytesWritten,
    };
    this.#host.store.exec(`SAVEPOINT ${name}`);
    const end = (sql: string): void => {
      this.context.assertOpen();
      assert(this.#depth === depth, "nested transactions end innermost first, once");
      this.#depth--;
      this.#host.store.exec(sql);
    };
    return {
      release: () => end(`RELEASE ${name}`),
      rollback: () => {
        end(`ROLLBACK TO ${name}`);
        this.#host.store.exec(`RELEASE ${name}`);
        this.#restore(mark);
      },
    };
  }

  #restore(mark: Mark): void {
    const { context } = this;
    context.catalog = mark.catalog;
    this.#keys.length = mark.keys;
    this.#counts = mark.counts;
    context.usage.documentsWritten = mark.documentsWritten;
    context.usage.bytesWritten = mark.bytesWritten;
    context.wrote();
  }

  #insert(tableName: string, valueJson: unknown, isSystem: boolean): string {
    const { context } = this;
    context.assertOpen();
    const table = this.#tableForInsert(tableName, isSystem);
    const internalId = newInternalId(this.#host.randomBytes(14), this.#host.nowMs());
    const id = encodeId({ tableNumber: table.number, internalId });
    const fields = valueJson as JsonObject | null;
    for (const field of ["_id", "_creationTime"]) {
      if (typeof fields === "object" && fields !== null && field in fields) {
        throw new Error(
          `The document to insert in table "${plainTable(tableName)}" contains the system field \`${field}\`, which is set by the database.`,
        );
      }
    }
    const document = makeDocument(
      table,
      id,
      this.#host.nextCreationTime(),
      valueJson,
      this.#host.commitTs,
      context.catalog,
    );
    if (!isSystem) chargeWrite(context.usage, context.limits, document.size);
    const doc = this.#host.store.writer.insertDocument(table.number, document.size, document.json);
    for (const index of table.keptIndexes) {
      for (const key of documentKeys(index, document.value, internalId)) {
        this.#host.store.writer.insertEntry(index.number, key, doc);
        this.#keys.push({ indexKey: index.indexKey, key });
      }
    }
    this.#wrote(table, doc, 1);
    return id;
  }

  #update(
    operation: "patch" | "replace",
    id: string,
    valueJson: unknown,
    access: { isSystem: boolean; table?: string | undefined },
  ): DocumentJson {
    const { context } = this;
    const { located, row } = this.#existing(operation, id, access);
    const { table } = located;
    const fields =
      operation === "patch" ? patchedFields(valueJson, row.value) : replacementFields(operation, valueJson, row.value);
    const creationTime = row.value["_creationTime"] as number;
    const document = makeDocument(table, id, creationTime, fields, this.#host.commitTs, context.catalog);
    if (!table.isSystem) chargeWrite(context.usage, context.limits, document.size);
    this.#host.store.writer.updateDocument(row.doc, document.size, document.json);
    this.#moveEntries(located, row, document);
    this.#wrote(table, row.doc, 0);
    return document.json;
  }

  #remove(id: string, access: { isSystem: boolean; table?: string | undefined }): DocumentJson {
    const { located, row } = this.#existing("delete", id, access);
    if (!located.table.isSystem) chargeWrite(this.context.usage, this.context.limits, 0);
    this.#host.store.writer.deleteDocument(row.doc);
    this.#moveEntries(located, row, null);
    this.#wrote(located.table, row.doc, -1);
    return row.json;
  }

  #existing(
    operation: Exclude<Operation, "get">,
    id: string,
    access: { isSystem: boolean; table?: string | undefined },
  ): { located: LocatedId; row: StoredRow } {
    const { context } = this;
    context.assertOpen();
    const located = locateId(context, id, operation, access);
    const key = encodeKey([id]);
    if (located !== null && !located.table.isSystem) chargeQuery(context.usage, context.limits);
    if (located !== null) context.reads.point(located.table.byId.indexKey, key);
    const row = located === null ? null : (this.#asRead(id) ?? this.#stored(located.table, key));
    if (located === null || row === null) {
      const verb = operation === "patch" ? "Update" : operation === "replace" ? "Replace" : "Delete";
      throw new Error(`${verb} on nonexistent document ID ${id}`);
    }
    chargeDocument(context, located.table.isSystem, row);
    return { located, row };
  }

  /** The document, if it was read just now. Another may hold its id, too, in an object of its own. */
  #asRead(id: string): StoredRow | null {
    const { lastRead } = this.context;
    if (lastRead === null || !lastRead.json.includes(`"_id":"${id}"`)) return null;
    const row = rowOf(lastRead);
    return row.value["_id"] === id ? row : null;
  }

  #stored(table: TableInfo, key: Uint8Array): StoredRow | null {
    const stored = this.context.reader.at(table.byId.number, key);
    return stored === null ? null : rowOf(stored);
  }

  /** Brings the index entries from the old document to the new one (null: deleted) and notes both keys. */
  #moveEntries({ table, id }: LocatedId, row: StoredRow, document: NewDocument | null): void {
    const { writer } = this.#host.store;
    const change = document === null ? null : new DocumentChange(row.value, document.value);
    for (const index of table.keptIndexes) {
      if (index.search !== null || index.vector !== null) {
        this.#moveAll(
          index,
          documentKeys(index, row.value, id.internalId),
          document === null ? [] : documentKeys(index, document.value, id.internalId),
          row.doc,
        );
        continue;
      }
      const oldKey = documentKey(index, row.value, id.internalId);
      const newKey = document === null ? null : movedKey(index, row.value, document.value, { oldKey, ...id });
      if (newKey === oldKey && change !== null) {
        this.#keys.push({ indexKey: index.indexKey, key: oldKey, change });
        continue;
      }
      this.#keys.push({ indexKey: index.indexKey, key: oldKey });
      writer.deleteEntry(index.number, oldKey);
      if (newKey === null) continue;
      writer.insertEntry(index.number, newKey, row.doc);
      this.#keys.push({ indexKey: index.indexKey, key: newKey });
    }
  }

  /** Entries that stay are kept; all of them are noted, since what they lead to has changed. */
  #moveAll(index: IndexInfo, before: readonly Uint8Array[], after: readonly Uint8Array[], doc: number): void {
    const { writer } = this.#host.store;
    const old = new Map(before.map((key) => [toHex(key), key]));
    const fresh = new Map(after.map((key) => [toHex(key), key]));
    for (const [text, key] of old) if (!fresh.has(text)) writer.deleteEntry(index.number, key);
    for (const [text, key] of fresh) if (!old.has(text)) writer.insertEntry(index.number, key, doc);
    for (const key of new Map([...old, ...fresh]).values()) this.#keys.push({ indexKey: index.indexKey, key });
  }

  #wrote(table: TableInfo, doc: number, countChange: -1 | 0 | 1): void {
    this.context.wrote();
    this.context.ownDocuments.add(doc);
    if (countChange !== 0) this.#counts.set(table.number, (this.#counts.get(table.number) ?? 0) + countChange);
  }

  #tableForInsert(name: string, isSystem: boolean): TableInfo {
    const { context } = this;
    const existing = context.catalog.named(name);
    if (existing !== null) return existing;
    assert(!isSystem, `system table ${name} exists`);
    const plain = plainTable(name);
    if (!isIdentifier(plain)) {
      throw new Error(invalidTableName(plain));
    }
    const table = createTable(this.#host.store, context.catalog, name);
    context.catalog = context.catalog.with(table);
    this.#keys.push({ indexKey: TABLES_INDEX_KEY, key: tableNameKey(name) });
    return table;
  }
}
