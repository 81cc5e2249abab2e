/**
 * A data folder as a killed process left it, looked at without the engine: a copy, so that the engine
 * itself is the first to recover the original. Indexes are compared with what the documents say.
 */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readDefinition } from "../../src/storage/registry.ts";
import { documentKeys, internalIdOf } from "../../src/transactions/document.ts";
import { indexInfo, type IndexInfo } from "../../src/transactions/schema/catalog.ts";
import type { JsonObject } from "../../src/values/json.ts";

type Row = Record<string, unknown>;

export interface FolderCopy {
  /** Newest timestamp on disk. */
  readonly ts: bigint;
  readonly documents: ReadonlyMap<string, readonly Row[]>;
  /** Timestamps of recorded answers by `session request`. */
  readonly answers: ReadonlyMap<string, bigint>;
  /** Whatever of the file contradicts itself. */
  readonly faults: readonly string[];
}

/** Reads everything a data folder holds; null when it has no database yet. */
export function lookInto(dataDir: string): FolderCopy | null {
  const folder = mkdtempSync(join(tmpdir(), "crash-copy-"));
  try {
    cpSync(dataDir, folder, { recursive: true, filter: (path) => !path.endsWith("-shm") });
    const db = new DatabaseSync(join(folder, "engine.db"));
    try {
      const { user_version: layout } = db.prepare("PRAGMA user_version").get() as { user_version: number };
      return layout === 0 ? null : read(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(db: DatabaseSync): FolderCopy {
  const [integrity] = db
    .prepare("PRAGMA integrity_check")
    .all()
    .map((row) => Object.values(row)[0]);
  const faults = integrity === "ok" ? [] : [`integrity check: ${String(integrity)}`];
  const tables = db.prepare("SELECT number, name, documents FROM tables").all() as {
    number: number;
    name: string;
    documents: number;
  }[];
  const documents = new Map<string, Row[]>();
  for (const { number, name, documents: count } of tables) {
    const rows = db.prepare("SELECT doc, json FROM documents WHERE table_number = ? ORDER BY doc").all(number) as {
      doc: number;
      json: string;
    }[];
    documents.set(
      name,
      rows.map(({ json }) => JSON.parse(json) as Row),
    );
    if (rows.length !== count) faults.push(`${name} counts ${count} documents and has ${rows.length}`);
    faults.push(...indexFaults(db, number, name, rows));
  }
  const meta = db.prepare("SELECT value FROM meta WHERE key = 'engine.timeline'").get() as
    | { value: string }
    | undefined;
  const find = db.prepare("SELECT session || ' ' || request AS name, ts FROM session_requests");
  find.setReadBigInts(true);
  const answers = find.all() as unknown as { name: string; ts: bigint }[];
  return {
    ts: BigInt(meta?.value.split(" ")[0] ?? "0"),
    documents,
    answers: new Map(answers.map(({ name, ts }) => [name, ts])),
    faults,
  };
}

/** Builds every index of the table anew and compares. */
function indexFaults(
  db: DatabaseSync,
  table: number,
  tableName: string,
  rows: readonly { doc: number; json: string }[],
): string[] {
  const indexes = db
    .prepare("SELECT number, name, fields FROM indexes WHERE table_number = ? AND state = 'ready'")
    .all(table) as { number: number; name: string; fields: string }[];
  return indexes.flatMap(({ number, name, fields }) => {
    const info = indexInfo({ number, name, ...readDefinition(fields) });
    const built = rows
      .flatMap(({ doc, json }) => keysOf(info, json).map((key) => `${Buffer.from(key).toString("hex")} ${doc}`))
      .sort();
    const stored = db
      .prepare("SELECT hex(key) AS key, doc FROM entries WHERE index_number = ? ORDER BY key")
      .all(number) as { key: string; doc: number }[];
    const kept = stored.map(({ key, doc }) => `${key.toLowerCase()} ${doc}`).sort();
    return JSON.stringify(built) === JSON.stringify(kept)
      ? []
      : [`${tableName}.${name} has ${kept.length} entries that are not those of its ${built.length} documents`];
  });
}

function keysOf(info: IndexInfo, json: string): readonly Uint8Array[] {
  const document = JSON.parse(json) as JsonObject;
  return documentKeys(info, document, internalIdOf(document));
}
