/**
 * Reads a snapshot ZIP whole, before anything of it is written: every line is parsed and checked and
 * waits in the staging file, every stored file's content is on disk under its digest, claimed.
 */

import type { BlobClaim } from "../storage/blobs.ts";
import type { IngestTable } from "../transactions/import-export/ingest-plan.ts";
import { qualifiedTable } from "../transactions/schema/names.ts";
import { isIdentifier } from "../values/limits.ts";
import { ArchiveError, shownName, type Archive, type ArchiveEntry } from "./archive.ts";
import { roleOf, STORAGE_TABLE } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { at, objectOf, TableReader, type ReadTarget } from "./read-documents.ts";
import { StorageReader } from "./read-storage.ts";

/** What a ZIP was found to hold. Its documents are in the staging file. */
export interface ReadSnapshot {
  readonly tables: readonly IngestTable[];
  readonly entryOf: ReadonlyMap<string, string>;
  readonly claims: readonly BlobClaim[];
}

interface Contents {
  /** Lists of tables by component. */
  readonly tables: Map<string, ArchiveEntry>;
  /** Lists of stored files by component. */
  readonly storage: Map<string, ArchiveEntry>;
  readonly documents: Map<string, ArchiveEntry>;
  readonly schemas: Map<string, ArchiveEntry>;
  readonly blobs: { readonly id: string; readonly component: string; readonly entry: ArchiveEntry }[];
}

/** Nothing but this marker is understood; earlier exports described the shape of documents instead. */
const UNIFORM = '"uniform"';

function contentsOf(archive: Archive): Contents {
  const contents: Contents = {
    tables: new Map(),
    storage: new Map(),
    documents: new Map(),
    schemas: new Map(),
    blobs: [],
  };
  const once = (isTaken: boolean, what: string, entry: ArchiveEntry): ArchiveEntry => {
    if (isTaken) throw new ArchiveError(shownName(entry.name), `DuplicateTableName: the archive has ${what} twice`);
    return entry;
  };
  for (const entry of archive.entries) {
    const role = at("the archive", () => roleOf(entry.name));
    switch (role.kind) {
      case "tables":
        contents.tables.set(role.component, once(contents.tables.has(role.component), "the list of tables", entry));
        break;
      case "storage":
        contents.storage.set(
          role.component,
          once(contents.storage.has(role.component), "the list of stored files", entry),
        );
        break;
      case "documents":
        contents.documents.set(role.table, once(contents.documents.has(role.table), `table "${role.table}"`, entry));
        break;
      case "schema":
        contents.schemas.set(
          role.table,
          once(contents.schemas.has(role.table), `the schema of "${role.table}"`, entry),
        );
        break;
      case "blob":
        contents.blobs.push({ id: role.id, component: role.component, entry });
        break;
      case "ignored":
        break;
      default:
        role satisfies never;
    }
  }
  return contents;
}

/** Reads everything; throws `ArchiveError` naming entry and line. */
export async function readSnapshot(archive: Archive, target: ReadTarget): Promise<ReadSnapshot> {
  const contents = contentsOf(archive);
  const listed = new Map<string, number>();
  for (const [component, entry] of contents.tables) {
    for (const [table, number] of await readTableList(archive, entry))
      listed.set(qualifiedTable(component, table), number);
  }
  const tables = new Map<string, IngestTable>([...listed].map(([name, number]) => [name, { name, number }]));
  const entryOf = new Map<string, string>();
  for (const [table, entry] of contents.documents) {
    const plain = (await isUniform(archive, contents.schemas.get(table))) ? "int64" : "float64";
    const reader = new TableReader({
      table,
      entry: shownName(entry.name),
      staging: target.staging,
      plain,
      number: listed.get(table) ?? null,
    });
    for await (const lines of linesOf(shownName(entry.name), await archive.read(entry)))
      for (const line of lines) reader.take(line);
    tables.set(table, { name: table, number: reader.number });
    entryOf.set(table, shownName(entry.name));
  }
  checkNumbers(tables);
  const storage = new StorageReader(archive, target);
  for (const entry of contents.storage.values()) await storage.readListing(entry);
  for (const { id, component, entry } of contents.blobs) await storage.readBlob(id, component, entry);
  if (contents.storage.size > 0 || contents.blobs.length > 0) {
    tables.set(STORAGE_TABLE, { name: STORAGE_TABLE, number: storage.number });
    entryOf.set(STORAGE_TABLE, shownName(contents.storage.get("")?.name ?? STORAGE_TABLE));
  }
  return { tables: [...tables.values()], entryOf, claims: storage.claims };
}

async function readTableList(archive: Archive, entry: ArchiveEntry): Promise<Map<string, number>> {
  const listed = new Map<string, number>();
  const name = shownName(entry.name);
  for await (const lines of linesOf(name, await archive.read(entry))) {
    for (const line of lines) {
      at(`${name} line ${line.number}`, () => {
        const { name: table, id } = objectOf(line.text, "float64");
        if (typeof table !== "string" || !isIdentifier(table))
          throw new Error(`${JSON.stringify(table ?? null).slice(0, 80)} cannot be the name of a table of an app`);
        if (typeof id !== "number" || !Number.isInteger(id) || id < 1 || id >= 2 ** 32)
          throw new Error(`${JSON.stringify(id ?? null).slice(0, 80)} cannot be the number of a table`);
        if (listed.has(table)) throw new Error(`DuplicateTableName: table "${table}" is listed twice`);
        listed.set(table, id);
      });
    }
  }
  return listed;
}

function checkNumbers(tables: ReadonlyMap<string, IngestTable>): void {
  const holders = new Map<number, string>();
  for (const { name, number } of tables.values()) {
    if (number === null) continue;
    const holder = holders.get(number);
    if (holder !== undefined)
      throw new ArchiveError("the archive", `tables "${holder}" and "${name}" have the same number ${number}`);
    holders.set(number, name);
  }
}

async function isUniform(archive: Archive, entry: ArchiveEntry | undefined): Promise<boolean> {
  if (entry === undefined) return false;
  let isMarked = false;
  for await (const lines of linesOf(shownName(entry.name), await archive.read(entry))) {
    for (const { text, number } of lines) {
      if (text.trim() !== UNIFORM) {
        throw new ArchiveError(
          `${shownName(entry.name)} line ${number}`,
          'it describes the shape of the documents; only the marker "uniform" is understood. Export again with a newer version.',
        );
      }
      isMarked = true;
    }
  }
  return isMarked;
}
