/** Frames in parts: what arrives is what one text would have been, beside frames of the library. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { sendFrame } from "../src/http/frames.ts";
import { Parts, SharedText, textOf, type Part } from "../src/protocol/frame.ts";
import { encodeTransition } from "../src/protocol/transition.ts";
import { createTestEngine } from "../src/testing/index.ts";
import { connect, rawSocket } from "./raw-socket.ts";
import { fixtureModules } from "./support.ts";

/** Both ends of a socket: the library's, and what lies below it. */
async function ends(): Promise<{ ws: WebSocket; below: Duplex; received: string[]; whole(n: number): Promise<void> }> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const { promise, resolve } = Promise.withResolvers<{ ws: WebSocket; below: Duplex }>();
  server.on("upgrade", (request, below, head) =>
    sockets.handleUpgrade(request, below, head, (ws) => resolve({ ws, below })),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  let told: (() => void) | null = null;
  client.on("message", (data, isBinary) => {
    received.push(isBinary ? "binary" : (data as Buffer).toString());
    told?.();
  });
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  const whole = (n: number): Promise<void> =>
    new Promise((done) => {
      told = () => void (received.length >= n && done());
      told();
    });
  return { ...(await promise), received, whole };
}

test("[WIR14] a frame in parts arrives as one text, of whatever length, in its order", async () => {
  const { ws, below, received, whole } = await ends();
  const sizes = [0, 1, 125, 126, 2047, 2048, 65_535, 65_536, 200_000];
  const texts = sizes.flatMap((size) => ["x".repeat(size), `"${"€😀é".repeat(Math.ceil(size / 9))}"`]);
  const sent: string[] = [];
  let left = 0;
  for (const text of texts) {
    const shared = new SharedText(text);
    for (const parts of [[text], ["{", shared.part(), "}"], ["{", shared.part(), "}"], [shared.part()]]) {
      ws.send(`before ${sent.length}`);
      sendFrame(below, parts, () => left++);
      sent.push(`before ${sent.length}`, textOf(parts));
    }
  }
  await whole(sent.length);
  expect(received.map((text, i) => text === sent[i])).toEqual(sent.map(() => true));
  expect(left).toBe(texts.length * 4);
});

test("[WIR14] a long result is the same bytes in every frame but the first, a short one stays text", () => {
  const long = new SharedText(`"value":"${"x".repeat(3000)}"`);
  const short = new SharedText('"value":1');
  const transition = (queryId: number): readonly Part[] =>
    encodeTransition({
      type: "Transition",
      startVersion: { querySet: 0, identity: 0, ts: 0n },
      endVersion: { querySet: 1, identity: 0, ts: 1n },
      modifications: [
        { type: "QueryRemoved", queryId: 0 },
        { type: "QueryUpdated", queryId, resultJson: long },
        { type: "QueryUpdated", queryId: queryId + 1, resultJson: short },
      ],
      clientClockSkew: 3,
      serverTs: 4,
    });
  const [one, two, three] = [transition(1), transition(1), transition(1)];
  expect([one, two, three].map((parts) => parts.length)).toEqual([1, 3, 3]);
  expect(two[1]).toBeInstanceOf(Buffer);
  expect(three[1]).toBe(two[1]);
  for (const parts of [one, two, three]) {
    expect(JSON.parse(textOf(parts))).toMatchObject({
      modifications: [{ queryId: 0 }, { queryId: 1, value: "x".repeat(3000) }, { queryId: 2, value: 1 }],
      clientClockSkew: 3,
      serverTs: 4,
    });
  }
  expect(new Parts().add("a").add("b").take()).toEqual(["ab"]);
});

test("[WIR14] the answer to a mutation and the Transition behind it leave in one write", async () => {
  const { engine, close } = await createTestEngine({ modules: fixtureModules });
  const server = createServer();
  const writes: string[] = [];
  server.on("upgrade", (request, below, head) => {
    noteWrites(below, writes);
    engine.handleUpgrade(request, below, head);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const socket = await rawSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    socket.terminate();
    server.close();
    await close();
  });
  socket.send(connect());
  for (let requestId = 0; requestId < 5; requestId++) {
    const args = [{ channel: "a", body: String(requestId) }];
    socket.send({ type: "Mutation", requestId, udfPath: "messages:send", args });
    await socket.wait("Transition", requestId + 1);
  }
  const told = writes.filter((text) => text.includes('"type"'));
  expect(told.map((text) => text.match(/"type":"\w+"/g))).toEqual(
    Array.from({ length: 5 }, () => ['"type":"MutationResponse"', '"type":"Transition"']),
  );
});

/** Keeps what a socket hands to the system, write by write. */
function noteWrites(socket: Duplex, writes: string[]): void {
  const [write, writeMany] = [socket._write, socket._writev];
  socket._write = (chunk: Buffer, ...rest) => {
    writes.push(chunk.toString());
    write.call(socket, chunk, ...rest);
  };
  socket._writev = (chunks, done) => {
    writes.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join(""));
    writeMany?.call(socket, chunks, done);
  };
}
