/**
 * Writes staged documents in one commit, the last step of an import:
 *
 *   plan     which tables the documents go to and under which numbers; conflicts end it here
 *   clear    tables to be replaced are emptied and made anew, so that they may change their number
 *   write    document by document, held to the schema and entered into every index
 *   recheck  tables that stayed, when a number their ids may name has changed its table
 *
 * Runs on the writer between mutations, some documents at a time; whatever throws takes all of it back.
 */

import { afterKey } from "../../lib/bytes.ts";
import { nextTurn } from "../../lib/clock.ts";
import { messageOf } from "../../lib/message-of.ts";
import { definitionText, readDefinition, type IndexDefinition } from "../../storage/registry.ts";
import type { StagedDocument } from "../../storage/staging.ts";
import type { Store } from "../../storage/store.ts";
import { decodeId, encodeId, newInternalId } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import { checkValidator, withoutSystemFields } from "../../values/validators.ts";
import type { Batch } from "../batch.ts";
import { documentKeys, makeDocument, storedKey } from "../document.ts";
import { TABLES_INDEX_KEY, tableNameKey } from "../read-set.ts";
import { definitionOf, indexInfo, tableInfo, type Catalog, type TableInfo } from "../schema/catalog.ts";
import { BY_CREATION_TIME, BY_ID, componentOfTable, idsWithin } from "../schema/names.ts";
import { planIngest, type IngestReport, type IngestRequest, type PlannedTable } from "./ingest-plan.ts";

/** What an ingest writes with. */
export interface IngestParts {
  readonly store: Store;
  nowMs(): number;
  randomBytes(length: number): Uint8Array;
  nextCreationTime(): number;
}

/** Documents deleted or looked at in one go. */
const DOCUMENTS_PER_STEP = 500;
const STORAGE_TABLE = "_storage";

/** One import. */
export class Ingest {
  readonly #parts: IngestParts;
  readonly #request: IngestRequest;
  readonly #written = new Map<string, number>();
  readonly #dropped: string[] = [];
  #deleted = 0;

  constructor(parts: IngestParts, request: IngestRequest) {
    this.#parts = parts;
    this.#request = request;
  }

  /** See the file comment. */
  async run(batch: Batch): Promise<IngestReport> {
    const before = batch.catalog;
    const planned = planIngest(before, this.#request, (table) => batch.countOf(table.number));
    let catalog = before;
    for (const { existing } of planned) {
      if (existing === null) continue;
      await this.#clear(existing);
      catalog = catalog.without(existing.number);
    }
    for (const plan of planned) catalog = catalog.with(this.#make(plan));
    await this.#write(catalog);
    if (before.tables().some(({ name, number }) => catalog.named(name)?.number !== number))
      await this.#recheck(catalog, planned);
    for (const { number } of planned) batch.setCount(number, 0);
    for (const [name, written] of this.#written) {
      const number = catalog.named(name)?.number ?? 0;
      batch.setCount(number, batch.countOf(number) + written);
    }
    const names = new Set([...before.tables(), ...catalog.tables()].map(({ name }) => name));
    batch.commitEverything(
      catalog,
      [...names].map((name) => ({ indexKey: TABLES_INDEX_KEY, key: tableNameKey(name) })),
    );
    return { written: this.#written, deleted: this.#deleted, droppedContents: this.#dropped };
  }

  async #clear(table: TableInfo): Promise<void> {
    const { store } = this.#parts;
    for (let isMore = true; isMore; await nextTurn()) {
      const { rows, isLast } = store.own.page(table.byId.number, new Uint8Array(), DOCUMENTS_PER_STEP);
      this.#deleted += rows.length;
      if (table.name === STORAGE_TABLE)
        this.#dropped.push(...rows.map(({ json }) => String((JSON.parse(json) as JsonObject)["sha256"])));
      store.writer.deleteSomeDocuments(table.byId.number, rows.length);
      isMore = !isLast;
    }
    // Entries of the other indexes go later, some at a time between mutations.
    for (const index of table.indexes) store.writer.setIndexState(index.number, "dropping");
    store.writer.deleteTable(table.number);
  }

  #make({ name, number, existing }: PlannedTable): TableInfo {
    const { writer } = this.#parts.store;
    writer.insertTable(number, name);
    const own = existing?.indexes.filter((index) => index.name !== BY_ID && index.name !== BY_CREATION_TIME) ?? [];
    const wanted: [string, IndexDefinition][] = [
      [BY_ID, []],
      [BY_CREATION_TIME, []],
      ...own.map((index): [string, IndexDefinition] => [index.name, definitionOf(index)]),
    ];
    const indexes = wanted.map(([index, definition]) =>
      indexInfo({
        number: writer.insertIndex(number, index, definition, "ready"),
        name: index,
        ...readDefinition(definitionText(definition)),
      }),
    );
    return tableInfo({
      name,
      number,
      indexes,
      documentType: existing?.documentType ?? null,
      stagedIndexes: existing?.stagedIndexes ?? [],
    });
  }

  async #write(catalog: Catalog): Promise<void> {
    for (const page of this.#request.pages()) {
      for (const staged of page) {
        try {
          this.#insert(catalog, staged);
        } catch (error) {
          throw new Error(`${this.#request.placeOf(staged)}: ${messageOf(error)}`, { cause: error });
        }
        this.#written.set(staged.table, (this.#written.get(staged.table) ?? 0) + 1);
      }
      await nextTurn();
    }
  }

