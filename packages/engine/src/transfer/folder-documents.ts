/** Documents of a folder in the order of an index, for whoever checks data without running functions. */

import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { afterKey } from "../lib/bytes.ts";
import { openView, type FolderView } from "../storage/folder-view.ts";

/** Index entries read at a time: what such a reading holds in memory. */
const ENTRIES_PER_READ = 256;

/**
 * A table's documents as functions see them, in the order of one of its indexes: the newest committed
 * state, whether or not an engine runs on the folder. A table or an index that does not exist gives none.
 */
export function* documentsByIndex(
  dataDir: string,
  table: string,
  index: string,
): Generator<Record<string, Value>, void, void> {
  const view = openView(dataDir);
  try {
    const number = indexNumber(view, table, index);
    if (number !== null) yield* read(view, number);
  } finally {
    view.close();
  }
}

function indexNumber({ tables, indexes }: FolderView, table: string, index: string): number | null {
  const owner = tables.find(({ name }) => name === table);
  return (
    indexes.find(({ name, tableNumber, state }) => name === index && tableNumber === owner?.number && state === "ready")
      ?.number ?? null
  );
}

function* read({ reader }: FolderView, index: number): Generator<Record<string, Value>, void, void> {
  let lower: Uint8Array = new Uint8Array();
  for (;;) {
    const entries = reader.entries(index, lower, null, ENTRIES_PER_READ);
    for (const [, doc] of entries) {
      const stored = reader.document(doc);
      if (stored !== null) yield jsonToConvex(JSON.parse(stored.json) as JSONValue) as Record<string, Value>;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < ENTRIES_PER_READ) return;
    lower = afterKey(last[0]);
  }
}
