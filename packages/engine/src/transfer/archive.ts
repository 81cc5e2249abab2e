/**
 * Reads a ZIP that may be broken or made to do harm. Nothing is ever unpacked under a name the ZIP
 * chose. Before any content is read the whole listing is checked: names, duplicates, entries that
 * lie over each other, and how far the contents claim to expand; while a content is read its length
 * and checksum are held to what the listing says.
 */

import { Transform, type Readable } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { messageOf } from "../lib/message-of.ts";

/** Ceilings of an archive. Deflate reaches 1000:1 only with contents made for it, or with documents that are alike. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Contents up to this size may expand as far as they like. */
  readonly freeBytes: number;
  /** Larger ones at most this many times their packed size. */
  readonly expansion: number;
  /** Documents, which an engine exports as alike as they are. */
  readonly documentsExpansion: number;
}

const DOCUMENTS = "documents.jsonl";
/** What deflate makes of a content at best; beyond it a listing lies. */
const DEFLATE_AT_BEST = 1_032;

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 2_000_000,
  freeBytes: 256 * 1024 * 1024,
  expansion: 200,
  documentsExpansion: DEFLATE_AT_BEST,
};

/** What is wrong, and where in the archive. */
export class ArchiveError extends Error {
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
    this.name = "ArchiveError";
  }
}

/** One file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
}

const MAX_SHOWN_NAME = 200;
/** What stands in front of every packed content, besides its name. */
const LOCAL_HEADER_BYTES = 30;

/** A name as it may be shown: control characters made visible, cut. */
export function shownName(name: string): string {
  return JSON.stringify(name.slice(0, MAX_SHOWN_NAME)).slice(1, -1);
}

/** An open archive whose listing is in order. */
export class Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly #zip: yauzl.ZipFile;
  readonly #found: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, found: ReadonlyMap<string, yauzl.Entry>) {
    this.#zip = zip;
    this.#found = found;
    this.entries = [...found.values()].map(({ fileName, uncompressedSize }) => ({
      name: fileName,
      size: uncompressedSize,
    }));
  }

  static async open(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
    const zip = await yauzl
      .openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true })
      .catch((error: unknown) => {
        throw new ArchiveError(path, `it is no whole ZIP file (${messageOf(error)})`);
      });
    try {
      return new Archive(zip, await readListing(zip, path, limits));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** The content of an entry; the stream fails when length or checksum are not those of the listing. */
  async read({ name }: ArchiveEntry): Promise<Readable> {
    const entry = this.#found.get(name);
    if (entry === undefined) throw new ArchiveError(shownName(name), "there is no such entry");
    const content = await this.#zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw new ArchiveError(shownName(name), messageOf(error));
    });
    const checked = checksum(entry);
    content.on("error", (error) => checked.destroy(new ArchiveError(shownName(name), messageOf(error))));
    checked.on("close", () => content.destroy());
    return content.pipe(checked);
  }

  close(): void {
    this.#zip.close();
  }
}

async function readListing(zip: yauzl.ZipFile, path: string, limits: ArchiveLimits): Promise<Map<string, yauzl.Entry>> {
  const found = new Map<string, yauzl.Entry>();
  if (zip.entryCount > limits.entries)
    throw new ArchiveError(path, `it lists ${zip.entryCount} entries, more than ${limits.entries}`);
  const unpacked = new Map<number, number>();
  const entries = zip.eachEntry();
  for (;;) {
    // A listing that breaks off, or a name that leads out of the archive, is reported by the reader with the name.
    const step = await entries.next().catch((error: unknown) => {
      throw new ArchiveError(path, messageOf(error));
    });
    if (step.done === true) break;
    const entry = step.value;
    checkEntry(entry, limits);
    if (found.has(entry.fileName))
      throw new ArchiveError(shownName(entry.fileName), "the archive has two entries of this name");
    found.set(entry.fileName, entry);
    const expansion = expansionOf(entry, limits);
    unpacked.set(expansion, (unpacked.get(expansion) ?? 0) + entry.uncompressedSize);
  }
  checkOverlap([...found.values()]);
  for (const [expansion, bytes] of unpacked) {
    if (bytes > limits.freeBytes && bytes > zip.fileSize * expansion)
      throw new ArchiveError(path, `it would expand to ${bytes} bytes, more than ${expansion} times its size`);
  }
  return found;
}

/** The trick of the densest bombs: many entries that share one packed content. */
function checkOverlap(entries: yauzl.Entry[]): void {
  let end = 0;
  for (const entry of entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new ArchiveError(shownName(entry.fileName), "it lies over another entry of the archive");
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

function expansionOf({ fileName }: yauzl.Entry, { expansion, documentsExpansion }: ArchiveLimits): number {
  return fileName === DOCUMENTS || fileName.endsWith(`/${DOCUMENTS}`) ? documentsExpansion : expansion;
}

function checkEntry(entry: yauzl.Entry, limits: ArchiveLimits): void {
  const place = shownName(entry.fileName);
  if (entry.fileName.split("/").includes("..") || entry.fileName.startsWith("/") || entry.fileName.includes("\0")) {
    throw new ArchiveError(place, "the name leads out of the archive");
  }
  if (entry.isEncrypted()) throw new ArchiveError(place, "it is encrypted");
  if (!entry.canDecodeFileData())
    throw new ArchiveError(place, `it is packed by method ${entry.compressionMethod}, which cannot be read`);
  const expansion = expansionOf(entry, limits);
  if (entry.uncompressedSize > limits.freeBytes && entry.uncompressedSize > entry.compressedSize * expansion) {
    throw new ArchiveError(
      place,
      `it would expand to ${entry.uncompressedSize} bytes, more than ${expansion} times its packed size`,
    );
  }
}

function checksum(entry: yauzl.Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(
        sum === entry.crc32
          ? null
          : new ArchiveError(shownName(entry.fileName), "the checksum does not match: the file is damaged"),
      );
    },
  });
}
