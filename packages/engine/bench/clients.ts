/**
 * Clients of both servers. `official` is the convex client; `lean` speaks the same messages and reads of a
 * frame only what the bench must know, so that on few processors the server is measured and not the client.
 */

import { randomUUID } from "node:crypto";
import { ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import { WebSocket } from "ws";
import type { watchedQuery, Workload } from "./workload.ts";

export type ClientKind = "official" | "lean";

type Query = ReturnType<typeof watchedQuery>;

/** One socket of a server under test. */
export interface Connection {
  /** Watches a query of its workload; hears the newest `updatedAt` of every result (0: no task). */
  watch(query: Query, onNewest: (updatedAt: number) => void): void;
  /** One durable mutation, acknowledged. */
  touch(id: string, n: number): Promise<void>;
  close(): void;
}

/** Opens a connection. */
export function connect(kind: ClientKind, url: string, workload: Workload): Connection {
  return kind === "official" ? connectOfficial(url, workload) : new LeanConnection(url, workload);
}

function connectOfficial(url: string, workload: Workload): Connection {
  const functions = (anyApi as any)[workload];
  const client = new ConvexClient(url, {
    // The `ws` class has every member the client uses; its event types differ from the DOM's.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  return {
    watch: ({ name, args }, onNewest) =>
      void client.onUpdate(functions[name], args, (tasks: any) => onNewest(tasks[0]?.updatedAt ?? 0)),
    touch: async (id, n) => void (await client.mutation(functions.touch, { id, n })),
    close: () => void client.close(),
  };
}

const NEWEST = Buffer.from('"updatedAt":');
const ZERO = "0".charCodeAt(0);
const IS_RESPONSE = Buffer.from('{"type":"MutationResponse"');

class LeanConnection implements Connection {
  readonly #ws: WebSocket;
  readonly #workload: Workload;
  readonly #opened: Promise<void>;
  #querySet = 0;
  #requestId = 0;
  #onNewest: (updatedAt: number) => void = () => undefined;
  #onResponse: ((failure: string | null) => void) | null = null;

  constructor(url: string, workload: Workload) {
    this.#workload = workload;
    this.#ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, { perMessageDeflate: false });
    this.#opened = new Promise((resolve, reject) => {
      this.#ws.on("open", resolve);
      this.#ws.on("error", reject);
    });
    this.#ws.on("message", (data) => this.#take(data as Buffer));
    this.#send({
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: Date.now(),
    });
  }

  watch({ name, args }: Query, onNewest: (updatedAt: number) => void): void {
    const queryId = this.#querySet++;
    if (queryId === 0) this.#onNewest = onNewest;
    const add = { type: "Add", queryId, udfPath: `${this.#workload}:${name}`, args: [args], journal: null };
    this.#send({ type: "ModifyQuerySet", baseVersion: queryId, newVersion: queryId + 1, modifications: [add] });
  }

  touch(id: string, n: number): Promise<void> {
    const requestId = this.#requestId++;
    this.#send({ type: "Mutation", requestId, udfPath: `${this.#workload}:touch`, args: [{ id, n }] });
    return new Promise((resolve, reject) => {
      this.#onResponse = (failure) => (failure === null ? resolve() : reject(new Error(failure)));
    });
  }

  close(): void {
    this.#ws.close();
  }

  #send(message: unknown): void {
    const text = JSON.stringify(message);
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(text);
    else void this.#opened.then(() => this.#ws.send(text));
  }

  /** Rows come newest first, so the first `updatedAt` is the newest. */
  #take(frame: Buffer): void {
    if (frame.subarray(0, IS_RESPONSE.length).equals(IS_RESPONSE)) {
      this.#onResponse?.(frame.includes('"success":true') ? null : frame.toString());
      return;
    }
    const at = frame.indexOf(NEWEST);
    if (at < 0) {
      if (frame.includes('"QueryUpdated"')) this.#onNewest(0);
      return;
    }
    let updatedAt = 0;
    for (let i = at + NEWEST.length; isDigit(frame[i]); i++) updatedAt = updatedAt * 10 + (frame[i] as number) - ZERO;
    this.#onNewest(updatedAt);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte < ZERO + 10;
}
