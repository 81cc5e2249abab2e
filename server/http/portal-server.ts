/**
 * The one HTTP server of the portal. Every request takes the same way: is the host ours, the security
 * headers, is a change sent by our own page, then the part it belongs to. Log lines name paths, never
 * queries.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { asksForWebSocket } from "@data-portal/engine";
import type { Log } from "../lib/log.ts";
import { createNonce, securityHeaders } from "./headers.ts";
import { answerUnlessOurs, type Exchange, type PortalParts, routeOf } from "./routes.ts";
import { BodyTooLarge, sendJson } from "./web.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** A connection that moves no byte for this long is dropped; upgraded sockets have their own pings. */
const IDLE_TIMEOUT_MS = 120_000;
/**
 * How long a connection is kept for the next request: longer than the 60 seconds usual proxies keep theirs, or one would
 * send a request into a connection that is just being closed, and answer 502.
 */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16_384;
/** TRACE and its like have nothing to answer. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export interface PortalServer {
  readonly server: Server;
  /** From now on requests are answered; until then they are told to come back. */
  open(parts: PortalParts): void;
  /** Stops listening and drops what is still open. */
  close(): Promise<void>;
}

export function createPortalServer(log: Log): PortalServer {
  const doors: { parts: PortalParts | null } = { parts: null };
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: asksForWebSocket,
    },
    (request, answer) => {
      if (doors.parts === null) return answerStarting(request, answer);
      handle(doors.parts, request, answer).catch((error: unknown) => fail(log, request, answer, error));
    },
  );
  server.timeout = IDLE_TIMEOUT_MS;
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (doors.parts === null) return void socket.destroy();
    if (!takeSocket(doors.parts, request, socket, head)) return;
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  return {
    server,
    open: (parts) => {
      doors.parts = parts;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of upgraded) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerStarting(request: IncomingMessage, answer: ServerResponse): void {
  request.resume();
  answer.setHeader("retry-after", "1");
  sendJson(answer, 503, { status: "starting" });
}

async function handle(parts: PortalParts, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  // What may be kept says so itself: hashed files, the public keys.
  answer.setHeader("cache-control", "no-store");
  const origin = parts.site.originOf(request);
  if (origin === null) return sendJson(answer, 421, { code: "unknown-host" });
  if (!METHODS.has(request.method ?? "")) return sendJson(answer, 405, { code: "method" });
  // Joined, not resolved: "//elsewhere.example/x" is a path of ours, not another host.
  const url = new URL(origin + (request.url?.startsWith("/") ? request.url : "/"));
  if (!isReadable(url.pathname)) return sendJson(answer, 400, { code: "bad-address" });
  const nonce = createNonce();
  if (parts.hasStrictPolicy) {
    for (const [name, value] of Object.entries(
      securityHeaders({ nonce, origin, backendUrl: parts.backend.browserUrl }),
    ))
      answer.setHeader(name, value);
  }
  const exchange: Exchange = { request, answer, url, origin, nonce };
  if (!answerUnlessOurs(parts, exchange)) return;
  await routeOf(url.pathname)(parts, exchange);
  parts.log.debug({ method: request.method, path: url.pathname, status: answer.statusCode }, "request");
}

/** Whether every %-sign of a path stands for characters: what reads the path decodes it. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function takeSocket(parts: PortalParts, request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
  const origin = parts.site.originOf(request);
  const isForeign =
    origin === null || (request.headers.origin !== undefined && request.headers.origin.toLowerCase() !== origin);
  if (!isForeign && parts.backend.handleUpgrade(request, socket, head, parts.site.callerOf(request))) return true;
  socket.end(
    `HTTP/1.1 ${isForeign ? "403 Forbidden" : "404 Not Found"}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
  return false;
}

function fail(log: Log, request: IncomingMessage, answer: ServerResponse, error: unknown): void {
  const isTooLarge = error instanceof BodyTooLarge;
  const isGone = request.destroyed || answer.destroyed;
  if (!isTooLarge && !isGone) {
    const err =
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack }
        : { name: "not an error" };
    log.error({ method: request.method, path: request.url?.split("?")[0], err }, "a request failed");
  }
  if (answer.headersSent || isGone) return void answer.destroy();
  if (isTooLarge) answer.setHeader("connection", "close");
  sendJson(answer, isTooLarge ? 413 : 500, { code: isTooLarge ? "too-large" : "server-error" });
}
