/** A Node HTTP server over a fetch handler: for tests and for running the engine alone. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable, type Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import type { CallOrigin } from "../functions/call.ts";
import { refusalResponse } from "./errors.ts";

export interface Listening {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface Handler {
  fetch(request: Request, origin?: CallOrigin): Promise<Response>;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin?: CallOrigin): boolean;
}

/** Serves `handler` on `host:port` (port 0: any free one). */
export async function listen(handler: Handler, options: { port: number; host: string }): Promise<Listening> {
  const server = createServer(
    { shouldUpgradeCallback: asksForWebSocket },
    (incoming, outgoing) => void answer(handler, incoming, outgoing),
  );
  const sockets = new Set<Duplex>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket, head) => {
    if (!handler.handleUpgrade(request, socket, head, callerOf(request))) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, port, close: () => closeAll(server, sockets) };
}

/** Whether a request is for a WebSocket. Who offers to go on in another protocol (h2c) is answered in this one. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

function closeAll(server: Server, sockets: ReadonlySet<Duplex>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const request = toRequest(incoming);
    const response =
      request === null
        ? refusalResponse(400, "BadRequest", "The method or the address cannot be served")
        : await handler.fetch(request, callerOf(incoming));
    // The rest of a refused upload is not read: the connection ends with the answer.
    if (!incoming.complete && response.status >= 400) outgoing.shouldKeepAlive = false;
    const { socket } = incoming;
    outgoing.once("finish", () => incoming.complete || socket.destroySoon());
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body === null) outgoing.end();
    // When either end breaks off, the other one is told: an answer cut short must not look whole.
    else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  } catch {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

function callerOf(incoming: IncomingMessage): CallOrigin {
  return { ip: incoming.socket.remoteAddress ?? null, userAgent: incoming.headers["user-agent"] ?? null };
}

/** Null when no Request can be made of it: a method fetch forbids, a Host that is no host. */
function toRequest(incoming: IncomingMessage): Request | null {
  try {
    return asRequest(incoming);
  } catch {
    return null;
  }
}

function asRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i] as string, incoming.rawHeaders[i + 1] as string);
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  // Not Readable.toWeb: it throws out of the event loop when data arrives after its stream was cancelled.
  const body = ReadableStream.from(incoming.iterator({ destroyOnReturn: false }));
  return new Request(url, { method, headers, body, duplex: "half" } as unknown as RequestInit);
}