  #insert(catalog: Catalog, staged: StagedDocument): void {
    const { store, nowMs, randomBytes, nextCreationTime } = this.#parts;
    const table = catalog.named(staged.table);
    if (table === null) throw new Error(`table "${staged.table}" is not part of the import`);
    const internalId =
      (staged.id === null ? null : decodeId(staged.id)?.internalId) ?? newInternalId(randomBytes(14), nowMs());
    const id = staged.id ?? encodeId({ tableNumber: table.number, internalId });
    if (store.own.at(table.byId.number, encodeKey([id])) !== null)
      throw new Error(`a document with ID "${id}" exists already`);
    const document = makeDocument(
      table,
      id,
      staged.creationTime ?? nextCreationTime(),
      JSON.parse(staged.json),
      0n,
      catalog,
    );
    const doc = store.writer.insertDocument(table.number, document.size, document.json);
    for (const index of table.keptIndexes) {
      for (const key of documentKeys(index, document.value, internalId))
        store.writer.insertEntry(index.number, key, doc);
    }
  }

  /** A table that stayed may hold ids of a table that is now another one. */
  async #recheck(catalog: Catalog, planned: readonly PlannedTable[]): Promise<void> {
    const replaced = new Set(planned.map(({ name }) => name));
    for (const table of catalog.tables()) {
      if (table.isSystem || replaced.has(table.name) || table.documentType === null) continue;
      for (let lower: Uint8Array | null = new Uint8Array(); lower !== null; await nextTurn())
        lower = this.#recheckSome(catalog, table, lower);
    }
  }

  #recheckSome(catalog: Catalog, table: TableInfo, lower: Uint8Array): Uint8Array | null {
    const { rows, isLast } = this.#parts.store.own.page(table.byId.number, lower, DOCUMENTS_PER_STEP);
    for (const { json } of rows) {
      const document = JSON.parse(json) as JsonObject;
      const mismatch =
        table.documentType === null
          ? null
          : checkValidator(
              table.documentType,
              withoutSystemFields(document),
              idsWithin(componentOfTable(table.name), catalog),
            );
      if (mismatch !== null) {
        throw new Error(
          `The import would break table "${table.name}", which it does not replace: document "${String(document["_id"])}" would not match the schema any more: ${mismatch}`,
        );
      }
    }
    const last = rows.at(-1);
    return last === undefined || isLast ? null : afterKey(storedKey(table.byId, last.json));
  }
}
