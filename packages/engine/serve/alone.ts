/**
 * The engine alone: one functions folder and one data folder behind one port.
 *
 *   request ── admin-api (npx convex) ── engine
 *   site port ── /http of the engine
 *
 * The ports are taken first, because the functions see the address; requests that come before the engine is
 * ready are turned away with 503, after which clients come back.
 */

import path from "node:path";
import { refusalResponse } from "../src/http/errors.ts";
import { listen, type Handler, type Listening } from "../src/http/listener.ts";
import { createEngine, type Engine, type EngineLogger, type ModuleLoaders } from "../src/index.ts";
import { adminApi } from "./admin-api.ts";
import { Code, type CodeVersion } from "./code.ts";
import { functionSpecs, type FunctionSpec } from "./function-spec.ts";
import { UsageError, type ServeOptions } from "./options.ts";
import { keptAdminKey, Variables, type EnvChanges } from "./settings.ts";
import { STATE_VARIABLE, systemModules } from "./system-functions.ts";
import { Transfers } from "./transfers.ts";

const HOST = "127.0.0.1";

/** A running server. */
export interface Alone {
  readonly url: string;
  readonly siteUrl: string;
  readonly adminKey: string;
  close(): Promise<void>;
}

/** Where what happens is told. */
export interface Voice {
  say(text: string): void;
  complain(text: string): void;
}

/** Starts serving. Rejects with what is wrong, and then nothing is left running. */
export async function startAlone(options: ServeOptions, voice: Voice): Promise<Alone> {
  const adminKey = options.adminKey ?? keptAdminKey(options.data);
  const variables = new Variables(options.data, options.envFile);
  const code = new Code(options.functions, path.join(options.data, "code"));
  const doors = new Doors();
  const served = new Served({ options, voice, code, variables, adminKey });
  try {
    const { url, siteUrl } = await doors.open(options);
    await served.start(await code.bundle(), { url, siteUrl });
    doors.lead(served.handler);
    const stopWatching = options.isWatching
      ? code.watch(
          () => served.redeploy(),
          (error) => voice.complain(`No longer watching: ${error.message}`),
        )
      : () => undefined;
    return {
      url,
      siteUrl,
      adminKey,
      close: async () => {
        stopWatching();
        await doors.close();
        await served.close();
        code.close();
      },
    };
  } catch (error) {
    await doors.close();
    await served.close();
    code.close();
    throw error;
  }
}

/** The ports, open before there is anybody to answer. */
class Doors {
  #inside: Handler | null = null;
  readonly #open: Listening[] = [];

  async open({ port, sitePort }: ServeOptions): Promise<{ url: string; siteUrl: string }> {
    const main = await this.#listen("--port", port, {
      fetch: (request, origin) => this.#fetch(request, origin),
      handleUpgrade: (...upgrade) => this.#inside?.handleUpgrade(...upgrade) ?? false,
    });
    if (sitePort === null) return { url: main.url, siteUrl: `${main.url}/http` };
    const site = await this.#listen("--site-port", sitePort, {
      fetch: (request, origin) => this.#fetch(underHttp(request), origin),
      handleUpgrade: () => false,
    });
    return { url: main.url, siteUrl: site.url };
  }

  /** From now on `handler` answers. */
  lead(handler: Handler): void {
    this.#inside = handler;
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map((listening) => listening.close()));
  }

  async #listen(option: string, port: number, handler: Handler): Promise<Listening> {
    try {
      const listening = await listen(handler, { port, host: HOST });
      this.#open.push(listening);
      return listening;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE")
        throw new UsageError(`Port ${port} is in use by another program. Choose another one with ${option}.`);
      if (code === "EACCES")
        throw new UsageError(`This account may not open port ${port}. Choose one above 1023 with ${option}.`);
      throw error;
    }
  }

  #fetch(...asked: Parameters<Handler["fetch"]>): Promise<Response> {
    return (
      this.#inside?.fetch(...asked) ??
      Promise.resolve(refusalResponse(503, "ServiceUnavailable", "The server is starting."))
    );
  }
}

/** The same request below /http, where the engine answers HTTP actions. */
function underHttp(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = `/http${url.pathname}`;
  return new Request(url, request);
}

interface ServedParts {
  readonly options: ServeOptions;
  readonly voice: Voice;
  readonly code: Code;
  readonly variables: Variables;
  readonly adminKey: string;
}

interface Running {
  readonly engine: Engine;
  readonly transfers: Transfers;
  readonly handler: Handler;
}

