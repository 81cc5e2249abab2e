/**
 * The official client with a witness on its sockets. The witness keeps what the client never shows (the
 * timestamp of each mutation) and checks what must hold for every socket of a client, over all restarts:
 * Transitions form one chain per socket, no state is older than one seen before, and a mutation answered
 * twice is answered with the same timestamp.
 */

import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { decodeTs } from "../../src/protocol/timestamp.ts";

interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}

/** The frames of the server that matter here; other fields are not looked at. */
export type ServerFrame =
  | {
      readonly type: "Transition";
      readonly startVersion: Version;
      readonly endVersion: Version;
      readonly modifications: readonly { readonly type: string; readonly queryId: number; readonly value?: unknown }[];
    }
  | {
      readonly type: "MutationResponse";
      readonly requestId: number;
      readonly success: boolean;
      readonly result: unknown;
      readonly ts: string;
    }
  | { readonly type: "ActionResponse" | "Ping" }
  | { readonly type: "FatalError" | "AuthError"; readonly error: string };

/** A frame of the client, as it went over the wire. */
export type ClientFrame = {
  readonly type: string;
  readonly sessionId?: string;
  readonly requestId?: number;
  readonly args?: readonly Record<string, unknown>[];
  readonly modifications?: readonly {
    readonly type: string;
    readonly queryId: number;
    readonly udfPath: string;
    readonly args: readonly unknown[];
  }[];
};

export interface RecordingClient {
  readonly client: ConvexClient;
  readonly sessionId: () => string;
  /** Commit timestamps of successful mutations by request id. */
  readonly commits: ReadonlyMap<number, bigint>;
  /** The arguments mutations were first sent with, by request id. */
  readonly requests: Map<number, Record<string, unknown>>;
  /** What the witness objects to. */
  readonly objections: readonly string[];
  readonly sockets: () => number;
  /** Connects at once if it waits to, as a browser does when it is online again. */
  wake(): void;
}

export interface Listener {
  onServer?(frame: ServerFrame): void;
  onClient?(frame: ClientFrame): void;
}

const ZERO: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

class Witness {
  readonly commits = new Map<number, bigint>();
  readonly requests = new Map<number, Record<string, unknown>>();
  readonly objections: string[] = [];
  sessionId = "";
  sockets = 0;
  #seenTs = 0n;
  #newest = { requestId: -1, ts: 0n };

  /**
   * Takes one frame of the server; `version` is where its socket stands, and what is returned is where it stands then.
   */
  hear(frame: ServerFrame, version: Version): Version {
    if (frame.type === "FatalError" || frame.type === "AuthError")
      this.objections.push(`${frame.type}: ${frame.error}`);
    if (frame.type === "MutationResponse" && frame.success) this.#answered(frame.requestId, decodeTs(frame.ts));
    if (frame.type !== "Transition") return version;
    if (JSON.stringify(frame.startVersion) !== JSON.stringify(version))
      this.objections.push(
        `a Transition started at ${JSON.stringify(frame.startVersion)} instead of ${JSON.stringify(version)}`,
      );
    const ts = decodeTs(frame.endVersion.ts);
    if (ts < this.#seenTs) this.objections.push(`a Transition showed ${ts} after ${this.#seenTs} had been seen`);
    else this.#seenTs = ts;
    return frame.endVersion;
  }

  #answered(requestId: number, ts: bigint): void {
    const before = this.commits.get(requestId);
    if (before !== undefined && before !== ts)
      this.objections.push(`mutation ${requestId} was answered with ${before}, then with ${ts}`);
    this.commits.set(requestId, ts);
    if (before !== undefined || requestId < this.#newest.requestId) return;
    if (ts <= this.#newest.ts)
      this.objections.push(`mutation ${requestId} has ${ts}, the one before it ${this.#newest.ts}`);
    this.#newest = { requestId, ts };
  }

  said(frame: ClientFrame): void {
    if (frame.sessionId !== undefined) this.sessionId = frame.sessionId;
    if (frame.type === "Mutation") this.requests.set(frame.requestId as number, frame.args?.[0] ?? {});
  }
}

/** Connects a client to `url`. */
export function recordingClient(url: string, listener: Listener = {}): RecordingClient {
  const witness = new Witness();
  class WitnessedSocket extends WebSocket {
    #version = ZERO;

    constructor(address: string) {
      super(address);
      witness.sockets++;
      this.on("message", (data) => {
        const frame = JSON.parse((data as Buffer).toString("utf8")) as ServerFrame;
        this.#version = witness.hear(frame, this.#version);
        listener.onServer?.(frame);
      });
    }

    override send(data: string): void {
      const frame = JSON.parse(data) as ClientFrame;
      witness.said(frame);
      listener.onClient?.(frame);
      super.send(data);
    }
  }
  const client = new ConvexClient(url, {
    // The `ws` class has every member the client uses; its event types differ from the DOM's.
    webSocketConstructor: WitnessedSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  return {
    client,
    commits: witness.commits,
    requests: witness.requests,
    objections: witness.objections,
    sessionId: () => witness.sessionId,
    sockets: () => witness.sockets,
    wake: () =>
      (
        client.client as unknown as { webSocketManager: { tryReconnectImmediately(): void } }
      ).webSocketManager.tryReconnectImmediately(),
  };
}
