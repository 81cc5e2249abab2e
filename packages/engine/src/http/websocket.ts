/** WebSockets: moves frames between sockets and sessions. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { CallOrigin } from "../functions/call.ts";
import { nextTurn, systemClock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import { Turns } from "../lib/turns.ts";
import { takesChunks } from "../protocol/chunk.ts";
import type { Transport } from "../session/services.ts";
import type { SyncServer } from "../session/sync-server.ts";

const SYNC_PATH = /^\/api\/(?:([^/]+)\/)?sync$/;
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 120_000;
const GRACE_MS = 250;
/** A reader this far behind is cut; it comes back when it can. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

export interface SocketServerOptions {
  readonly sync: SyncServer;
  readonly logger: EngineLogger;
  readonly maxMessageBytes: number;
  /** What may arrive from somebody who has not signed in without making a whole message. */
  readonly maxAnonymousBytes: number;
}

const ignore = (): void => undefined;

/** Accepts sockets of the sync protocol. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;
  readonly #lastSeenMs = new Map<WebSocket, number>();
  /** Sockets whose frames are being gathered into one write. */
  readonly #held = new Set<Duplex>();
  /** Sockets that come at once are let in by turns: two thousand handshakes in a row would hold the loop. */
  readonly #arrivals = new Turns();
  #cancelHeartbeat: (() => void) | null = null;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: options.maxMessageBytes,
      clientTracking: false,
    });
  }

  /** Takes an upgrade request over; false when it is not for the sync protocol. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin?: CallOrigin): boolean {
    const path = (request.url ?? "").split("?", 1)[0] as string;
    const match = SYNC_PATH.exec(path);
    if (match === null) return false;
    // Nobody listens to it while it waits, and an error that nobody hears ends the process.
    socket.on("error", ignore);
    void this.#arrivals.run(async () => {
      socket.off("error", ignore);
      this.#server.handleUpgrade(request, socket, head, (ws) =>
        this.#open(ws, socket, { takesChunks: takesChunks(match[1] ?? ""), ...(origin && { origin }) }),
      );
    });
    return true;
  }

  /** Takes no more sockets; cuts those that have not followed their session's close after a moment. */
  close(): void {
    this.#cancelHeartbeat?.();
    const sockets = [...this.#lastSeenMs.keys()];
    systemClock.setTimer(GRACE_MS, () => sockets.forEach((ws) => ws.terminate()));
    this.#server.close();
  }

  #open(ws: WebSocket, socket: Duplex, client: Pick<Transport, "takesChunks" | "origin">): void {
    const session = this.#options.sync.open({
      ...client,
      send: (text, onSent) => {
        if (ws.readyState !== ws.OPEN) return;
        if (ws.bufferedAmount > MAX_BUFFERED_BYTES) return ws.terminate(); // A close would wait behind what is not read.
        if (onSent === undefined) ws.send(text);
        else {
          ws.send(text, (error) => {
            if (!error) onSent();
          });
        }
      },
      sendWithNext: (text) => {
        if (ws.readyState !== ws.OPEN) return;
        this.#hold(socket);
        ws.send(text);
      },
      close: (code, reason) => ws.close(code, reason),
    });
    this.#seen(ws);
    // A message is kept until it is whole; that of somebody who has not signed in must not grow that long.
    let arrivedBytes = 0;
    socket.on("data", (chunk: Buffer) => {
      arrivedBytes += chunk.length;
      if (arrivedBytes > this.#options.maxAnonymousBytes && session.isAnonymous()) ws.terminate();
    });
    ws.on("message", (data, isBinary) => {
      arrivedBytes = 0;
      this.#seen(ws);
      if (isBinary) return ws.close(1003, "BadRequest");
      try {
        session.receive((data as Buffer).toString("utf8"));
      } catch (error) {
        this.#options.logger.error("a message broke its session", {
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
        ws.close(1011, "InternalServerError");
      }
    });
    ws.on("pong", () => this.#seen(ws));
    ws.on("error", (error) => this.#options.logger.debug("socket error", { error: error.message }));
    ws.on("close", () => {
      this.#lastSeenMs.delete(ws);
      session.closed();
    });
    this.#beat();
  }

  /** Gathers what is sent to a socket until the sessions that wait for their turn now have had it. */
  #hold(socket: Duplex): void {
    if (this.#held.has(socket)) return;
    if (this.#held.size === 0) void nextTurn().then(() => this.#release());
    socket.cork();
    this.#held.add(socket);
  }

  #release(): void {
    const held = [...this.#held];
    this.#held.clear();
    for (const socket of held) socket.uncork();
  }

  #seen(ws: WebSocket): void {
    this.#lastSeenMs.set(ws, systemClock.nowMs());
  }

  /** One timer for all sockets, while there are any. */
  #beat(): void {
    if (this.#cancelHeartbeat !== null) return;
    this.#cancelHeartbeat = systemClock.setTimer(HEARTBEAT_MS, () => {
      this.#cancelHeartbeat = null;
      const nowMs = systemClock.nowMs();
      for (const [ws, seenMs] of this.#lastSeenMs) {
        if (nowMs - seenMs > SILENCE_MS) ws.terminate();
        else if (ws.readyState === ws.OPEN) ws.ping();
      }
      if (this.#lastSeenMs.size > 0) this.#beat();
    });
  }
}
