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
import type { Session, SyncServer } from "../session/sync-server.ts";
import { sendFrame } from "./frames.ts";

const SYNC_PATH = /^\/api\/(?:([^/]+)\/)?sync$/;
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 120_000;
const GRACE_MS = 250;
/** A reader this far behind with what comes beside its Transitions is cut; it comes back when it can. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

export interface SocketServerOptions {
  readonly sync: SyncServer;
  readonly logger: EngineLogger;
  readonly maxMessageBytes: number;
  /** What may arrive from somebody who has not signed in without making a whole message. */
  readonly maxAnonymousBytes: number;
}

/** A socket that is sent nothing yet may have so many messages waiting; then it is not read for a while. */
const MAX_FIRST_MESSAGES = 16;

const ignore = (): void => undefined;

/**
 * The messages of one socket in their order: by turns until it has been sent what it asked for. The first ones of two
 * thousand sockets, tokens included, arrive together; those who are at work are not to wait for them.
 */
class FirstMessages {
  readonly #ws: WebSocket;
  readonly #session: Session;
  readonly #turns: Turns;
  readonly #maxBytes: number;
  #waiting = 0;
  /** Arrived since messages began to wait. */
  #bytes = 0;

  constructor(ws: WebSocket, session: Session, turns: Turns, maxBytes: number) {
    this.#ws = ws;
    this.#session = session;
    this.#turns = turns;
    this.#maxBytes = maxBytes;
  }

  /** Whether messages wait for their turn, or for a token that is being checked. */
  get isWaiting(): boolean {
    return this.#waiting > 0 || this.#session.isBeingChecked();
  }

  /** What arrives behind messages that wait; what is more than they may be stays with its sender. */
  arrived(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#ws.pause();
  }

