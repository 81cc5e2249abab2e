/** Opens a data folder and puts its parts together. */

import { present } from "../lib/assert.ts";
import { afterPrefix } from "../lib/bytes.ts";
import { nextTurn } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { silentLogger } from "../lib/log.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { RandomSource } from "../lib/random.ts";
import { Store } from "../storage/store.ts";
import { encodeKey } from "../values/keys.ts";
import { SerialCommitter } from "./committer.ts";
import type { CommittedState } from "./committer.ts";
import { HostMeta } from "./host-meta.ts";
import { storeSource } from "./import-export/export-source.ts";
import type { ExportSource } from "./import-export/export-source.ts";
import type { IngestReport, IngestRequest } from "./import-export/ingest-plan.ts";
import { Ingest } from "./import-export/ingest.ts";
import { DEFAULT_TRANSACTION_LIMITS } from "./limits.ts";
import type { TransactionLimits } from "./limits.ts";
import { CURSOR_SECRET_BYTES, CursorCodec } from "./queries/cursors.ts";
import { hasIndexes, SchemaChange } from "./schema/apply.ts";
import type { SchemaStep } from "./schema/apply.ts";
import { Catalog, indexInfo, tableInfo } from "./schema/catalog.ts";
import { FIRST_USER_TABLE_NUMBER } from "./schema/names.ts";
import type { TableSchema } from "./schema/schema.ts";
import { SYSTEM_TABLES } from "./schema/system-tables.ts";
import { readSchemaText, textOf } from "./schema/text.ts";
import { Snapshots } from "./snapshots.ts";
import { Timeline } from "./timeline.ts";
import type { Database, MetaStore, Snapshot, StoredFiles, Timestamp, VectorBounds, VectorHit } from "./types.ts";
import { VectorSearches } from "./vectors/searches.ts";

/** How to open a database. */
export interface DatabaseOptions {
  /** A folder, or ":memory:" for one that is gone after `close`. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** JSON of `schema.export()`; without it the schema applied last stays. */
  readonly schemaJson?: unknown;
  readonly limits?: Partial<TransactionLimits>;
  readonly logger?: EngineLogger;
  /** Pages of 4 KiB the database may grow to; beyond, it behaves as on a full disk. */
  readonly maxPages?: number;
}

const SCHEMA = "engine.schema";
const SYSTEM_VERSION = "engine.systemTables";
const CURSOR_SECRET = "engine.cursorSecret";
/** Entries of a dropped index removed between two mutations. */
const DROPPED_PER_STEP = 2000;
class EngineDatabase implements Database {
  readonly committer: SerialCommitter;
  readonly meta: MetaStore;
  readonly files: StoredFiles;
  readonly #options: DatabaseOptions;
  readonly #store: Store;
  readonly #timeline: Timeline;
  readonly #committed: CommittedState;
  readonly #snapshots: Snapshots;
  readonly #vectors: VectorSearches;
  /** Text of the schema in force. */
  #schemaText: string | undefined;
  readonly #logger: EngineLogger;
  #schemaWork: Promise<void> = Promise.resolve();

