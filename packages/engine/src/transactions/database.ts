/** Opens a data folder and puts its parts together. */
import type { Clock } from "../lib/clock.ts";
import { silentLogger } from "../lib/log.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { RandomSource } from "../lib/random.ts";
import { Store } from "../storage/store.ts";
import { applySystemTables, applyTables, lacksSystemTables, loadCatalog } from "./apply-schema.ts";
import type { Batch } from "./batch.ts";
import { SerialCommitter } from "./committer.ts";
import type { CommittedState } from "./committer.ts";
import { CURSOR_SECRET_BYTES, CursorCodec } from "./cursors.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { TransactionLimits } from "./limits.ts";
import { readSchema } from "./schema.ts";
import { Snapshots } from "./snapshots.ts";
import { FIRST_USER_TABLE_NUMBER } from "./system-tables.ts";
import { Timeline } from "./timeline.ts";
import type { Database, MetaStore, Snapshot, Timestamp } from "./types.ts";

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
}

const SCHEMA = "engine.schema";
const CURSOR_SECRET = "engine.cursorSecret";
/** Keys of the host's own meta entries, apart from the engine's. */
const HOST_PREFIX = "host.";

class Meta implements MetaStore {
  readonly #values: Map<string, string>;
  readonly #store: Store;
  readonly #committer: SerialCommitter;
  readonly #logger: EngineLogger;

  constructor(values: Map<string, string>, store: Store, committer: SerialCommitter, logger: EngineLogger) {
    this.#values = values;
    this.#store = store;
    this.#committer = committer;
    this.#logger = logger;
  }

  get(key: string): string | null {
    return this.#values.get(HOST_PREFIX + key) ?? null;
  }

  set(key: string, value: string): void {
    const write = (): void => this.#store.writer.setMeta(HOST_PREFIX + key, value);
    if (this.#committer.isIdle) this.#committer.exclusivelyNow(write);
    else this.#committer.exclusively(write).catch((error: unknown) => this.#logger.error("a meta entry was not stored", { key, error }));
    this.#values.set(HOST_PREFIX + key, value);
  }
}

class EngineDatabase implements Database {
  readonly committer: SerialCommitter;
  readonly meta: MetaStore;
  readonly #store: Store;
  readonly #timeline: Timeline;
  readonly #committed: CommittedState;
  readonly #snapshots: Snapshots;
  /** Text of the schema in force. */
  #schemaText: string | undefined;

  constructor(options: DatabaseOptions, store: Store) {
    const { clock, random, logger = silentLogger } = options;
    const values = store.writer.allMeta();
    const stored = values.get(SCHEMA);
    this.#schemaText = stored;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const cursors = new CursorCodec(cursorSecret(store, values, random));
    this.#store = store;
    this.#timeline = new Timeline(values);
    this.#committed = { catalog: loadCatalog(store, stored === undefined ? [] : readSchema(stored)) };
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
    this.meta = new Meta(values, store, this.committer, logger);
    if (lacksSystemTables(this.#committed.catalog)) {
      this.committer.exclusivelyNow((batch) => batch.commit(applySystemTables(store, batch.catalog), []));
    }
    if (options.schemaJson !== undefined) this.committer.exclusivelyNow((batch) => this.#applyNow(batch, options.schemaJson));
  }

  latestTs(): Timestamp {
    return this.#timeline.durable;
  }

  snapshot(): Snapshot {
    return this.#snapshots.at(this.#timeline.durable, this.#committed.catalog);
  }

  tableOfId(id: string): string | null {
    return this.#committed.catalog.tableOfId(id);
  }

  applySchema(schemaJson: unknown): Promise<void> {
    return this.committer.exclusively((batch) => this.#applyNow(batch, schemaJson));
  }

  figures(): { readonly documents: number; readonly bytesOnDisk: number; readonly tables: number } {
    const tables = this.#store.writer.allTables().filter(({ number }) => number >= FIRST_USER_TABLE_NUMBER);
    return {
      documents: tables.reduce((sum, { documents }) => sum + documents, 0),
      tables: tables.length,
      bytesOnDisk: this.#store.bytesOnDisk,
    };
  }

  close(): void {
    this.committer.close();
    this.#snapshots.dropUnused();
    this.#store.close();
  }

  #applyNow(batch: Batch, schemaJson: unknown): void {
    const text = typeof schemaJson === "string" ? schemaJson : JSON.stringify(schemaJson ?? { tables: [], schemaValidation: true });
    // The same schema again: documents were checked and indexes built when it was applied.
    if (text === this.#schemaText) return;
    const { catalog, keys } = applyTables(this.#store, batch.catalog, readSchema(text));
    this.#store.writer.setMeta(SCHEMA, text);
    batch.commit(catalog, keys);
    this.#schemaText = text;
  }
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
  const store = Store.open(options.dataDir);
  try {
    return new EngineDatabase(options, store);
  } catch (error) {
    store.close();
    throw error;
  }
}
