/**
 * A local Snowflake: an HTTP server on a loopback port that speaks the public SQL API v2 and the typed user API over an
 * account in memory. It refuses what Snowflake refuses, so that a wrong connector fails here first.
 *
 * It holds no data and runs no queries besides what the portal reads; its SQL is a closed list (sql/parse.ts).
 */

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Account } from "./account/model.ts";
import { accountOf, type Seed } from "./account/seed.ts";
import { authenticate } from "./http/auth.ts";
import { type Failure, Failures } from "./http/failures.ts";
import { type Call, objectOf, type Reply } from "./http/reply.ts";
import { sessionOf } from "./http/session.ts";
import { Statements } from "./http/statements.ts";
import { answerUsers, note, userProblem } from "./http/users.ts";
import { Problem, problems } from "./problem.ts";
import { Cursor } from "./sql/cursor.ts";
import { loadAccount, saveAccount } from "./store.ts";

const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Options of startSnowflakeSandbox. */
export interface SandboxOptions {
  /** A free one when absent. */
  readonly port?: number;
  readonly seed?: Seed;
  /** Where the account is kept after every change. What it holds at the start goes before the seed. */
  readonly dataFile?: string;
  /** How long every answer is held back, for demos. */
  readonly latencyMs?: number;
  readonly now?: () => number;
  /** How long statements take by the sandbox's clock; over 45 s they answer 202. */
  readonly durationMs?: (statement: string) => number;
  readonly rowsPerPartition?: number;
  readonly maxRows?: number;
  /** The typed API answers 202 first and has its result at another place. */
  readonly hasSlowUserApi?: boolean;
}

/** A running sandbox. */
export interface SnowflakeSandbox {
  readonly url: string;
  /** The account as it is now; another object after `reset`. */
  readonly account: Account;
  /** "ORG-ACCOUNT", as tokens name it. */
  readonly accountName: string;
  /** Makes a later call fail. */
  fail(failure: Failure): void;
  /** Failures that have not met their call yet. */
  waitingFailures(): number;
  /** Statements and calls that changed the account, in order. */
  changes(): string[];
  /** Whether the account came from the data file, and not from the seed. */
  readonly wasKept: boolean;
  /** Back to the seed, or to another one from now on. */
  reset(seed?: Seed): void;
  close(): Promise<void>;
}

interface World {
  options: SandboxOptions;
  readonly now: () => number;
  readonly failures: Failures;
  account: Account;
  statements: Statements;
  results: Map<string, { reply: Reply; polls: number }>;
}