  constructor(options: DatabaseOptions, store: Store) {
    const { clock, random, logger = silentLogger } = options;
    const values = store.writer.allMeta();
    const stored = values.get(SCHEMA);
    const limits = { ...DEFAULT_TRANSACTION_LIMITS, ...options.limits };
    const cursors = new CursorCodec(cursorSecret(store, values, random));
    this.#options = options;
    this.#store = store;
    this.files = { blobs: store.blobs, isNamed: (sha256) => this.#isNamed(sha256) };
    this.#timeline = new Timeline(values);
    const schema = stored === undefined ? [] : readSchemaText(stored);
    this.#committed = { catalog: loadCatalog(store, schema) };
    this.#schemaText = hasIndexes(this.#committed.catalog, schema) ? stored : undefined;
    this.#vectors = new VectorSearches(store, () => this.#committed.catalog);
    this.#snapshots = new Snapshots({ store, limits, cursors });
    this.committer = new SerialCommitter({
      store,
      clock,
      random,
      limits,
      cursors,
      timeline: this.#timeline,
      committed: this.#committed,
      beforeBatch: () => this.#snapshots.dropUnused(),
    });
    this.committer.onCommit((commits) => this.#vectors.noteCommits(commits));
    this.meta = new HostMeta(values, store, this.committer, logger);
    this.#logger = logger;
    this.#makeSystemTables(values);
    if (options.schemaJson !== undefined) this.#applyAtOnce(textOf(options.schemaJson));
    this.#dropLeftovers();
    store.blobs.sweep(this.files.isNamed);
  }

  get folder(): string {
    return this.#store.folder;
  }

  latestTs(): Timestamp {
    return this.#timeline.durable;
  }

  snapshot(): Snapshot {
    return this.#snapshots.at(this.#timeline.durable, this.#committed.catalog);
  }

  async searchVectors(query: unknown, bounds: VectorBounds): Promise<readonly VectorHit[]> {
    return await this.#vectors.search(query, bounds);
  }

  tableOfId(id: string): string | null {
    return this.#committed.catalog.tableOfId(id);
  }

  async applySchema(schemaJson: unknown): Promise<void> {
    const text = textOf(schemaJson);
    // One change at a time: the next one starts from what this one leaves.
    await this.#afterSchemaWork(() => this.#applyInSteps(text));
  }

  async ingest(request: IngestRequest): Promise<IngestReport> {
    const { clock, random } = this.#options;
    const parts = {
      store: this.#store,
      nowMs: () => clock.nowMs(),
      randomBytes: (length: number) => random.bytes(length),
      nextCreationTime: () => this.#timeline.nextCreationTime(clock.nowMs()),
    };
    let report: IngestReport | null = null;
    await this.#afterSchemaWork(() =>
      this.committer.alone(async (batch) => {
        report = await new Ingest(parts, request).run(batch);
      }),
    );
    this.#dropLeftovers();
    return present<IngestReport>(report, "an import that was committed has its report");
  }

  openExport(): ExportSource {
    return storeSource(this.#store, this.#committed.catalog);
  }

  /** Schemas and imports change tables one at a time. */
  async #afterSchemaWork(work: () => Promise<void>): Promise<void> {
    const done = this.#schemaWork.then(work);
    this.#schemaWork = done.catch(() => undefined);
    await done;
  }

  /** By a durable state: a deletion still under way may be taken back. */
  #isNamed(sha256: string): boolean {
    const index = this.#committed.catalog.named("_storage")?.indexes.find(({ name }) => name === "by_sha256");
    const lower = encodeKey([Buffer.from(sha256, "hex").toString("base64")]);
    const pinned = this.#store.pin();
    try {
      return index !== undefined && pinned.reader.scan(index.number, lower, afterPrefix(lower), "asc", 1).length > 0;
    } finally {
      pinned.release();
    }
  }

  tableNames(): string[] {
    return this.#store
      .registry()
      .tables.filter(({ number }) => number >= FIRST_USER_TABLE_NUMBER)
      .map(({ name }) => name);
  }

  figures(): { readonly documents: number; readonly bytesOnDisk: number; readonly tables: number } {
    const tables = this.#store.registry().tables.filter(({ number }) => number >= FIRST_USER_TABLE_NUMBER);
    return {
      documents: tables.reduce((sum, { documents }) => sum + documents, 0),
      tables: tables.length,
      bytesOnDisk: this.#store.bytesOnDisk,
    };
  }

  async endCopying(): Promise<void> {
    await this.#store.endCopying();
  }

  close(): void {
    this.committer.close();
    this.#snapshots.dropUnused();
    this.#vectors.close();
    this.#store.close();
  }

