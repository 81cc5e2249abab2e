/**
 * The composition root: the parts are built bottom up and stopped in reverse.
 *
 *   http ── session ── functions ── transactions (Database)
 *             └── subscriptions        scheduler ── functions
 */

import type { Writable } from "node:stream";
import type { DataModelFromSchemaDefinition, GenericSchema, SchemaDefinition } from "convex/server";
import { directCalls } from "./direct.ts";
import { changedEnv, initialEnv } from "./environment.ts";
import { installGuards } from "./functions/globals/guards.ts";
import { DEFAULT_LIMITS } from "./functions/limits.ts";
import { loadModules } from "./functions/modules/load.ts";
import {
  EMPTY_DEPLOYMENT,
  type ComponentLoaders,
  type Deployment,
  type ModuleLoaders,
} from "./functions/modules/registry.ts";
import { systemClock } from "./lib/clock.ts";
import { silentLogger } from "./lib/log.ts";
import { systemRandom } from "./lib/random.ts";
import type { Engine, EngineFigures, EngineOptions } from "./options.ts";
import { buildParts, type Current, type Parts, type Settings } from "./parts.ts";
import { readRows, systemRange } from "./scheduler/context.ts";
import { checkCrons } from "./scheduler/crons.ts";
import { openDatabase } from "./transactions/database.ts";
import { DEFAULT_TRANSACTION_LIMITS } from "./transactions/limits.ts";
import type { Database } from "./transactions/types.ts";
import { backupFolder, checkFolder, type BackupReport } from "./transfer/backup.ts";
import { writeSnapshot } from "./transfer/export.ts";
import { importSnapshot, type ImportOptions, type ImportReport } from "./transfer/import.ts";

const DEFAULT_ORIGIN = "http://127.0.0.1:3210";
/** Counting further would cost a scan; operators need the order of magnitude. */
const MAX_PENDING_COUNTED = 10_000;
const IS_PENDING = { type: "Eq", fieldPath: "state.kind", value: "pending" };

