/**
 * The composition root: parts are built bottom up, each knowing only those below it, and stopped in reverse.
 *
 *   http ── session ── functions ── transactions (Database)
 *             └── subscriptions        scheduler ── functions
 */
import { Authority } from "./auth/authority.ts";
import { directCalls } from "./direct.ts";
import { changedEnv, initialEnv } from "./environment.ts";
import type { FunctionHost } from "./functions/host.ts";
import { installGuards } from "./functions/guards.ts";
import { DEFAULT_LIMITS, type EngineLimits } from "./functions/limits.ts";
import { loadModules } from "./functions/load.ts";
import { EMPTY_DEPLOYMENT, type Deployment, type ModuleLoaders } from "./functions/registry.ts";
import { createRunner } from "./functions/runner.ts";
import { ExecutionWatch } from "./functions/watch.ts";
import { HttpApi } from "./http/fetch.ts";
import { SocketServer } from "./http/websocket.ts";
import { systemClock, type Clock } from "./lib/clock.ts";
import { silentLogger, type EngineLogger } from "./lib/log.ts";
import { systemRandom, type RandomSource } from "./lib/random.ts";
import type { Engine, EngineFigures, EngineOptions } from "./options.ts";
import { readRows, systemRange } from "./scheduler/context.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { QueryHub } from "./session/hub.ts";
import { RequestLedger } from "./session/ledger.ts";
import type { LiveQuery } from "./session/live-query.ts";
import { Pacer } from "./session/pacer.ts";
import { SyncServer } from "./session/sync-server.ts";
import { createSubscriptionIndex } from "./subscriptions/subscription-index.ts";
import { openDatabase } from "./transactions/database.ts";
import { DEFAULT_LIMITS as TRANSACTION_LIMITS, type TransactionLimits } from "./transactions/limits.ts";
import type { Database } from "./transactions/types.ts";

const DEFAULT_ORIGIN = "http://127.0.0.1:3210";
/** Counting further would cost a scan; operators need the order of magnitude. */
const MAX_PENDING_COUNTED = 10_000;

interface Settings {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  readonly limits: EngineLimits;
  readonly transactionLimits: TransactionLimits;
  readonly redactErrors: boolean;
  readonly instanceName: string;
}

/** What a deploy and setEnv replace. */
interface Current {
  loaders: ModuleLoaders;
  deployment: Deployment;
  env: Readonly<Record<string, string>>;
}

/** Opens the data folder, loads the modules, applies their schema and starts the scheduler. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  installGuards();
  const settings = settingsOf(options);
  const env = initialEnv(options.env ?? {}, options.origin ?? DEFAULT_ORIGIN);
  const current: Current = { loaders: options.modules, deployment: EMPTY_DEPLOYMENT, env };
  const deployment = await loadModules(options.modules, env, settings.clock);
  const { clock, random, logger, transactionLimits } = settings;
  const database = openDatabase({ dataDir: options.dataDir, clock, random, logger, limits: transactionLimits });
  try {
    const engine = assemble(database, settings, current, options.adminKey ?? null);
    await engine.takeOver(deployment, options.modules);
    await engine.start();
    return engine.door;
  } catch (error) {
    database.close();
    throw error;
  }
}

function settingsOf(options: EngineOptions): Settings {
  return {
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: options.logger ?? silentLogger,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    transactionLimits: { ...TRANSACTION_LIMITS, ...options.limits },
    redactErrors: options.redactErrors ?? false,
    instanceName: options.instanceName ?? "embedded",
  };
}

interface Assembled {
  readonly door: Engine;
  takeOver(deployment: Deployment, loaders: ModuleLoaders): Promise<void>;
  start(): Promise<void>;
}

function assemble(database: Database, settings: Settings, current: Current, adminKey: string | null): Assembled {
  const { clock, random, limits } = settings;
  const deployment = (): Deployment => current.deployment;
  const snapshot = (): ReturnType<Database["snapshot"]> => database.snapshot();
  const latestTs = (): bigint => database.latestTs();
  const { committer } = database;
  const watch = new ExecutionWatch(clock);
  const host: FunctionHost = {
    ...settings,
    watch,
    committer,
    ids: database,
    snapshot,
    deployment,
    env: () => current.env,
    onScheduled: (jobs) => scheduler.onScheduled(Math.min(...jobs.map(({ dueMs }) => dueMs))),
  };
  const runner = createRunner(host);
  const scheduler = new Scheduler({ ...settings, runner, committer, parallelism: limits.scheduledParallelism, deployment, snapshot });
  const authority = new Authority({ clock, adminKey });
  const hub = new QueryHub({ ...settings, runner, index: createSubscriptionIndex<LiveQuery>() });
  const sync = new SyncServer(
    {
      ...settings,
      runner,
      hub,
      ledger: new RequestLedger(runner, committer),
      pacer: new Pacer(),
      latestTs,
      snapshot,
      identify: async (request) => {
        if (request.tokenType === "None") return { kind: "none" };
        return request.tokenType === "User" ? await authority.user(request.value) : authority.admin(request.value, request.impersonating);
      },
    },
    limits.connections,
  );
  const http = new HttpApi({ ...settings, authority, runner, deployment, snapshot, latestTs });
  const sockets = new SocketServer({ sync, logger: settings.logger, maxMessageBytes: limits.messageBytes });
  const counted = { commits: 0 };
  committer.onCommit((commits) => {
    counted.commits += commits.length;
    hub.onCommits(commits);
  });
  const startedMs = clock.nowMs();

  const takeOver = async (next: Deployment, loaders: ModuleLoaders): Promise<void> => {
    await database.applySchema(next.schemaJson);
    current.deployment = next;
    current.loaders = loaders;
    authority.configure(next.providers);
    hub.invalidateAll();
    await scheduler.deploy(next.crons);
  };

  const figures = (): EngineFigures => ({
    ...database.figures(),
    connections: sync.connections,
    subscriptions: hub.size,
    executions: hub.executions,
    commits: counted.commits,
    latestTs: latestTs(),
    scheduledPending: readRows({ snapshot }, PENDING).length,
    uptimeMs: clock.nowMs() - startedMs,
  });

  const door: Engine = {
    ...directCalls({ runner, random, snapshot }),
    fetch: (request) => http.fetch(request),
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    deploy: async (modules) => await takeOver(await loadModules(modules, current.env, clock), modules),
    async setEnv(changes) {
      current.env = changedEnv(current.env, changes);
      const authModule = current.loaders["auth.config"];
      if (authModule !== undefined) {
        const { providers } = await loadModules({ "auth.config": authModule }, current.env, clock);
        authority.configure(providers);
      }
      hub.invalidateEnv(Object.keys(changes));
    },
    scheduler: { runDue: () => scheduler.runDue(), idle: () => scheduler.idle() },
    figures,
    async close() {
      sync.close();
      sockets.close();
      http.close();
      scheduler.close();
      // Behind every mutation that was asked for: those are still answered.
      await committer.run(async () => undefined);
      watch.stop();
      database.close();
    },
  };
  return { door, takeOver, start: () => scheduler.start() };
}

const PENDING = systemRange(
  "_scheduled_functions.by_state",
  [{ type: "Eq", fieldPath: "state.kind", value: "pending" }],
  MAX_PENDING_COUNTED,
);