  /** In one transaction, while nobody can be waiting yet. */
  #applyAtOnce(text: string): void {
    if (text === this.#schemaText) return;
    const change = new SchemaChange(this.#store, readSchemaText(text));
    this.committer.exclusivelyNow((batch) => {
      for (const step of change.steps(() => this.#store.writer.setMeta(SCHEMA, text))) step(batch);
    });
    this.#schemaText = text;
  }

  async #applyInSteps(text: string): Promise<void> {
    // The same schema again: documents were checked and indexes built when it was applied.
    if (text === this.#schemaText) return;
    const change = new SchemaChange(this.#store, readSchemaText(text));
    try {
      await this.#run(change.steps(() => this.#store.writer.setMeta(SCHEMA, text)));
    } catch (error) {
      await this.committer.exclusively((batch) => change.undo(batch)).catch(() => undefined);
      throw error;
    } finally {
      this.#dropLeftovers();
    }
    this.#schemaText = text;
  }

  async #run(steps: Iterable<SchemaStep>): Promise<void> {
    for (const step of steps) {
      await this.committer.exclusively(step);
      await nextTurn();
    }
  }

  /** Makes or updates the engine's own tables when this version differs from the one that wrote the folder. */
  #makeSystemTables(meta: ReadonlyMap<string, string>): void {
    const version = JSON.stringify(SYSTEM_TABLES.map(({ name, indexes }) => [name, [...indexes]]));
    if (meta.get(SYSTEM_VERSION) === version) return;
    const change = new SchemaChange(this.#store, SYSTEM_TABLES, "system");
    this.committer.exclusivelyNow((batch) => {
      for (const step of change.steps(() => this.#store.writer.setMeta(SYSTEM_VERSION, version))) step(batch);
    });
  }

  /** Removes the entries of dropped indexes, a bounded number at a time between mutations. */
  #dropLeftovers(): void {
    const dropSome = async (): Promise<void> => {
      for (let isMore = true; isMore; await nextTurn()) {
        await this.committer.exclusively(() => {
          isMore = this.#store.writer.dropSomeEntries(DROPPED_PER_STEP);
        });
      }
    };
    if (this.#store.isClosed || !this.#store.writer.hasDroppedIndexes()) return;
    dropSome().catch(
      (error: unknown) =>
        this.#store.isClosed || this.#logger.warn("dropped indexes are cleared at the next start", { error }),
    );
  }
}

/** Tables and indexes as the file has them, held to the schema applied last. */
function loadCatalog(store: Store, schema: readonly TableSchema[]): Catalog {
  store.writer.dropUnfinishedIndexes();
  const { tables, indexes } = store.registry();
  const rows = Map.groupBy(
    indexes.filter(({ state }) => state === "ready"),
    ({ tableNumber }) => tableNumber,
  );
  const schemas = new Map(schema.map((table) => [table.name, table]));
  return new Catalog(
    tables.map(({ number, name }) => {
      const { documentType = null, stagedIndexes = [] } = schemas.get(name) ?? {};
      return tableInfo({
        number,
        name,
        documentType,
        stagedIndexes,
        indexes: (rows.get(number) ?? []).map(indexInfo),
      });
    }),
  );
}

function cursorSecret(store: Store, meta: ReadonlyMap<string, string>, random: RandomSource): Uint8Array {
  const stored = meta.get(CURSOR_SECRET);
  if (stored !== undefined) return Buffer.from(stored, "base64");
  const secret = random.bytes(CURSOR_SECRET_BYTES);
  store.writer.setMeta(CURSOR_SECRET, Buffer.from(secret).toString("base64"));
  return secret;
}

/** Opens the data half of an engine. Throws when the folder is in use or existing documents break the schema. */
export function openDatabase(options: DatabaseOptions): Database {
  const store = Store.open(options.dataDir, options.maxPages ?? null);
  try {
    return new EngineDatabase(options, store);
  } catch (error) {
    store.close();
    throw error;
  }
}