/** Opens the data folder, loads the modules, applies their schema and starts the scheduler. */
export async function createEngine<Schema extends SchemaDefinition<GenericSchema, boolean>>(
  options: EngineOptions<Schema>,
): Promise<Engine<DataModelFromSchemaDefinition<Schema>>> {
  installGuards();
  const modules = { ...options.modules, ...given(options) };
  const settings = settingsOf(options);
  const env = initialEnv(options.env ?? {}, options.origin ?? DEFAULT_ORIGIN);
  const deployment = await loadModules(modules, { ...settings, env }, options.components);
  const { clock, random, logger, transactionLimits } = settings;
  const database = openDatabase({ dataDir: options.dataDir, clock, random, logger, limits: transactionLimits });
  try {
    const engine = new RunningEngine(database, settings, { loaders: {}, deployment: EMPTY_DEPLOYMENT, env });
    await engine.start(deployment, modules);
    return engine;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What stands in the options instead of in a module. */
function given({ schema, auth }: EngineOptions): ModuleLoaders {
  return {
    ...(schema === undefined ? {} : { schema: () => Promise.resolve({ default: schema }) }),
    ...(auth === undefined ? {} : { "auth.config": () => Promise.resolve({ default: auth }) }),
  };
}

function settingsOf(options: EngineOptions): Settings {
  return {
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: options.logger ?? silentLogger,
    onRefusedCall: options.onRefusedCall ?? (() => undefined),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    transactionLimits: { ...DEFAULT_TRANSACTION_LIMITS, ...options.limits },
    redactErrors: options.redactErrors ?? false,
    instanceName: options.instanceName ?? "embedded",
    isThroughText: options.isThroughText ?? false,
    adminKey: options.adminKey ?? null,
    holdsJobs: options.holdsJobs ?? false,
  };
}

class RunningEngine implements Engine {
  readonly query: Engine["query"];
  readonly mutation: Engine["mutation"];
  readonly action: Engine["action"];
  readonly run: Engine["run"];
  readonly withIdentity: Engine["withIdentity"];
  readonly scheduler: Engine["scheduler"];
  readonly #database: Database;
  readonly #settings: Settings;
  readonly #current: Current;
  readonly #parts: Parts;
  readonly #startedMs: number;
  #commits = 0;
  #imports: Promise<unknown> = Promise.resolve();

  constructor(database: Database, settings: Settings, current: Current) {
    this.#database = database;
    this.#settings = settings;
    this.#current = current;
    this.#parts = buildParts(database, settings, current);
    this.#startedMs = settings.clock.nowMs();
    const { runner, scheduler, hub } = this.#parts;
    const direct = { runner, random: settings.random, snapshot: () => database.snapshot() };
    const { query, mutation, action, run } = directCalls(direct);
    [this.query, this.mutation, this.action, this.run] = [query, mutation, action, run];
    this.withIdentity = (identity) => directCalls(direct, identity);
    this.scheduler = {
      start: () => scheduler.start(),
      runDue: () => scheduler.runDue(),
      idle: () => scheduler.idle(),
    };
    database.committer.onCommit((commits) => {
      this.#commits += commits.length;
      hub.onCommits(commits);
      if (commits.some(({ writes }) => writes.isEverything === true)) hub.invalidateAll();
    });
  }

  /** The first deploy; then jobs and crons begin to run, unless they are held. */
  async start(deployment: Deployment, loaders: ModuleLoaders): Promise<void> {
    await this.#takeOver(deployment, loaders);
    if (!this.#settings.holdsJobs) await this.#parts.scheduler.start();
  }

  fetch(...args: Parameters<Engine["fetch"]>): Promise<Response> {
    return this.#parts.http.fetch(...args);
  }

  handleUpgrade(...args: Parameters<Engine["handleUpgrade"]>): boolean {
    return this.#parts.sockets.handleUpgrade(...args);
  }

  async deploy(modules: ModuleLoaders, components?: ComponentLoaders): Promise<void> {
    await this.#takeOver(
      await loadModules(modules, { ...this.#settings, env: this.#current.env }, components),
      modules,
    );
  }

  async setEnv(changes: Readonly<Record<string, string | null>>): Promise<void> {
    const { authority, hub } = this.#parts;
    const env = changedEnv(this.#current.env, changes);
    const authModule = this.#current.loaders["auth.config"];
    if (authModule !== undefined) {
      const { providers } = await loadModules({ "auth.config": authModule }, { ...this.#settings, env });
      authority.configure(providers);
    }
    this.#current.env = env;
    hub.invalidateEnv(Object.keys(changes));
  }

  invalidate(names: readonly string[]): void {
    this.#parts.hub.invalidateEnv(names);
  }

  tableNames(): string[] {
    return this.#database.tableNames();
  }

  figures(): EngineFigures {
    const { sync, hub } = this.#parts;
    const pending = systemRange("_scheduled_functions.by_state", [IS_PENDING], MAX_PENDING_COUNTED);
    return {
      ...this.#database.figures(),
      connections: sync.connections,
      subscriptions: hub.size,
      executions: hub.executions,
      commits: this.#commits,
      latestTs: this.#database.latestTs(),
      scheduledPending: readRows({ snapshot: () => this.#database.snapshot() }, pending).length,
      uptimeMs: this.#settings.clock.nowMs() - this.#startedMs,
    };
  }

  async exportSnapshot(out: Writable): Promise<void> {
    const source = this.#database.openExport();
    try {
      await writeSnapshot(source, out);
    } finally {
      source.release();
    }
  }

  async backup(folder: string): Promise<BackupReport> {
    await backupFolder({ folder: this.#database.folder, blobs: this.#database.files.blobs }, folder);
    return await checkFolder(folder);
  }

  async importSnapshot(file: string, options: ImportOptions = {}): Promise<ImportReport> {
    const { random } = this.#settings;
    const turn = this.#imports
      .catch(() => undefined)
      .then(() => importSnapshot(this.#database, file, options, (length) => random.bytes(length)));
    this.#imports = turn;
    return await turn;
  }

  async close(): Promise<void> {
    const { sync, sockets, http, scheduler, watch, blocking } = this.#parts;
    sync.close();
    sockets.close();
    http.close();
    scheduler.close();
    await this.#imports.catch(() => undefined);
    // Behind every mutation that was asked for: those are still answered.
    await this.#database.committer.run(async () => undefined);
    watch.stop();
    blocking.stop();
    await this.#database.endCopying();
    this.#database.close();
  }

  async #takeOver(next: Deployment, loaders: ModuleLoaders): Promise<void> {
    const { authority, hub, scheduler } = this.#parts;
    checkCrons(next.crons);
    await this.#database.applySchema(next.schemaJson);
    this.#current.deployment = next;
    this.#current.loaders = loaders;
    authority.configure(next.providers);
    hub.invalidateAll();
    await scheduler.deploy(next.crons);
  }
}
