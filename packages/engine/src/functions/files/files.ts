/**
 * Stored files as functions and uploads see them: a content on disk (storage/blobs.ts) and a
 * `_storage` document that names it.
 *
 *   keep:   content on disk, claimed -> document inserted -> commit -> claim released
 *   delete: document removed -> commit -> content removed if no other document names it
 *
 * A transaction notes both in its `FileEffects`; whoever ends the transaction hands them to `settle`,
 * however it ended. What a crash leaves in between is an unnamed content, swept at the next start.
 *
 * A file has two names: the id of its document, which apps store and pass around, and an internal
 * UUID, known only to whoever was given the URL: knowing an id must not open a file.
 */

import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Clock } from "../../lib/clock.ts";
import type { EngineLogger } from "../../lib/log.ts";
import type { RandomSource } from "../../lib/random.ts";
import type {
  Committer,
  MetaStore,
  ReadTransaction,
  Snapshot,
  StoredFiles,
  WriteTransaction,
} from "../../transactions/types.ts";
import { decodeId } from "../../values/ids.ts";
import { uuidOf } from "../globals/random.ts";
import { FileRefusal } from "./file-refusal.ts";
import { UploadTokens } from "./upload-tokens.ts";

/** A row of `_storage`. `sha256` is base64; `internalId` is kept from functions. */
export interface FileRow {
  readonly _id: string;
  readonly sha256: string;
  readonly size: number;
  readonly contentType?: string;
  readonly internalId: string;
  /** The component that keeps it; absent for the app. */
  readonly owner?: string;
}

/** A content on disk that stays there until it is released. */
export type BlobClaim = Awaited<ReturnType<StoredFiles["blobs"]["put"]>>;

/** What a transaction did to files, carried out or taken back after it ended. */
export interface FileEffects {
  readonly claims: BlobClaim[];
  /** Contents (hex) whose documents it removed. */
  readonly removed: string[];
}

/** A file to be kept. */
export interface NewFile {
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly contentType: string | null;
  /** SHA-256 the sender computed, hex or base64; null when it sent none. */
  readonly expectedSha256: string | null;
  readonly maxBytes: number;
  /** The component that keeps it; "" is the app. */
  readonly owner: string;
  /** Its internal UUID when that is decided already. */
  readonly uuid?: string | null;
}

export interface FileStoreOptions {
  readonly files: StoredFiles;
  readonly meta: MetaStore;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  /** Files one upload token is good for. */
  readonly filesPerToken: number;
  snapshot(): Snapshot;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** See the file comment. */
export class FileStore {
  readonly #options: FileStoreOptions;
  readonly uploadTokens: UploadTokens;

  constructor(options: FileStoreOptions) {
    this.#options = options;
    this.uploadTokens = new UploadTokens({ ...options, isThere: (uuid) => this.published(uuid) !== null });
  }

  /**
   * A component's file of this id or UUID; null when it has none. `operation` names the call in the message about an
   * unreadable one.
   */
  find(tx: ReadTransaction, storageId: string, operation: string, owner: string): FileRow | null {
    const row = this.#find(tx, storageId, operation);
    return row === null || (row.owner ?? "") !== owner ? null : row;
  }

  #find(tx: ReadTransaction, storageId: string, operation: string): FileRow | null {
    if (UUID.test(storageId)) return this.#findByUuid(tx, storageId);
    const id = tx.normalizeId("_storage", storageId, { isSystem: true });
    if (id === null)
      throw new Error(`Invalid argument \`storageId\` for \`storage.${operation}\`: ${whyNoFile(storageId)}`);
    const json = tx.get(id, { isSystem: true, table: "_storage" });
    return json === null ? null : (JSON.parse(json) as FileRow);
  }

  /** The file of a URL, by the newest state. */
  published(uuid: string): FileRow | null {
    const snapshot = this.#options.snapshot();
    try {
      return this.#findByUuid(snapshot.begin(), uuid);
    } finally {
      snapshot.release();
    }
  }

  /** The content, open; rejects when it is gone by now. */
  async open(row: FileRow, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const stream = this.#options.files.blobs.read(hexOf(row), range);
    await once(stream, "open");
    return stream;
  }

