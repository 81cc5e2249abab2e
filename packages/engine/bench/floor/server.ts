/**
 * The floor: what a server for these workloads alone can do on this machine when it speaks just enough of the sync
 * protocol for the official client. Two queries and one mutation; no functions, no validation, no read sets, no
 * records of requests, no identities. Group commit, one result for all subscribers of a query, whose bytes go into
 * every frame as they are, and pushes coalesced under load by the same rule as the engine's (`session/pacer.ts`).
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Workload } from "../workload.ts";
import { sendFrame } from "./frame.ts";
import { pageOf, type FloorStore, type Touch } from "./store.ts";

const MAX_PAUSE_MS = 100;

interface Watch {
  readonly queryId: number;
  readonly query: Query;
}

interface Add {
  readonly queryId: number;
  readonly udfPath: string;
  readonly args: readonly [{ readonly request: string; readonly viewer: number }];
}

interface Query {
  readonly workload: Workload;
  readonly request: string;
  /** Whose rows they are, where they say so. */
  readonly viewer: number | null;
  readonly subscribers: Set<Socket>;
  isStale: boolean;
  bytes: Buffer;
}

interface Socket {
  readonly wire: Duplex;
  readonly watches: Watch[];
  querySet: number;
  nextQuerySet: number;
  ts: string;
}

interface Waiting {
  readonly socket: Socket;
  readonly requestId: number;
  readonly touch: Touch;
}

/** Serves the store on a free port of the loopback interface. */
export async function serveFloor(store: FloorStore, port: number): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => response.end());
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: true });
  const floor = new Floor(store);
  sockets.on("connection", (ws, request) => floor.open(ws, request.socket));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const ws of sockets.clients) ws.terminate();
      server.close();
    },
  };
}

class Floor {
  readonly #store: FloorStore;
  readonly #queries = new Map<string, Query>();
  readonly #byPage = new Map<string, Set<Query>>();
  #waiting: Waiting[] = [];
  readonly #stale = new Set<Socket>();
  #isCommitDue = false;
  #isPushDue = false;
  #pushFromMs = 0;
  #ts = BigInt(Date.now()) * 1_000_000n;
  #tsText = encodeTs(this.#ts);

  constructor(store: FloorStore) {
    this.#store = store;
  }

  open(ws: WebSocket, wire: Duplex): void {
    const socket: Socket = { wire, watches: [], querySet: 0, nextQuerySet: 0, ts: "AAAAAAAAAAA=" };
    ws.on("message", (data) => this.#take(socket, JSON.parse((data as Buffer).toString("utf8"))));
    ws.on("close", () => socket.watches.forEach(({ query }) => query.subscribers.delete(socket)));
    ws.on("error", () => undefined);
  }

  #take(socket: Socket, message: any): void {
    if (message.type === "ModifyQuerySet") {
      socket.nextQuerySet = message.newVersion;
      for (const change of message.modifications) if (change.type === "Add") this.#watch(socket, change);
      this.#push(socket);
    } else if (message.type === "Mutation") {
      const touch = { workload: workloadOf(message.udfPath), ...message.args[0] };
      this.#waiting.push({ socket, requestId: message.requestId, touch });
      if (this.#isCommitDue) return;
      this.#isCommitDue = true;
      setImmediate(() => this.#commit());
    }
  }

  #watch(socket: Socket, { queryId, udfPath, args: [args] }: Add): void {
    const workload = workloadOf(udfPath);
    const page = pageOf(workload, args.request);
    const viewer = udfPath === "items:own" ? args.viewer : null;
    const key = `${udfPath} ${args.viewer} ${page}`;
    let query = this.#queries.get(key);
    if (query === undefined) {
      const { request } = args;
      query = { workload, request, viewer, subscribers: new Set(), isStale: true, bytes: Buffer.alloc(0) };
      this.#queries.set(key, query);
      const ofPage = this.#byPage.get(page) ?? new Set();
      this.#byPage.set(page, ofPage.add(query));
    }
    query.subscribers.add(socket);
    socket.watches.push({ queryId, query });
  }

  #commit(): void {
    this.#isCommitDue = false;
    const group = this.#waiting;
    this.#waiting = [];
    const pages = this.#store.touchAll(group.map(({ touch }) => touch));
    this.#ts += 1_000_000n;
    this.#tsText = encodeTs(this.#ts);
    for (const page of pages) this.#invalidate(page);
    for (const { socket, requestId } of group) {
      sendFrame(socket.wire, [
        `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":null,"logLines":[],"ts":"${this.#tsText}"}`,
      ]);
      this.#push(socket);
    }
    this.#schedulePush();
  }

  #invalidate(page: string): void {
    for (const query of this.#byPage.get(page) ?? []) {
      query.isStale = true;
      for (const subscriber of query.subscribers) this.#stale.add(subscriber);
    }
  }

  /** A round over the watchers takes at most about half of the time. */
  #schedulePush(): void {
    if (this.#isPushDue || this.#stale.size === 0) return;
    this.#isPushDue = true;
    const waitMs = Math.min(this.#pushFromMs - Date.now(), MAX_PAUSE_MS);
    if (waitMs > 0) setTimeout(() => this.#pushStale(), waitMs);
    else setImmediate(() => this.#pushStale());
  }

  #pushStale(): void {
    const startMs = Date.now();
    for (const socket of this.#stale) this.#push(socket);
    this.#stale.clear();
    const endMs = Date.now();
    this.#pushFromMs = endMs + (endMs - startMs);
    this.#isPushDue = false;
  }

  /** One Transition with everything the socket watches that changed. */
  #push(socket: Socket): void {
    this.#stale.delete(socket);
    const modifications: (string | Buffer)[] = [];
    for (const [i, { queryId, query }] of socket.watches.entries()) {
      if (query.isStale) {
        const { workload, request, viewer } = query;
        const value = viewer === null ? this.#store.recent(workload, request) : this.#store.own(request, viewer);
        query.bytes = Buffer.from(`"value":${value},"logLines":[],"journal":null`);
        query.isStale = false;
      }
      modifications.push(`${i === 0 ? "" : "},"}{"type":"QueryUpdated","queryId":${queryId},`, query.bytes);
    }
    const start = `{"querySet":${socket.querySet},"identity":0,"ts":"${socket.ts}"}`;
    const end = `{"querySet":${socket.nextQuerySet},"identity":0,"ts":"${this.#tsText}"}`;
    socket.querySet = socket.nextQuerySet;
    socket.ts = this.#tsText;
    sendFrame(socket.wire, [
      `{"type":"Transition","startVersion":${start},"endVersion":${end},"modifications":[`,
      ...modifications,
      modifications.length === 0 ? "]}" : "}]}",
    ]);
  }
}

function workloadOf(udfPath: string): Workload {
  return udfPath.startsWith("items:") ? "items" : "tasks";
}

function encodeTs(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}
