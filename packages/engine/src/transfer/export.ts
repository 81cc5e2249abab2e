/**
 * Writes a snapshot ZIP as `npx convex export` does. Everything is pulled: a document is read when
 * the ZIP's reader has taken the one before, so memory does not grow with the data. The order of
 * entries and documents and the times of entries are fixed: equal data makes equal bytes.
 */

import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { dateOf } from "../lib/clock.ts";
import {
  documentsOf,
  folderSource,
  type ExportSource,
  type SourceTable,
} from "../transactions/import-export/export-source.ts";
import { componentOfTable, isSystemName, plainTable } from "../transactions/schema/names.ts";
import { exportText } from "../values/export-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import {
  FILES,
  STORAGE_TABLE,
  blobEntryName,
  hexOf,
  schemaEntryName,
  tableEntryName,
  listEntryName,
  storageEntryName,
} from "./layout.ts";

/** 2000-01-01: entries carry no time of their own. */
const ENTRY_TIME = dateOf(946_684_800_000);
const ENTRY = { mtime: ENTRY_TIME, mode: 0o100644, compressionLevel: 6 } as const;
/** Every table's documents are spelled by the rules of export-json.ts. */
const UNIFORM = '"uniform"\n';
const README = `This is a snapshot of the data of a Convex application.

_tables/documents.jsonl lists the tables, <table>/documents.jsonl holds their documents, one per line.
_components/<name>/ holds those of an installed component in the same way. _storage/ holds stored files. Import it with: npm run data -- import FILE, or npx convex import FILE.
`;

/** Writes the whole state to `out` and ends it. Rejects when `out` fails or a stored file is missing. */
export async function writeSnapshot(source: ExportSource, out: Writable): Promise<void> {
  const zip = new yazl.ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on("error", reject));
  const user = source.tables.filter(({ name }) => !isSystemName(name)).sort((a, b) => a.number - b.number);
  const storage = source.tables.find(({ name }) => name === STORAGE_TABLE);
  addText(zip, FILES.readme, README);
  const components = [
    ...new Set([
      ...user.map(({ name }) => componentOfTable(name)),
      ...(storage === undefined ? [] : ownersOf(source, storage)),
    ]),
  ]
    .filter((path) => path !== "")
    .sort();
  for (const component of ["", ...components]) {
    const own = user.filter(({ name }) => componentOfTable(name) === component);
    addText(
      zip,
      listEntryName(component),
      own.map(({ name, number }) => `${JSON.stringify({ name: plainTable(name), id: number })}\n`).join(""),
    );
  }
  for (const owner of ["", ...components])
    addLines(zip, storageEntryName(owner), storage === undefined ? [] : storageLines(source, storage, owner));
  for (const table of user) {
    addLines(zip, tableEntryName(table.name), linesOf(source, table, exportText));
    addText(zip, schemaEntryName(table.name), UNIFORM);
  }
  if (storage !== undefined) addBlobs(zip, source, storage);
  zip.end();
  // The types name the wide interface; it is a PassThrough.
  const bytes = zip.outputStream as Readable;
  try {
    await Promise.race([pipeline(bytes, out), failed]);
  } catch (error) {
    bytes.destroy();
    out.destroy();
    throw error;
  }
}

/** The same for a folder on disk, without claiming it: an engine may be running on it. */
export async function exportFolder(dataDir: string, out: Writable): Promise<void> {
  const source = folderSource(dataDir);
  try {
    await writeSnapshot(source, out);
  } finally {
    source.release();
  }
}

function addText(zip: yazl.ZipFile, name: string, text: string): void {
  zip.addBuffer(Buffer.from(text), name, ENTRY);
}

function addLines(zip: yazl.ZipFile, name: string, lines: Iterable<string>): void {
  zip.addReadStreamLazy(name, ENTRY, (take) => {
    const stream = Readable.from(lines, { objectMode: false });
    // A stream that fails does so after it was handed over; only the ZIP's error ends the export.
    stream.on("error", (error) => zip.emit("error", error));
    take(null, stream);
  });
}

function* linesOf(
  source: ExportSource,
  table: SourceTable,
  lineOf: (document: JsonObject) => string,
): Generator<string, void, void> {
  for (const documents of documentsOf(source, table))
    yield documents.map((document) => `${lineOf(document)}\n`).join("");
}

function ownerOf(document: JsonObject): string {
  return typeof document["owner"] === "string" ? document["owner"] : "";
}

/** The components that keep files. */
function ownersOf(source: ExportSource, storage: SourceTable): Set<string> {
  const owners = new Set<string>();
  for (const documents of documentsOf(source, storage)) for (const document of documents) owners.add(ownerOf(document));
  return owners;
}

function* storageLines(source: ExportSource, storage: SourceTable, owner: string): Generator<string, void, void> {
  for (const documents of documentsOf(source, storage)) {
    yield documents.flatMap((document) => (ownerOf(document) === owner ? [`${storageLine(document)}\n`] : [])).join("");
  }
}

/** The listing's lines are plain JSON: sizes are whole numbers, the creation time is a float. */
function storageLine(document: JsonObject): string {
  const { _id: id, _creationTime: creationTime, sha256, size, contentType = null, internalId = null } = document;
  const rest = JSON.stringify({ _id: id, contentType, internalId, sha256, size });
  return `{"_creationTime":${exportText(creationTime as Json)},${rest.slice(1)}`;
}

/** Names are gathered first, a page at a time: one small string per stored file is kept until its turn. */
function addBlobs(zip: yazl.ZipFile, source: ExportSource, storage: SourceTable): void {
  for (const documents of documentsOf(source, storage)) {
    for (const document of documents) {
      const { _id: id, contentType, sha256 } = document;
      const name = blobEntryName(String(id), typeof contentType === "string" ? contentType : null, ownerOf(document));
      const hash = hexOf(String(sha256));
      zip.addReadStreamLazy(name, ENTRY, (take) => {
        if (source.blobs.size(hash) === null) {
          return take(
            new Error(`The content of stored file ${String(id)} is missing from the data folder (${hash}).`),
            Readable.from([]),
          );
        }
        const stream = source.blobs.read(hash);
        stream.on("error", (error) => zip.emit("error", error));
        take(null, stream);
      });
    }
  }
}
