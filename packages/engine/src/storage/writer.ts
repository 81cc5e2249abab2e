/**
 * The writing statements: documents, index entries, the registry, session requests and meta. The
 * caller decides what one transaction holds; nothing here begins or ends one by itself.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { definitionText, type IndexDefinition, type IndexState } from "./registry.ts";

/** Writes of the one writing connection. `get` does what `run` does without an object that tells what changed. */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #insertDocument: StatementSync;
  readonly #updateDocument: StatementSync;
  readonly #deleteDocument: StatementSync;
  readonly #insertEntry: StatementSync;
  readonly #insertMissingEntry: StatementSync;
  readonly #deleteEntry: StatementSync;
  readonly #addToCount: StatementSync;
  readonly #setMeta: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insertDocument = db.prepare("INSERT INTO documents (table_number, size, json) VALUES (?, ?, ?)");
    this.#updateDocument = db.prepare("UPDATE documents SET size = ?, json = ? WHERE doc = ?");
    this.#deleteDocument = db.prepare("DELETE FROM documents WHERE doc = ?");
    this.#insertEntry = db.prepare("INSERT INTO entries (index_number, key, doc) VALUES (?, ?, ?)");
    this.#insertMissingEntry = db.prepare("INSERT OR IGNORE INTO entries (index_number, key, doc) VALUES (?, ?, ?)");
    this.#deleteEntry = db.prepare("DELETE FROM entries WHERE index_number = ? AND key = ?");
    this.#addToCount = db.prepare("UPDATE tables SET documents = documents + ? WHERE number = ?");
    this.#setMeta = db.prepare(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    );
  }

  /** Stores a new document; returns its row. */
  insertDocument(tableNumber: number, size: number, json: string): number {
    return Number(this.#insertDocument.run(tableNumber, size, json).lastInsertRowid);
  }

  updateDocument(doc: number, size: number, json: string): void {
    this.#updateDocument.get(size, json, doc);
  }

  deleteDocument(doc: number): void {
    this.#deleteDocument.get(doc);
  }

  insertEntry(index: number, key: Uint8Array, doc: number): void {
    this.#insertEntry.get(index, key, doc);
  }

  /** Enters a document unless it is entered already: a document written while its index is being filled. */
  insertMissingEntry(index: number, key: Uint8Array, doc: number): void {
    this.#insertMissingEntry.get(index, key, doc);
  }

  deleteEntry(index: number, key: Uint8Array): void {
    this.#deleteEntry.get(index, key);
  }

  /** Moves a table's document count. */
  addToCount(tableNumber: number, delta: number): void {
    this.#addToCount.get(delta, tableNumber);
  }

  setMeta(key: string, value: string): void {
    this.#setMeta.get(key, value);
  }

  allMeta(): Map<string, string> {
    const rows = this.#db.prepare("SELECT key, value FROM meta").all() as { key: string; value: string }[];
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  insertTable(number: number, name: string): void {
    this.#db.prepare("INSERT INTO tables (number, name) VALUES (?, ?)").run(number, name);
  }

  /** Registers an index; its number is never given out again. */
  insertIndex(tableNumber: number, name: string, definition: IndexDefinition, state: IndexState): number {
    const insert = this.#db.prepare("INSERT INTO indexes (table_number, name, fields, state) VALUES (?, ?, ?, ?)");
    return Number(insert.run(tableNumber, name, definitionText(definition), state).lastInsertRowid);
  }

  /** Unregisters a table; its documents and indexes are taken care of apart. */
  deleteTable(number: number): void {
    this.#db.prepare("DELETE FROM tables WHERE number = ?").run(number);
  }

  /**
   * Removes at most `limit` documents of the table whose by_id index this is, with their entries in it; whether any may
   * be left.
   */
  deleteSomeDocuments(byIdIndex: number, limit: number): void {
    const some = "SELECT doc FROM entries WHERE index_number = ?1 ORDER BY key LIMIT ?2";
    this.#db.prepare(`DELETE FROM documents WHERE doc IN (${some})`).run(byIdIndex, limit);
    const keys = "SELECT key FROM entries WHERE index_number = ?1 ORDER BY key LIMIT ?2";
    this.#db.prepare(`DELETE FROM entries WHERE index_number = ?1 AND key IN (${keys})`).run(byIdIndex, limit);
  }

  setIndexState(index: number, state: IndexState): void {
    this.#db.prepare("UPDATE indexes SET state = ? WHERE number = ?").run(state, index);
  }

  /** Marks what an interrupted schema change left half built. */
  dropUnfinishedIndexes(): void {
    this.#db.prepare("UPDATE indexes SET state = 'dropping' WHERE state = 'building'").run();
  }

  hasDroppedIndexes(): boolean {
    return this.#db.prepare("SELECT 1 FROM indexes WHERE state = 'dropping' LIMIT 1").get() !== undefined;
  }

  /** Removes at most `limit` entries of indexes on their way out, and the emptied indexes; whether any is left. */
  dropSomeEntries(limit: number): boolean {
    const index = this.#db.prepare("SELECT number FROM indexes WHERE state = 'dropping' LIMIT 1").get() as
      | { number: number }
      | undefined;
    if (index === undefined) return false;
    const removed = this.#db
      .prepare(
        "DELETE FROM entries WHERE index_number = ?1 AND key IN (SELECT key FROM entries WHERE index_number = ?1 LIMIT ?2)",
      )
      .run(index.number, limit);
    if (Number(removed.changes) < limit) this.#db.prepare("DELETE FROM indexes WHERE number = ?").run(index.number);
    return true;
  }
}
