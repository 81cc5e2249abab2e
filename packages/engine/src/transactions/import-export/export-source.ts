/** One state of the data, held while it is written out: from a running engine or straight from a folder. */

import { present } from "../../lib/assert.ts";
import { afterKey } from "../../lib/bytes.ts";
import type { BlobStore } from "../../storage/blobs.ts";
import { openView } from "../../storage/folder-view.ts";
import type { Reader } from "../../storage/reader.ts";
import type { Store } from "../../storage/store.ts";
import type { JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import type { Catalog } from "../schema/catalog.ts";
import { BY_ID } from "../schema/names.ts";

/** A table as far as an export needs it. */
export interface SourceTable {
  readonly name: string;
  readonly number: number;
  readonly byIdIndex: number;
}

/** See the file comment. */
export interface ExportSource {
  readonly tables: readonly SourceTable[];
  readonly reader: Reader;
  readonly blobs: BlobStore;
  release(): void;
}

/** Documents read at a time at most. */
const DOCUMENTS_PER_READ = 256;

/** Documents of a table in the order of their ids, some at a time. */
export function* documentsOf(source: ExportSource, table: SourceTable): Generator<JsonObject[], void, void> {
  let lower: Uint8Array = new Uint8Array();
  for (;;) {
    const { rows, isLast } = source.reader.page(table.byIdIndex, lower, DOCUMENTS_PER_READ);
    const documents = rows.map(({ json }) => JSON.parse(json) as JsonObject);
    if (documents.length > 0) yield documents;
    const last = documents.at(-1);
    if (last === undefined || isLast) return;
    lower = afterKey(encodeKey([last["_id"] as string]));
  }
}

/** The newest committed state of an open store, whose tables `catalog` shows. */
export function storeSource(store: Store, catalog: Catalog): ExportSource {
  const pinned = store.pin();
  const letFilesGo = store.blobs.hold();
  let isHeld = true;
  return {
    tables: catalog.tables().map(({ name, number, byId }) => ({ name, number, byIdIndex: byId.number })),
    reader: pinned.reader,
    blobs: store.blobs,
    release() {
      if (!isHeld) return;
      isHeld = false;
      pinned.release();
      letFilesGo();
    },
  };
}

/** The newest committed state of a folder, whether or not an engine is running on it. */
export function folderSource(dataDir: string): ExportSource {
  const view = openView(dataDir);
  const byId = new Map(
    view.indexes
      .filter(({ name, state }) => name === BY_ID && state === "ready")
      .map((index) => [index.tableNumber, index.number]),
  );
  return {
    tables: view.tables.map(({ name, number }) => ({
      name,
      number,
      byIdIndex: present(byId.get(number), `table ${name} has ${BY_ID}`),
    })),
    reader: view.reader,
    blobs: view.blobs,
    release: () => view.close(),
  };
}
