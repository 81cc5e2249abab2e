/** The embedded engine behind the backend port: in this process, its files in the data folder. */

import { createEngine, type Engine, type EngineLogger, type EngineOptions } from "@data-portal/engine";
import type { Log } from "../lib/log.ts";
import { answerOf } from "./answers.ts";
import type { Backend, BackendModules } from "./port.ts";

export interface EmbeddedOptions {
  readonly modules: BackendModules;
  /** A folder, or ":memory:". */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Clients get a request id instead of what a failed function said; the log has both. */
  readonly redactErrors: boolean;
  readonly onRefusedCall?: EngineOptions["onRefusedCall"];
  readonly limits?: EngineOptions["limits"];
  /** Jobs wait for `beginJobs`. */
  readonly holdsJobs?: boolean;
}

export async function createEmbeddedBackend(options: EmbeddedOptions): Promise<Backend & { readonly engine: Engine }> {
  const engine = await createEngine({
    modules: options.modules,
    dataDir: options.dataDir,
    env: { ...options.env },
    redactErrors: options.redactErrors,
    logger: engineLogger(options.log),
    onRefusedCall: options.onRefusedCall,
    limits: options.limits,
    holdsJobs: options.holdsJobs,
  });
  return {
    kind: "embedded",
    engine,
    browserUrl: null,
    query: (path, args = {}) => engine.query(path, args),
    mutation: (path, args = {}) => engine.mutation(path, args),
    action: (path, args = {}) => engine.action(path, args),
    queryAs: async (token, path, args = {}) => {
      const request = new Request("http://engine.internal/api/query", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ path, args, format: "json" }),
      });
      return answerOf(await engine.fetch(request), path);
    },
    fetch: (request, origin) => engine.fetch(request, origin),
    handleUpgrade: (request, socket, head, origin) => engine.handleUpgrade(request, socket, head, origin),
    figures: () => {
      const { documents, tables, connections, subscriptions, commits, scheduledPending, bytesOnDisk } =
        engine.figures();
      return { documents, tables, connections, subscriptions, commits, scheduledPending, bytesOnDisk };
    },
    beginJobs: () => engine.scheduler.start(),
    // A real question: it needs the functions, a snapshot and the file behind it.
    isReady: () =>
      engine.query("people/internal:superAdminExists").then(
        () => true,
        () => false,
      ),
    deploy: (modules) => engine.deploy(modules),
    backup: (folder) => engine.backup(folder),
    close: () => engine.close(),
  };
}

function engineLogger(log: Log): EngineLogger {
  return {
    debug: (message, fields = {}) => log.debug(fields, message),
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
    error: (message, fields = {}) => log.error(fields, message),
  };
}