  /** The whole content. Functions hear of trouble with it, but not where it lies. */
  async contentOf(row: FileRow): Promise<Buffer<ArrayBuffer>> {
    try {
      return (await buffer(await this.open(row))) as Buffer<ArrayBuffer>;
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing) this.#options.logger.error("a stored content could not be read", { error: String(error) });
      throw new Error(`The content of the file ${isMissing ? "is missing" : "could not be read"}`, { cause: error });
    }
  }

  /** Puts a content on disk and claims it in `effects`. */
  async put(file: NewFile, effects: FileEffects): Promise<BlobClaim> {
    const claim = await this.#options.files.blobs.put(limited(file.content, file.maxBytes));
    effects.claims.push(claim);
    const expected = file.expectedSha256;
    const base64 = Buffer.from(claim.sha256, "hex").toString("base64");
    if (expected !== null && expected !== claim.sha256 && expected !== base64) {
      throw new FileRefusal("DigestMismatch", `The SHA-256 of the file is ${base64}, not ${expected}`);
    }
    return claim;
  }

  /** The document that names a claimed content; returns its id. */
  insert(
    tx: WriteTransaction,
    claim: BlobClaim,
    { contentType, owner, uuid = null }: Pick<NewFile, "contentType" | "owner" | "uuid">,
  ): string {
    const sha256 = Buffer.from(claim.sha256, "hex").toString("base64");
    const row = { sha256, size: claim.size, internalId: uuid ?? this.#newUuid(), ...(owner === "" ? {} : { owner }) };
    return tx.system.insert("_storage", contentType === null || contentType === "" ? row : { ...row, contentType });
  }

  remove(tx: WriteTransaction, row: FileRow, effects: FileEffects): void {
    tx.system.remove(row._id);
    effects.removed.push(hexOf(row));
  }

  /** Keeps a file in a transaction of its own. */
  async store(file: NewFile): Promise<string> {
    return await this.inOwnTransaction(async (effects) => {
      const claim = await this.put(file, effects);
      return (await this.#options.committer.run(async (tx) => this.insert(tx, claim, file))).value;
    });
  }

  /** Keeps a file that was sent with an upload token. */
  async receive(token: string, file: Omit<NewFile, "owner" | "uuid">): Promise<string> {
    const { owner, uuid, giveBack } = this.uploadTokens.take(token);
    try {
      return await this.store({ ...file, owner, uuid });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Runs work that ends in a commit, and settles what it did to files. */
  async inOwnTransaction<T>(work: (effects: FileEffects) => Promise<T>): Promise<T> {
    const effects: FileEffects = { claims: [], removed: [] };
    try {
      return await work(effects);
    } finally {
      this.settle(effects);
    }
  }

  /** Ends the claims of a transaction that committed or failed; contents nobody names go. */
  settle({ claims, removed }: FileEffects): void {
    if (claims.length === 0 && removed.length === 0) return;
    for (const claim of claims) claim.release();
    const { blobs, isNamed } = this.#options.files;
    for (const sha256 of new Set([...claims.map((claim) => claim.sha256), ...removed])) {
      try {
        blobs.remove(sha256, () => isNamed(sha256));
      } catch (error) {
        this.#options.logger.warn("a stored content nobody names is left for the next start", {
          sha256,
          error: String(error),
        });
      }
    }
  }

  #findByUuid(tx: ReadTransaction, uuid: string): FileRow | null {
    const range = [{ type: "Eq", fieldPath: "internalId", value: uuid }];
    const query = {
      source: { type: "IndexRange", indexName: "_storage.by_internal_id", range, order: "asc" },
      operators: [{ limit: 1 }],
    };
    const stream = tx.openQuery(query, { isSystem: true });
    const json = stream.next();
    stream.close();
    return json === null ? null : (JSON.parse(json) as FileRow);
  }

  #newUuid(): string {
    return uuidOf(this.#options.random.bytes(16));
  }
}

/** True for the internal name of a file, as its URL spells it. */
export function isFileUuid(text: string): boolean {
  return UUID.test(text);
}

/** The name of the row's content. */
export function hexOf(row: FileRow): string {
  return Buffer.from(row.sha256, "base64").toString("hex");
}

async function* limited(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new FileRefusal("FileTooLarge", `The file is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Why a text names no file, in the words of Convex. */
function whyNoFile(storageId: string): string {
  return decodeId(storageId) === null
    ? `Invalid storage ID: "${storageId}". Storage ID should be an Id of '_storage' table, or a UUID string.`
    : "Invalid storage ID. Storage ID cannot be an ID on any table other than '_storage'.";
}
