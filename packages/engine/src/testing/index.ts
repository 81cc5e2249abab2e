/** An engine for tests: in memory, on a clock that is moved by hand, reached by the official client. */

import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import type { Calls, GivenIdentity } from "../calls.ts";
import { createEngine } from "../engine.ts";
import { listen, type Listening } from "../http/listener.ts";
import { manualClock, type ManualClock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { Engine, EngineOptions } from "../options.ts";

export { manualClock, type ManualClock } from "../lib/clock.ts";
export { seededRandom } from "../lib/random.ts";
export { folderModules } from "./folder-modules.ts";

/** 2026-01-05, a Monday, noon UTC. */
const DEFAULT_NOW_MS = 1_767_614_400_000;

export interface TestEngineOptions extends Partial<Omit<EngineOptions, "clock">> {
  readonly modules: EngineOptions["modules"];
  /** Where the clock stands at the start, in milliseconds. */
  readonly now?: number;
  /** Use this clock instead of a new manual one. */
  readonly clock?: ManualClock;
}

export interface TestEngine {
  readonly engine: Engine;
  readonly clock: ManualClock;
  /** Calls in the name of a user; `subject` is all that is needed. */
  as(identity: GivenIdentity): Calls;
  /** Listens on a free port of the loopback interface. One listener, however often it is called. */
  serve(): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** The official client over a real WebSocket. `serve()` must have been called. */
  connect(): ConvexClient;
  /** Closes the clients, the listener and the engine. */
  close(): Promise<void>;
}

/** Makes a test engine. */
export async function createTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { now, clock = manualClock(now ?? DEFAULT_NOW_MS), ...rest } = options;
  const engine = await createEngine({ dataDir: ":memory:", logger: consoleWarnings, ...rest, clock });
  const clients = new Set<ConvexClient>();
  let listening: Listening | null = null;
  return {
    engine,
    clock,
    as: (identity) => engine.withIdentity(identity),
    serve: async () => (listening ??= await listen(engine, { port: 0, host: "127.0.0.1" })),
    connect() {
      if (listening === null) throw new Error("Call serve() before connect()");
      const client = connectClient(listening.url);
      clients.add(client);
      return client;
    },
    async close() {
      await Promise.all([...clients].map((client) => client.close()));
      await listening?.close();
      await engine.close();
    },
  };
}

/** The official client with the options a test needs. */
export function connectClient(url: string): ConvexClient {
  return new ConvexClient(url, {
    // The `ws` class has every member the client uses; its event types differ from the DOM's.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
}

const consoleWarnings: EngineLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => console.error(message, fields),
};
