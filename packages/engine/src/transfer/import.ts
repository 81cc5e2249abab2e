/**
 * Imports a snapshot ZIP in two steps: first it is read whole and every line checked, with nothing
 * of the data touched; then one commit writes it. Refused in either, nothing has changed.
 */

import type { BlobClaim } from "../storage/blobs.ts";
import { Staging } from "../storage/staging.ts";
import type { IngestMode } from "../transactions/import-export/ingest-plan.ts";
import type { Database } from "../transactions/types.ts";
import { Archive, ARCHIVE_LIMITS, type ArchiveLimits } from "./archive.ts";
import { hexOf } from "./layout.ts";
import { readSnapshot } from "./read-snapshot.ts";

/** How to import. */
export interface ImportOptions {
  /** What becomes of documents that are there; by default tables of the import must be empty. */
  readonly mode?: IngestMode;
  readonly limits?: Partial<ArchiveLimits>;
}

/** What an import did. */
export interface ImportReport {
  /** Documents written per table, by name. */
  readonly written: Readonly<Record<string, number>>;
  readonly deleted: number;
}

/** Documents written between two looks at the event loop. */
const DOCUMENTS_PER_PAGE = 256;

/** Imports one file; one at a time, which the caller sees to. */
export async function importSnapshot(
  database: Database,
  path: string,
  options: ImportOptions,
  randomBytes: (length: number) => Uint8Array,
): Promise<ImportReport> {
  const archive = await Archive.open(path, { ...ARCHIVE_LIMITS, ...options.limits });
  const claims: BlobClaim[] = [];
  const { blobs, isNamed } = database.files;
  let staging: Staging | null = null;
  try {
    const staged = (staging = new Staging(database.folder));
    const { tables, entryOf } = await readSnapshot(archive, {
      staging: staged,
      blobs,
      newStorageUuid: () => uuidOf(randomBytes(16)),
      onClaim: (claim) => claims.push(claim),
    });
    const report = await database.ingest({
      mode: options.mode ?? "requireEmpty",
      tables,
      pages: () => staged.pages(DOCUMENTS_PER_PAGE),
      placeOf: ({ table, line }) => `${entryOf.get(table) ?? table} line ${line}`,
    });
    for (const sha256 of report.droppedContents) blobs.remove(hexOf(sha256), () => isNamed(hexOf(sha256)));
    return { written: Object.fromEntries(report.written), deleted: report.deleted };
  } finally {
    archive.close();
    staging?.close();
    for (const claim of claims) {
      claim.release();
      blobs.remove(claim.sha256, () => isNamed(claim.sha256));
    }
  }
}

/** A version 4 UUID. */
function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes]
    .map((byte, i) =>
      (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, "0"),
    )
    .join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
