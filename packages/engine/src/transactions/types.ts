/**
 * The seam between the data half of the engine (values, storage, transactions, subscriptions)
 * and the running half (functions, session, scheduler, http).
 *
 * How it works. One process, one writer. `Committer.run` executes one mutation at a time on the writer connection;
 * several share one COMMIT (one disk sync), and none is acknowledged before that returned. Queries never see the open
 * batch: they read through a `Snapshot`, a reader connection holding a WAL read transaction at one commit timestamp.
 * Documents cross this seam as JSON text in Convex encoding, as they are stored: a page is built by joining.
 */

import type { BlobStore } from "../storage/blobs.ts";
import type { SharedDocument } from "../values/plain-document.ts";
import type { ExportSource } from "./import-export/export-source.ts";
import type { IngestReport, IngestRequest } from "./import-export/ingest-plan.ts";

/** A commit timestamp: nanoseconds since the epoch, strictly increasing. Zero before the first commit. */
export type Timestamp = bigint;

/** A document as JSON text in Convex encoding, system fields included. */
export type DocumentJson = string;

/** One half-open interval of an index: keys k with lower <= k < upper. `upper === null` is unbounded. */
export interface KeyRange {
  /** Which index of which table: opaque, stable while the table exists. */
  readonly indexKey: string;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  /** What was used of the documents inside; absent: all of them. */
  readonly used?: UsedFields | undefined;
}

/** Which top-level fields of documents a reader looked at, when it has ended. */
export interface UsedFields {
  readonly isWhole: boolean;
  readonly names: ReadonlySet<string>;
}

/** What a write changed of a document whose key stayed the same. */
export interface Change {
  /** Whether one of these fields is another one now. */
  concerns(used: UsedFields): boolean;
}

/** One index entry that a commit touched. Without a change: it came, went, or cannot be told. */
export interface WrittenKey {
  readonly indexKey: string;
  readonly key: Uint8Array;
  readonly change?: Change;
}

/** What a query depended on. Handed to the subscription index; grows while the query runs. */
export interface ReadSet {
  readonly ranges: readonly KeyRange[];
}

/** The keys one commit touched (old and new key of every index entry written), for invalidation. */
export interface WriteSet {
  readonly keys: readonly WrittenKey[];
  /** An import: too many keys to name, so that every query counts as touched. */
  readonly isEverything?: boolean;
}

/** `1.0/queryStream` argument, as the official client library sends it (source and operators). */
export type QueryJson = unknown;

/** Told by a read that goes on with its next step; the state it reads must be the same by then. */
export const PAUSE: unique symbol = Symbol("pause");

/** Work that yields wherever it can let others go on. */
export type Work<T> = Generator<void, T, void>;

/** An open cursor of `1.0/queryStream`. Reads are added to the transaction's read set as they are consumed. */
export interface QueryStream {
  /** The next document that passes the filters, or null at the end. */
  next(): DocumentJson | null;
  /** The same a step at a time: `PAUSE` wherever a long read can let others go on. */
  step(): DocumentJson | null | typeof PAUSE;
  close(): void;
}

/** Arguments of `1.0/queryPage` (facts: cursor and endCursor are this engine's own opaque strings). */
export interface PageRequest {
  readonly query: QueryJson;
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead?: number | null;
  readonly maximumBytesRead?: number | null;
}

