/** What the embedding process says, and what it gets. */

import type { IncomingMessage } from "node:http";
import type { Duplex, Writable } from "node:stream";
import type { AuthConfig, GenericDataModel, GenericSchema, SchemaDefinition } from "convex/server";
import type { Calls, GivenIdentity } from "./calls.ts";
import type { CallOrigin, RefusedCall } from "./functions/call.ts";
import type { EngineLimits } from "./functions/limits.ts";
import type { ComponentLoaders, ModuleLoaders } from "./functions/modules/registry.ts";
import type { Clock } from "./lib/clock.ts";
import type { EngineLogger } from "./lib/log.ts";
import type { RandomSource } from "./lib/random.ts";
import type { TransactionLimits } from "./transactions/limits.ts";
import type { BackupReport } from "./transfer/backup.ts";
import type { ImportOptions, ImportReport } from "./transfer/import.ts";

/** How to create an engine. */
export interface EngineOptions<
  Schema extends SchemaDefinition<GenericSchema, boolean> = SchemaDefinition<GenericSchema, boolean>,
> {
  /**
   * Loaders by path without extension relative to the functions folder: "requests/queries", "schema", "auth.config",
   * ...
   */
  readonly modules: ModuleLoaders;
  /** Modules of the components that "convex.config" installs, by the path of their definition. */
  readonly components?: ComponentLoaders;
  /** Instead of a module "schema"; inline functions are typed by it. */
  readonly schema?: Schema;
  /** Instead of a module "auth.config". */
  readonly auth?: AuthConfig;
  /** A folder, or ":memory:". */
  readonly dataDir: string;
  /** process.env as functions see it; CONVEX_CLOUD_URL and CONVEX_SITE_URL are added when absent. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where clients reach this engine; the default of CONVEX_CLOUD_URL. */
  readonly origin?: string;
  /** Opens /api/function and admin sockets. Without one they are closed. */
  readonly adminKey?: string;
  /** Production: errors show their request id only, log lines are not sent. */
  readonly redactErrors?: boolean;
  readonly instanceName?: string;
  /** Hands documents, arguments and results to functions as text, as the client library does: slower, else the same. */
  readonly isThroughText?: boolean;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  readonly logger?: EngineLogger;
  /** Told of every call from outside that an app function refused; what it does must not throw. */
  readonly onRefusedCall?: (refused: RefusedCall) => void;
  readonly limits?: Partial<EngineLimits & TransactionLimits>;
  /** Jobs and crons wait for `scheduler.start()`: what comes first is done before any of them runs. */
  readonly holdsJobs?: boolean;
}

/** Figures for an operator. */
export interface EngineFigures {
  readonly documents: number;
  readonly tables: number;
  readonly bytesOnDisk: number;
  readonly connections: number;
  readonly subscriptions: number;
  /** Query executions for subscribers since the start. */
  readonly executions: number;
  readonly commits: number;
  readonly latestTs: bigint;
  readonly scheduledPending: number;
  readonly uptimeMs: number;
}

/** A running engine. Several may run in one process, each on a folder of its own. */
// Without a schema documents are of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Engine<Model extends GenericDataModel = any> extends Calls<Model> {
  /** The same calls in the name of a user. */
  withIdentity(identity: GivenIdentity): Calls<Model>;
  /** The HTTP API. Never rejects. `origin` is what functions are told about who asks. */
  fetch(request: Request, origin?: CallOrigin): Promise<Response>;
  /**
   * Takes over an upgrade to the sync protocol; false when the path is another. `origin` as above, for all calls of the
   * socket.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin?: CallOrigin): boolean;
  /** New code: applies its schema, takes over its crons and providers, re-runs every live query. */
  deploy(modules: ModuleLoaders, components?: ComponentLoaders): Promise<void>;
  /** Changes variables (null removes); live queries that read one re-run, auth.config is read again. */
  setEnv(changes: Readonly<Record<string, string | null>>): Promise<void>;
  /** Live queries that read one of these variables run again: for state of the host that its functions show. */
  invalidate(names: readonly string[]): void;
  /** Names of the app's tables. */
  tableNames(): string[];
  readonly scheduler: {
    /** Begins to run jobs and crons, where they were held. */
    start(): Promise<void>;
    /** Runs what is due now, and what that makes due; resolves to how many were run. */
    runDue(): Promise<number>;
    /** Resolves when nothing runs and nothing is due. */
    idle(): Promise<void>;
  };
  /** Writes a snapshot ZIP of the newest state to `out` and ends it, while the engine serves. */
  exportSnapshot(out: Writable): Promise<void>;
  /** Copies the data folder as it is now to a new folder, while the engine serves, and checks that the copy opens. */
  backup(folder: string): Promise<BackupReport>;
  /**
   * Imports a snapshot ZIP: all of it, or nothing, naming the place of what is wrong. Mutations wait while it writes.
   */
  importSnapshot(file: string, options?: ImportOptions): Promise<ImportReport>;
  figures(): EngineFigures;
  close(): Promise<void>;
}