/** Starts a sandbox on the loopback address. */
export async function startSnowflakeSandbox(options: SandboxOptions = {}): Promise<SnowflakeSandbox> {
  const now = options.now ?? Date.now;
  const kept = options.dataFile === undefined ? null : loadAccount(options.dataFile);
  const world: World = {
    options,
    now,
    failures: new Failures(),
    ...(kept === null ? newWorld(options, now) : worldOf(kept, options, now)),
  };
  const server = createServer((request, response) => void serve(world, request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is one
  return {
    url: `http://127.0.0.1:${port}`,
    get account() {
      return world.account;
    },
    get accountName() {
      return `${world.account.organization}-${world.account.name}`;
    },
    fail: (failure) => world.failures.add(failure),
    waitingFailures: () => world.failures.count,
    changes: () =>
      world.account.journal
        .filter(({ isChange, errorCode }) => isChange && errorCode === null)
        .map(({ statement }) => statement),
    wasKept: kept !== null,
    reset(seed) {
      world.failures.clear();
      if (seed !== undefined) world.options = { ...world.options, seed };
      Object.assign(world, newWorld(world.options, now));
      keep(world);
    },
    close: () => close(server),
  };
}

function keep({ options: { dataFile }, account }: World): void {
  if (dataFile !== undefined) saveAccount(dataFile, account);
}

type Made = Pick<World, "account" | "statements" | "results">;

/** An account made from the seed, after everything that was done in it before. */
function newWorld(options: SandboxOptions, now: () => number): Made {
  const made = worldOf(accountOf(options.seed ?? {}, now()), options, now);
  for (const done of options.seed?.statements ?? []) made.statements.runInThePast(done);
  return made;
}

function worldOf(account: Account, options: SandboxOptions, now: () => number): Made {
  const statements = new Statements(account, {
    now,
    durationMs: options.durationMs ?? (() => 0),
    rowsPerPartition: options.rowsPerPartition ?? 1000,
    maxRows: options.maxRows ?? 100_000,
  });
  return { account, statements, results: new Map() };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(
    (resolve, reject) => void server.close((error) => (error === undefined ? resolve() : reject(error))),
  );
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const call = await readCall(request);
    if (world.options.latencyMs !== undefined)
      await new Promise((resolve) => void setTimeout(resolve, world.options.latencyMs));
    const failure = world.failures.take(call);
    if (failure?.kind === "wait") while (!failure.until()) await setImmediate();
    if (failure?.kind === "hang") return;
    if (failure?.kind === "drop-connection") return void request.socket.destroy();
    if (failure?.kind === "html")
      return send(world, response, { status: failure.status, body: "<html><body><h1>Bad gateway</h1></body></html>" });
    if (failure?.kind === "status") {
      const headers: Record<string, string> =
        failure.retryAfter === undefined ? {} : { "retry-after": failure.retryAfter };
      return send(world, response, {
        status: failure.status,
        body: { code: failure.code ?? "", message: "On demand" },
        headers,
      });
    }
    const seen = world.account.journal.length;
    const reply = answer(
      world,
      failure?.kind === "pretend"
        ? { ...call, body: JSON.stringify({ ...objectOf(call.body), statement: "SELECT CURRENT_ROLE()" }) }
        : call,
    );
    if (world.account.journal.slice(seen).some(({ isChange, errorCode }) => isChange && errorCode === null))
      keep(world);
    if (failure?.kind === "hold-response") return;
    if (failure?.kind === "lose-response") return void request.socket.destroy();
    if (failure?.kind === "cut-off")
      return void response
        .writeHead(reply.status, { "content-type": "application/json" })
        .end(JSON.stringify(reply.body).slice(0, 20));
    send(world, response, reply);
  } catch (error) {
    send(world, response, { status: 500, body: { code: "000603", message: `The sandbox failed: ${String(error)}` } });
  }
}

function answer(world: World, call: Call): Reply {
  const isUserApi = call.path === "/api/v2/users" || call.path.startsWith("/api/v2/users/");
  try {
    world.statements.settle();
    if (call.headers["user-agent"] === undefined)
      throw new Problem("391903", "08001", "The User-Agent header is missing.", 400);
    const caller = authenticate(world.account, String(call.headers["authorization"] ?? ""), world.now());
    if (isUserApi) return answerUserApi(world, call, caller);
    const [, , , resource, id, action] = call.path.split("/");
    if (resource === "results" && id !== undefined && call.method === "GET") return answerResult(world, id);
    if (resource !== "statements") return { status: 404, body: { code: "390404", message: "Not found" } };
    if (id === undefined && call.method === "POST") return world.statements.submit(caller, call);
    if (id !== undefined && action === undefined && call.method === "GET")
      return world.statements.poll(caller, id, call.query.get("partition"));
    if (id !== undefined && action === "cancel" && call.method === "POST") return world.statements.cancel(caller, id);
    return { status: 405, body: { code: "390405", message: "Method not allowed" } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isUserApi) return userProblem(error);
    return {
      status: error.status,
      body: { code: error.code, sqlState: error.sqlState, message: error.message, statementHandle: randomUUID() },
    };
  }
}

function answerUserApi(world: World, call: Call, caller: ReturnType<typeof authenticate>): Reply {
  const role = call.headers["x-snowflake-role"];
  const session = sessionOf(
    world.account,
    caller,
    { role: typeof role === "string" ? roleInHeader(role) : undefined },
    world.now(),
  );
  const queryId = randomUUID();
  try {
    const reply = answerUsers(session, call);
    note(world.account, { call, session, queryId, errorCode: null });
    if (world.options.hasSlowUserApi !== true || call.method === "GET") return reply;
    world.results.set(queryId, { reply, polls: 1 });
    return {
      status: 202,
      body: { code: "392604", message: "Request execution in progress." },
      headers: { location: `/api/v2/results/${queryId}` },
    };
  } catch (error) {
    if (error instanceof Problem) note(world.account, { call, session, queryId, errorCode: error.code });
    throw error;
  }
}

function answerResult(world: World, id: string): Reply {
  const result = world.results.get(id);
  if (result === undefined) throw problems.unknownHandle();
  if (result.polls > 0) {
    result.polls--;
    return { status: 202, body: { code: "392604", message: "Request execution in progress." } };
  }
  return result.reply;
}

function roleInHeader(text: string): string {
  const cursor = new Cursor(text);
  const role = cursor.identifier();
  cursor.end();
  return role;
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? "/", "http://sandbox");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("body too large");
    chunks.push(chunk);
  }
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(world: World, response: ServerResponse, { status, body, headers = {}, isGzip = false }: Reply): void {
  const isPage = typeof body === "string";
  const bytes = Buffer.from(isPage ? body : JSON.stringify(body));
  response.writeHead(status, {
    date: new Date(world.now()).toUTCString(),
    "content-type": isPage ? "text/html" : "application/json",
    ...(isGzip ? { "content-encoding": "gzip" } : {}),
    ...headers,
  });
  response.end(isGzip ? gzipSync(bytes) : bytes);
}