/** The engine and what is kept around it. */
class Served {
  readonly #parts: ServedParts;
  #running: Running | null = null;
  #functions: readonly FunctionSpec[] = [];
  /** The tables as they were last shown; null before anybody asked. */
  #tablesShown: string | null = null;
  /** Deploys and changes of variables, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: ServedParts) {
    this.#parts = parts;
  }

  get handler(): Handler {
    return this.#live().handler;
  }

  async start(version: CodeVersion, { url, siteUrl }: { url: string; siteUrl: string }): Promise<void> {
    const { options, variables, adminKey, voice, code } = this.#parts;
    const { modules, components } = version;
    const engine = await createEngine({
      modules: { ...modules, ...this.#system() },
      components,
      dataDir: path.join(options.data, "engine"),
      env: { ...variables.all(), CONVEX_SITE_URL: siteUrl },
      origin: url,
      adminKey,
      redactErrors: options.redactErrors,
      logger: loggerTo(voice),
    });
    const transfers = new Transfers(engine, path.join(options.data, "transfers"), {
      onChange: () => engine.invalidate([STATE_VARIABLE]),
      complain: (text) => voice.complain(text),
    });
    const admin = adminApi({
      adminKey,
      url,
      siteUrl,
      transfers,
      setVariables: (changes) => this.#inTurn(() => this.#setVariables(changes)),
    });
    const fetch: Handler["fetch"] = async (...asked) => (await admin(asked[0])) ?? (await engine.fetch(...asked));
    this.#running = {
      engine,
      transfers,
      handler: { fetch, handleUpgrade: (...upgrade) => this.#connect(() => engine.handleUpgrade(...upgrade)) },
    };
    code.runs(version);
    this.#functions = await functionSpecs(modules);
  }

  /** Deploys the folder as it is now; what does not deploy is told, and the code before goes on. */
  redeploy(): void {
    const { code, voice } = this.#parts;
    const told = this.#inTurn(async () => {
      await this.#deploy(await code.bundle());
    }).then(
      () => voice.say("Deployed."),
      (error: unknown) => voice.complain(`Not deployed, the code before goes on: ${explainError(error)}`),
    );
    void told;
  }

  async close(): Promise<void> {
    await this.#turn.catch(() => undefined);
    await this.#running?.engine.close();
  }

  async #deploy(version: CodeVersion): Promise<void> {
    const { modules, components } = version;
    await this.#live().engine.deploy({ ...modules, ...this.#system() }, components);
    this.#parts.code.runs(version);
    this.#functions = await functionSpecs(modules);
    this.#live().engine.invalidate([STATE_VARIABLE]);
  }

  /** Modules that read a variable as they load are evaluated again, so that all code sees the new ones. */
  async #setVariables(changes: EnvChanges): Promise<void> {
    const { code, variables } = this.#parts;
    const { engine } = this.#live();
    const before = variables.all();
    await engine.setEnv(changes);
    try {
      await this.#deploy(code.again());
      variables.keep(changes);
    } catch (error) {
      await engine.setEnv(Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null])));
      throw error;
    }
    engine.invalidate([STATE_VARIABLE]);
  }

  /** Tables come into being by writes, which no variable tells of: whoever connects sees the newest list. */
  #connect(upgrade: () => boolean): boolean {
    const { engine } = this.#live();
    if (this.#tablesShown !== null && this.#tablesShown !== engine.tableNames().join("\n"))
      engine.invalidate([STATE_VARIABLE]);
    return upgrade();
  }

  #system(): ModuleLoaders {
    return systemModules({
      variables: () => this.#parts.variables.all(),
      functions: () => this.#functions,
      latestExport: () => this.#live().transfers.latest,
      imports: () => this.#live().transfers.imports(),
      tables: () => {
        const names = this.#live().engine.tableNames();
        this.#tablesShown = names.join("\n");
        return names;
      },
    });
  }

  #live(): Running {
    if (this.#running === null) throw new Error("The server is starting.");
    return this.#running;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }
}

/** What went wrong, and where in the sources as far as a stack tells. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const place = cause instanceof Error ? /^\s+at .*$/m.exec(cause.stack ?? "")?.[0] : undefined;
  return place === undefined ? error.message : `${error.message}\n${place}`;
}

/** The engine's logger as lines of a terminal: what nobody has to know is left out. */
export function loggerTo(voice: Voice): EngineLogger {
  const text = (message: string, fields: Readonly<Record<string, unknown>> = {}): string =>
    Object.keys(fields).length === 0 ? message : `${message} ${JSON.stringify(fields)}`;
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (message, fields) => voice.complain(text(message, fields)),
    error: (message, fields) => voice.complain(text(message, fields)),
  };
}