export interface PageResult {
  readonly page: readonly DocumentJson[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** What one transaction used so far; `limits` holds the ceilings. Exceeding one throws with Convex's text. */
export interface TransactionUsage {
  bytesRead: number;
  bytesWritten: number;
  databaseQueries: number;
  documentsRead: number;
  documentsWritten: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

/** Which tables a call may address: the app's own (default) or `db.system` ones. */
export interface TableAccess {
  readonly isSystem: boolean;
  /** Where it will stand what of the documents read was used; not for queries that filter. */
  readonly used?: UsedFields | undefined;
}

/** Reads of one function execution at one timestamp. All methods throw plain Errors with Convex's message texts. */
export interface ReadTransaction {
  readonly ts: Timestamp;
  readonly reads: ReadSet;
  readonly usage: TransactionUsage;
  get(id: string, access: TableAccess & { readonly table?: string }): DocumentJson | null;
  openQuery(query: QueryJson, access: TableAccess): QueryStream;
  queryPage(request: PageRequest, access: TableAccess): PageResult;
  /** The same a step at a time. */
  pageSteps(request: PageRequest, access: TableAccess): Work<PageResult>;
  count(table: string): number;
  normalizeId(table: string, idString: string, access: TableAccess): string | null;
  /** The document of a text that others read at the same state, too; null for any other. */
  sharedDocument(text: DocumentJson): SharedDocument | null;
  /** The text of a list of such documents, made once for all who tell it. */
  sharedList(documents: readonly SharedDocument[]): string;
  /** The table an id belongs to as this transaction sees it; null when it is no id of any. */
  tableOfId(id: string): string | null;
}

/** Writes of one mutation. Reads see earlier writes of the same mutation, in index order. */
export interface WriteTransaction extends ReadTransaction {
  /** `valueJson`: the object as parsed Convex JSON, without system fields. Returns the new id. */
  insert(table: string, valueJson: unknown): string;
  /** Top-level `{$undefined:null}` deletes the field. */
  shallowMerge(id: string, valueJson: unknown, table?: string): DocumentJson;
  replace(id: string, valueJson: unknown, table?: string): DocumentJson;
  remove(id: string, table?: string): DocumentJson;
  /**
   * The same four for system tables (`_scheduled_functions`, `_storage`): engine use only, never reachable from a
   * function.
   */
  readonly system: SystemWrites;
  /**
   * Opens a nested transaction; exactly one of the two must be called, innermost first. Rolled-back reads stay in
   * `reads`.
   */
  savepoint(): { release(): void; rollback(): void };
}

export interface SystemWrites {
  insert(table: string, valueJson: unknown): string;
  shallowMerge(id: string, valueJson: unknown): void;
  remove(id: string): void;
}

/** A committed state pinned for reading. Several queries may share it; the last `release()` frees the connection. */
export interface Snapshot {
  readonly ts: Timestamp;
  /** A fresh transaction (own read set and usage) over this state. */
  begin(): ReadTransaction;
  retain(): void;
  release(): void;
}

/** What the sync session stores with a mutation so that a resend is answered, not run again. */
export interface SessionRequestKey {
  readonly sessionId: string;
  readonly requestId: number;
}

export interface RecordedResponse {
  readonly resultJson: string;
  readonly logLines: readonly string[];
  readonly ts: Timestamp;
}

export interface Commit {
  readonly ts: Timestamp;
  readonly writes: WriteSet;
}

export interface MutationOutcome<T> {
  readonly value: T;
  readonly ts: Timestamp;
}

/** The single writer. */
export interface Committer {
  /**
   * Runs `body` alone on the writer, in its own savepoint, after every mutation queued before it.
   * Resolves only when the commit holding it is on disk. If `body` rejects, its writes are gone and
   * the promise rejects with the same reason; other mutations of the batch are not affected.
   * A body that wrote nothing and is not recorded gets the timestamp it read at.
   * `recordAs` stores (sessionId, requestId) -> response in the same commit: `body` returns the value,
   * `recordAs.response(value)` gives what to record. If the key was recorded while this call waited
   * (a resend of a mutation still in the queue) the promise rejects with `AlreadyRecordedError`, whose
   * `response` is the recorded one, and `body` does not run.
   */
  run<T>(
    body: (tx: WriteTransaction) => Promise<T>,
    recordAs?: {
      readonly key: SessionRequestKey;
      response(value: T): { resultJson: string; logLines: readonly string[] };
    },
  ): Promise<MutationOutcome<T>>;
  /** A response recorded earlier for this key, if any. */
  recorded(key: SessionRequestKey): RecordedResponse | null;
  /**
   * Removes recorded responses older than this wall-clock time in ms, among the oldest `limit`. Returns how many; 0
   * while mutations are running.
   */
  forgetRecordedBefore(timeMs: number, limit: number): number;
  /** Called after each durable batch, in commit order, before the promises of `run` resolve. */
  onCommit(listener: (commits: readonly Commit[]) => void): () => void;
}

/** A key/value of the deployment itself (env vars hash, cron state, schema), changed only by the engine. */
export interface MetaStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** Contents of stored files, and whether anything still names them. */
export interface StoredFiles {
  readonly blobs: BlobStore;
  /** Whether a durable `_storage` document names this content (SHA-256 in hex). */
  isNamed(sha256: string): boolean;
}

/** A document found by a vector search, and the cosine of its vector with the one asked for. */
export interface VectorHit {
  readonly _id: string;
  readonly _score: number;
}

/** What vector searches may take. */
export interface VectorBounds {
  /** Vectors of an index that is searched. */
  readonly vectorsPerIndex: number;
  /** Bytes of all indexes in memory together. */
  readonly vectorBytes: number;
}

/** The data half of the engine, opened on one folder. */
export interface Database {
  readonly committer: Committer;
  readonly meta: MetaStore;
  /** Timestamp of the newest durable commit. */
  latestTs(): Timestamp;
  /** The newest durable state; reuses the open reader when nothing was committed since. */
  snapshot(): Snapshot;
  /**
   * Applies a schema (JSON of `schema.export()`): creates and backfills indexes, drops unused ones, checks
   * existing documents; rejects naming the document and field, and then changed nothing. Works in steps
   * between mutations: until it resolves, queries and writes go by the schema before. Runs after the one
   * asked for before it.
   */
  applySchema(schemaJson: unknown): Promise<void>;
  /**
   * The nearest neighbours of a vector in the newest durable state, best first, looked for in a thread of their own.
   * `query` is that of `1.0/actions/vectorSearch`. Rejects when the index holds too many vectors.
   */
  searchVectors(query: QueryJson, bounds: VectorBounds): Promise<readonly VectorHit[]>;
  /** The table an id belongs to, for `v.id()` in argument and result checks; null when it is no id of any table. */
  tableOfId(id: string): string | null;
  /**
   * Writes staged documents in one commit; rejects with the place of what is wrong, and then changed nothing. Queries
   * go on meanwhile, mutations wait.
   */
  ingest(request: IngestRequest): Promise<IngestReport>;
  /** The newest durable state, held for copying; stored files that are deleted meanwhile stay until it is released. */
  openExport(): ExportSource;
  /** Contents of stored files. */
  readonly files: StoredFiles;
  /** Where everything lies. */
  readonly folder: string;
  /** Names of the app's tables. */
  tableNames(): string[];
  /** Documents and tables of the app, and bytes on disk, for the Environment screen. */
  figures(): { readonly documents: number; readonly bytesOnDisk: number; readonly tables: number };
  /** Resolves when no thread copies the log into the file any more: closed after that, the database is one whole file. */
  endCopying(): Promise<void>;
  close(): void;
}

/** Finds stale queries: a commit in, the tokens of the read sets it touched out. */
export interface SubscriptionIndex<Token> {
  subscribe(token: Token, reads: ReadSet): void;
  unsubscribe(token: Token): void;
  /** Tokens whose read set contains a key of these writes. Each token at most once. */
  touchedBy(writes: WriteSet): Token[];
  readonly size: number;
}