  readOn(): void {
    if (this.isWaiting) return;
    this.#bytes = 0;
    if (this.#ws.isPaused) this.#ws.resume();
  }

  take(read: () => void): void {
    if (this.#waiting === 0 && !this.#session.isNew()) return read();
    if (++this.#waiting === MAX_FIRST_MESSAGES) this.#ws.pause();
    void this.#turns.run(async () => {
      read();
      this.#waiting--;
      this.readOn();
    });
  }
}

/** Accepts sockets of the sync protocol. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;
  readonly #lastSeenMs = new Map<WebSocket, number>();
  /** Sockets whose frames are being gathered into one write. */
  readonly #held = new Set<Duplex>();
  #isReleaseDue = false;
  /** What is done with very many sockets, greeting and pinging them, would hold the loop in one go. */
  readonly #turns = new Turns();
  #cancelHeartbeat: (() => void) | null = null;
  #isClosed = false;

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
    void this.#turns.run(async () => {
      socket.off("error", ignore);
      this.#server.handleUpgrade(request, socket, head, (ws) =>
        this.#open(ws, socket, { takesChunks: takesChunks(match[1] ?? ""), ...(origin && { origin }) }),
      );
    });
    return true;
  }

  /** Takes no more sockets; cuts those that have not followed their session's close after a moment. */
  close(): void {
    this.#isClosed = true;
    this.#cancelHeartbeat?.();
    const sockets = [...this.#lastSeenMs.keys()];
    systemClock.setTimer(GRACE_MS, () => sockets.forEach((ws) => ws.terminate()));
    this.#server.close();
  }

  #open(ws: WebSocket, socket: Duplex, client: Pick<Transport, "takesChunks" | "origin">): void {
    /** What is waiting of Transitions, of which the session has two on their way at most. */
    let transitionBytes = 0;
    const isOpen = (): boolean => this.#isOpen(ws, transitionBytes);
    const session = this.#options.sync.open({
      ...client,
      send: (text) => {
        if (isOpen()) ws.send(text);
      },
      // Asked once for all of it: its own first frames are no reason to cut it off.
      sendTransition: (frames, onSent) => {
        if (!isOpen()) return;
        const before = socket.writableLength;
        let added = 0;
        for (const frame of frames.slice(0, -1)) sendFrame(socket, frame);
        sendFrame(socket, frames.at(-1) ?? [], (error) => {
          transitionBytes -= added;
          if (!error) onSent();
        });
        added = socket.writableLength - before;
        transitionBytes += added;
        if (this.#held.delete(socket)) socket.uncork();
      },
      sendWithNext: (text) => {
        if (ws.readyState !== ws.OPEN) return;
        this.#hold(socket);
        sendFrame(socket, [text]);
      },
      readOn: () => first.readOn(),
      close: (code, reason) => {
        // The other side's close is read, too.
        if (ws.isPaused) ws.resume();
        ws.close(code, reason);
      },
    });
    const first = new FirstMessages(ws, session, this.#turns, this.#options.maxAnonymousBytes);
    this.#seen(ws);
    // A message is kept until it is whole; that of somebody who has not signed in must not grow that long.
    let arrivedBytes = 0;
    socket.on("data", (chunk: Buffer) => {
      arrivedBytes += chunk.length;
      if (first.isWaiting) first.arrived(chunk.length);
      else if (arrivedBytes > this.#options.maxAnonymousBytes && session.isAnonymous()) ws.terminate();
    });
    ws.on("message", (data, isBinary) => {
      arrivedBytes = 0;
      this.#seen(ws);
      if (isBinary) return ws.close(1003, "BadRequest");
      first.take(() => this.#receive(ws, session, data as Buffer));
    });
    ws.on("pong", () => this.#seen(ws));
    ws.on("error", (error) => this.#options.logger.debug("socket error", { error: error.message }));
    ws.on("close", () => {
      this.#lastSeenMs.delete(ws);
      session.closed();
    });
    this.#beat();
  }

  /** Whether more may be sent, beside the Transitions that are waiting. */
  #isOpen(ws: WebSocket, transitionBytes: number): boolean {
    if (ws.readyState !== ws.OPEN) return false;
    if (ws.bufferedAmount - transitionBytes <= MAX_BUFFERED_BYTES) return true;
    ws.terminate(); // A close would wait behind what is not read.
    return false;
  }

  #receive(ws: WebSocket, session: Session, data: Buffer): void {
    try {
      session.receive(data.toString("utf8"));
    } catch (error) {
      this.#options.logger.error("a message broke its session", {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      ws.close(1011, "InternalServerError");
    }
  }

  /** Gathers what is sent to a socket until its next Transition, or the sessions that wait for their turn now have had it. */
  #hold(socket: Duplex): void {
    if (this.#held.has(socket)) return;
    socket.cork();
    this.#held.add(socket);
    if (this.#isReleaseDue) return;
    this.#isReleaseDue = true;
    void nextTurn().then(() => this.#release());
  }

  #release(): void {
    this.#isReleaseDue = false;
    const held = [...this.#held];
    this.#held.clear();
    for (const socket of held) socket.uncork();
  }

  #seen(ws: WebSocket): void {
    this.#lastSeenMs.set(ws, systemClock.nowMs());
  }

  /** One timer for all sockets, while there are any. */
  #beat(): void {
    if (this.#cancelHeartbeat !== null || this.#isClosed) return;
    this.#cancelHeartbeat = systemClock.setTimer(HEARTBEAT_MS, () => void this.#pingAll());
  }

  async #pingAll(): Promise<void> {
    for (const [ws, seenMs] of this.#lastSeenMs) {
      // Whoever answered while the others were pinged was seen since.
      await this.#turns.run(async () => {
        if (systemClock.nowMs() - (this.#lastSeenMs.get(ws) ?? seenMs) > SILENCE_MS) ws.terminate();
        else if (ws.readyState === ws.OPEN) ws.ping();
      });
    }
    this.#cancelHeartbeat = null;
    if (this.#lastSeenMs.size > 0) this.#beat();
  }
}
