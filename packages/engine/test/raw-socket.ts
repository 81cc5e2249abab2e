/** A WebSocket that speaks the protocol by hand, for what the official client never does. */

import { WebSocket } from "ws";
import { eventually } from "./support.ts";

interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}

/** A frame of the server: every field any message may have. */
export interface Frame extends Record<"ts" | "error" | "result", string> {
  readonly type: string;
  readonly success: boolean;
  readonly errorData: unknown;
  readonly startVersion: Version;
  readonly endVersion: Version;
  readonly modifications: readonly {
    readonly type: string;
    readonly queryId: number;
    readonly value: unknown;
    readonly errorData: unknown;
    readonly logLines: string[];
  }[];
}

export interface RawSocket {
  readonly received: readonly Frame[];
  readonly closed: { code: number; reason: string } | null;
  send(message: object | string): void;
  /** A part of a message that has not ended yet. */
  sendPart(text: string): void;
  /** The next message of this type, counted from the start. */
  wait(type: string, count?: number): Promise<Frame>;
  end(): Promise<{ code: number; reason: string }>;
  terminate(): void;
  /** What the other side has not taken yet. */
  readonly unsentBytes: number;
  /** Reads nothing from now on, and on from here. */
  pause(): void;
  resume(): void;
}

export async function rawSocket(url: string, from: { localAddress?: string } = {}): Promise<RawSocket> {
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, from);
  const received: Frame[] = [];
  let closed: { code: number; reason: string } | null = null;
  ws.on("message", (data) => received.push(JSON.parse((data as Buffer).toString("utf8")) as Frame));
  ws.on("close", (code, reason) => (closed = { code, reason: reason.toString() }));
  ws.on("error", () => undefined);
  await new Promise((resolve) => ws.once("open", resolve));
  return {
    received,
    get closed() {
      return closed;
    },
    send: (message) => ws.send(typeof message === "string" ? message : JSON.stringify(message)),
    sendPart: (text) => ws.send(text, { fin: false }),
    wait: (type, count = 1) =>
      eventually(() => received.filter((message) => message.type === type)[count - 1], `${type} ${count}`),
    end: () => eventually(() => closed ?? undefined, "the close"),
    terminate: () => ws.terminate(),
    get unsentBytes() {
      return ws.bufferedAmount;
    },
    pause: () => ws.pause(),
    resume: () => ws.resume(),
  };
}

export const connect = (more: object = {}): object => ({
  type: "Connect",
  sessionId: "7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1f00",
  connectionCount: 0,
  lastCloseReason: "InitialConnect",
  clientTs: 0,
  ...more,
});

export const querySet = (baseVersion: number, ...modifications: object[]): object => ({
  type: "ModifyQuerySet",
  baseVersion,
  newVersion: baseVersion + 1,
  modifications,
});

export const add = (queryId: number, udfPath: string, args: object = {}): object => ({
  type: "Add",
  queryId,
  udfPath,
  args: [args],
});
