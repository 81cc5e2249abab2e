/** Builds the parts of an engine bottom up; each knows only those below it. */

import { Authority } from "./auth/authority.ts";
import { Signer } from "./auth/signing.ts";
import { BlockingWatch } from "./functions/blocking.ts";
import { FileStore } from "./functions/files/files.ts";
import type { FunctionHost } from "./functions/host.ts";
import { ceilingsOf, type EngineLimits } from "./functions/limits.ts";
import type { Deployment, ModuleLoaders } from "./functions/modules/registry.ts";
import { createRunner } from "./functions/runner.ts";
import { ExecutionWatch } from "./functions/watch.ts";
import { HttpApi } from "./http/fetch.ts";
import { SocketServer } from "./http/websocket.ts";
import { AtOnce } from "./lib/at-once.ts";
import type { Clock } from "./lib/clock.ts";
import type { EngineLogger } from "./lib/log.ts";
import type { RandomSource } from "./lib/random.ts";
import { Spending } from "./lib/spending.ts";
import { Turns } from "./lib/turns.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { QueryHub } from "./session/hub.ts";
import { RequestLedger } from "./session/ledger.ts";
import type { LiveQuery } from "./session/live-query.ts";
import { Pacer } from "./session/pacer.ts";
import type { SessionServices } from "./session/services.ts";
import { SyncServer } from "./session/sync-server.ts";
import { createSubscriptionIndex } from "./subscriptions/subscription-index.ts";
import type { TransactionLimits } from "./transactions/limits.ts";
import type { Database } from "./transactions/types.ts";

/** Queries of actions that are run at once. */
const MAX_ACTION_READS = 24;
/** What one read of a socket brings at most: it may hold several messages. */
const SOCKET_CHUNK_BYTES = 64 * 1024;

/** Options with every default filled in. */
export interface Settings {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  readonly onRefusedCall: FunctionHost["onRefusedCall"];
  readonly limits: EngineLimits;
  readonly transactionLimits: TransactionLimits;
  readonly redactErrors: boolean;
  readonly instanceName: string;
  readonly isThroughText: boolean;
  readonly adminKey: string | null;
  readonly holdsJobs: boolean;
}

/** What a deploy and setEnv replace. */
export interface Current {
  loaders: ModuleLoaders;
  deployment: Deployment;
  env: Readonly<Record<string, string>>;
}

/** A running engine's parts. */
export interface Parts {
  readonly watch: ExecutionWatch;
  readonly blocking: BlockingWatch;
  readonly runner: ReturnType<typeof createRunner>;
  readonly scheduler: Scheduler;
  readonly authority: Authority;
  readonly hub: QueryHub;
  readonly sync: SyncServer;
  readonly sockets: SocketServer;
  readonly http: HttpApi;
}

/** Builds everything above an open database. */
export function buildParts(database: Database, settings: Settings, current: Current): Parts {
  const { clock, limits, logger, adminKey } = settings;
  const { committer } = database;
  const state = {
    deployment: () => current.deployment,
    snapshot: () => database.snapshot(),
    latestTs: () => database.latestTs(),
  };
  const files = new FileStore({
    ...settings,
    ...state,
    committer,
    files: database.files,
    meta: database.meta,
    filesPerToken: limits.filesPerUploadUrl,
  });
  const signer = new Signer(database.meta);
  const watch = new ExecutionWatch(clock);
  const blocking = new BlockingWatch(limits.blockedMs, logger, clock);
  const shared = { turns: new Turns(limits.sliceMs), anonymousSpending: new Spending(clock, limits.anonymousWorkMs) };
  const host: FunctionHost = {
    ...settings,
    ...state,
    ...shared,
    ceilings: ceilingsOf(limits, settings.transactionLimits),
    actionReads: new AtOnce(MAX_ACTION_READS),
    watch,
    blocking,
    committer,
    files,
    signer,
    ids: database,
    vectors: database,
    env: () => current.env,
    onScheduled: (jobs) => scheduler.onScheduled(Math.min(...jobs.map(({ dueMs }) => dueMs))),
  };
  const runner = createRunner(host);
  const scheduler = new Scheduler({
    ...settings,
    ...state,
    runner,
    committer,
    parallelism: limits.scheduledParallelism,
  });
  const authority = new Authority({ clock, adminKey, redactErrors: settings.redactErrors, logger });
  const hub = new QueryHub({ ...settings, ...shared, runner, index: createSubscriptionIndex<LiveQuery>() });
  const sessions: SessionServices = {
    ...settings,
    ...state,
    ...shared,
    runner,
    hub,
    ledger: new RequestLedger(runner),
    pacer: new Pacer(shared.turns),
    identify: async (request) => {
      if (request.tokenType === "None") return { kind: "none" };
      return request.tokenType === "User"
        ? await authority.user(request.value)
        : authority.admin(request.value, request.impersonating);
    },
  };
  const sync = new SyncServer(sessions, limits);
  const sockets = new SocketServer({
    sync,
    logger,
    maxMessageBytes: limits.messageBytes,
    maxAnonymousBytes: 2 * limits.anonymousMessageBytes + SOCKET_CHUNK_BYTES,
  });
  const http = new HttpApi({ ...settings, ...state, ...shared, authority, signer, runner, files });
  return { watch, blocking, runner, scheduler, authority, hub, sync, sockets, http };
}
