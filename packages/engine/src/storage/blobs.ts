/**
 * Contents of stored files, one file on disk per distinct content, named by its SHA-256. A file is
 * on disk, whole and synced, before the `_storage` document that names it is committed, and goes
 * only after the last document that names it is gone for good. In between a `BlobClaim` protects it:
 * two uploads of the same bytes share one file, and deleting one must not take it from the other.
 *
 *   put -> claim | commit of the document | claim.release()
 *   commit of the deletion | remove(hash, is any document left that names it?)
 *
 * What a crash leaves behind is a file nobody names: `sweep` finds it at the next start.
 */

import { createHash, randomBytes } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

const BLOB_NAME = /^[0-9a-f]{64}$/;
const INCOMING = "incoming";

/** A content on disk that stays there until the claim is released. */
export interface BlobClaim {
  /** SHA-256 in lowercase hex: the name of the content. */
  readonly sha256: string;
  readonly size: number;
  /** Ends the protection: the document was committed, or will never be. */
  release(): void;
}

/** Bytes `start` to `end` of a content, both inclusive. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

/** See the file comment. */
export class BlobStore {
  readonly #folder: string;
  readonly #claims = new Map<string, number>();
  /** Removals asked for while someone copies the whole store. */
  readonly #postponed = new Map<string, () => boolean>();
  #holds = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a content to disk. Throws when it is longer than `maxBytes`, and leaves nothing then. */
  async put(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes = Infinity): Promise<BlobClaim> {
    mkdirSync(join(this.#folder, INCOMING), { recursive: true });
    const incoming = join(this.#folder, INCOMING, randomBytes(12).toString("hex"));
    try {
      const { sha256, size } = await writeSynced(incoming, content, maxBytes);
      const claim = this.#claim(sha256, size);
      try {
        await this.#keep(incoming, sha256);
      } catch (error) {
        claim.release();
        throw error;
      }
      return claim;
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** Bytes of a content, or null when it is not there. */
  size(sha256: string): number | null {
    return statSync(this.path(sha256), { throwIfNoEntry: false })?.size ?? null;
  }

  /** The content, or a part of it. */
  read(sha256: string, range?: BlobRange): Readable {
    return createReadStream(this.path(sha256), range);
  }

  /** Where a content lies. */
  path(sha256: string): string {
    if (!BLOB_NAME.test(sha256)) throw new Error(`"${sha256}" is not the name of a stored content.`);
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }

  /** Deletes a content unless it is claimed or `isNamed` says that a document still names it. */
  remove(sha256: string, isNamed: () => boolean): void {
    if (this.#holds > 0) {
      this.#postponed.set(sha256, isNamed);
      return;
    }
    if (this.#claims.has(sha256) || isNamed()) return;
    rmSync(this.path(sha256), { force: true });
  }

  /** Postpones removals, so that a copy of one state finds every content of it. */
  hold(): () => void {
    this.#holds++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds--;
      if (this.#holds > 0) return;
      for (const [sha256, isNamed] of [...this.#postponed]) this.remove(sha256, isNamed);
      this.#postponed.clear();
    };
  }

  /** Names of all contents on disk. */
  names(): string[] {
    return foldersOf(this.#folder)
      .flatMap((folder) => readdirSync(join(this.#folder, folder)).filter((name) => BLOB_NAME.test(name)))
      .sort();
  }

  /** Deletes what a crash left behind; returns how many contents went. Only before anything is put. */
  sweep(isNamed: (sha256: string) => boolean): number {
    rmSync(join(this.#folder, INCOMING), { recursive: true, force: true });
    const orphans = this.names().filter((sha256) => !isNamed(sha256));
    for (const sha256 of orphans) rmSync(this.path(sha256), { force: true });
    return orphans.length;
  }

  #claim(sha256: string, size: number): BlobClaim {
    this.#claims.set(sha256, (this.#claims.get(sha256) ?? 0) + 1);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#claims.get(sha256) ?? 1) - 1;
      if (left > 0) this.#claims.set(sha256, left);
      else this.#claims.delete(sha256);
    };
    return { sha256, size, release };
  }

  async #keep(incoming: string, sha256: string): Promise<void> {
    const folder = join(this.#folder, sha256.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    // The same content again replaces a file by an equal one.
    await rename(incoming, this.path(sha256));
    await syncFolder(folder);
    await syncFolder(this.#folder);
  }
}

function foldersOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
  } catch {
    return [];
  }
}

async function writeSynced(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`The file is too large (maximum size ${maxBytes} bytes).`);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), size };
}

/** A rename is on disk once the folder that names the file is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
