/** Snapshot ZIPs for tests: made of named texts, and made broken. Never shipped. */

import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import yazl from "yazl";
import { seededRandom } from "../lib/random.ts";
import type { Database } from "../transactions/types.ts";
import { encodeId } from "../values/ids.ts";
import { writeSnapshot } from "./export.ts";
import { importSnapshot, type ImportOptions, type ImportReport } from "./import.ts";

/** A folder of its own per test. */
export function testFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "transfer-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A ZIP with these entries, in this order. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

/** Replaces a text of the raw archive everywhere by another of the same length: what no ZIP writer would write. */
export function forged(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error("a forged name has the length of the real one");
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

/** The n-th id of a table. */
export function idOf(tableNumber: number, n: number): string {
  return encodeId({ tableNumber, internalId: seededRandom(n + 1).bytes(16) });
}

/** A `_tables` listing. */
export function tableList(tables: Readonly<Record<string, number>>): string {
  return Object.entries(tables)
    .map(([name, id]) => `${JSON.stringify({ name, id })}\n`)
    .join("");
}

/** Imports the bytes of a ZIP. */
export async function importZip(db: Database, zip: Buffer, options: ImportOptions = {}): Promise<ImportReport> {
  const folder = testFolder();
  try {
    const file = join(folder.path, "snapshot.zip");
    writeFileSync(file, zip);
    return await importSnapshot(db, file, options, (length) => seededRandom(7).bytes(length));
  } finally {
    folder.remove();
  }
}

/** The bytes of an export. */
export async function exportZip(db: Database): Promise<Buffer> {
  const folder = testFolder();
  const source = db.openExport();
  try {
    const file = join(folder.path, "snapshot.zip");
    await writeSnapshot(source, createWriteStream(file));
    return readFileSync(file);
  } finally {
    source.release();
    folder.remove();
  }
}
