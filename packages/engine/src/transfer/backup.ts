/** Backs a data folder up while it is in use, and tells whether a copy is whole. */

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyBlobs, copyDatabase } from "../storage/backup.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { openView } from "../storage/folder-view.ts";
import { filesOf } from "../storage/folder.ts";
import { documentsOf, folderSource, type ExportSource } from "../transactions/import-export/export-source.ts";
import { STORAGE_TABLE, hexOf } from "./layout.ts";

/** What a whole copy holds. */
export interface BackupReport {
  readonly tables: number;
  readonly documents: number;
  readonly files: number;
}

/** Copies everything to a new folder. `hold` keeps stored files that are deleted meanwhile. */
export async function backupFolder(
  from: { readonly folder: string; readonly blobs: BlobStore },
  to: string,
): Promise<void> {
  const letFilesGo = from.blobs.hold();
  try {
    mkdirSync(to, { recursive: true });
    await copyDatabase(filesOf(from.folder).database, filesOf(to).database);
    const copy = folderSource(to);
    try {
      await copyBlobs(from.blobs, new Set(contentsOf(copy)), to);
    } finally {
      copy.release();
    }
  } finally {
    letFilesGo();
  }
}

function* contentsOf(source: ExportSource): Generator<string, void, void> {
  const storage = source.tables.find(({ name }) => name === STORAGE_TABLE);
  if (storage === undefined) return;
  for (const documents of documentsOf(source, storage)) for (const { sha256 } of documents) yield hexOf(String(sha256));
}

/**
 * Opens a data folder, reads every page, every document and every stored file of it, and tells what
 * it holds; throws naming what is wrong.
 */
export async function checkFolder(folder: string): Promise<BackupReport> {
  const view = openView(folder);
  try {
    const problems = view.problems();
    if (problems.length > 0)
      throw new Error(`The database in ${folder} is damaged: ${problems.slice(0, 3).join("; ")}`);
  } finally {
    view.close();
  }
  const source = folderSource(folder);
  try {
    let documents = 0;
    for (const table of source.tables) for (const page of documentsOf(source, table)) documents += page.length;
    let files = 0;
    for (const name of new Set(contentsOf(source))) {
      await checkContent(source.blobs, name);
      files++;
    }
    return { tables: source.tables.length, documents, files };
  } finally {
    source.release();
  }
}

async function checkContent(blobs: BlobStore, name: string): Promise<void> {
  if (blobs.size(name) === null) throw new Error(`The stored file ${name} is missing.`);
  const hash = createHash("sha256");
  for await (const chunk of blobs.read(name)) hash.update(chunk as Uint8Array);
  if (hash.digest("hex") !== name) throw new Error(`The stored file ${name} is damaged.`);
}
