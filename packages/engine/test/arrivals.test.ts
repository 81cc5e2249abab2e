/** Many sockets that arrive, or are pinged, at once. By turns of the loop, not by time. */

import { createServer } from "node:http";
import net from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { systemClock } from "../src/lib/clock.ts";
import { SessionDriver } from "../src/session/driver.ts";
import { createTestEngine } from "../src/testing/index.ts";
import { add, connect, querySet } from "./raw-socket.ts";
import { eventually } from "./support.ts";

/** An engine whose upgrade requests are kept until they are all there. */
async function gathered(): Promise<{
  url: string;
  port: number;
  waiting: (() => boolean)[];
  connections: () => number;
  sockets: Duplex[];
}> {
  const { engine, close } = await createTestEngine({ modules: {} });
  const waiting: (() => boolean)[] = [];
  const sockets: Duplex[] = [];
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    sockets.push(socket);
    waiting.push(() => engine.handleUpgrade(request, socket, head));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/api/1.48.0/sync`,
    port,
    waiting,
    connections: () => engine.figures().connections,
    sockets,
  };
}

/** Time in which a slice is over after every few questions for it. */
function hurry(): void {
  let nowMs = 0;
  const clock = vi.spyOn(systemClock, "nowMs").mockImplementation(() => (nowMs += 4));
  onTestFinished(() => clock.mockRestore());
}

/** The timers set from now on, which fire when they are called. */
function heldTimers(): (() => void)[] {
  const timers: (() => void)[] = [];
  const set = vi.spyOn(systemClock, "setTimer").mockImplementation((_, fire) => {
    timers.push(fire);
    return () => void timers.splice(timers.indexOf(fire), 1);
  });
  onTestFinished(() => set.mockRestore());
  return timers;
}

function crowd(url: string): void {
  const sockets = Array.from({ length: 30 }, () => new WebSocket(url).on("error", () => undefined));
  onTestFinished(() => sockets.forEach((socket) => socket.terminate()));
}

test("[SES13] sockets that arrive at once are let in over several turns of the loop, all of them", async () => {
  const { url, waiting, connections } = await gathered();
  crowd(url);
  await eventually(() => waiting.length === 30, "the requests");
  hurry();
  const afterTurns: number[] = [];
  for (const letIn of waiting) expect(letIn()).toBe(true);
  while (connections() < 30) {
    await new Promise((resolve) => setImmediate(resolve));
    afterTurns.push(connections());
  }
  expect(afterTurns.length).toBeGreaterThan(3);
  expect(afterTurns[0]).toBeLessThan(30);
});

test("[SES13] a socket that breaks while it waits to be let in does no harm", async () => {
  const { url, port, waiting, connections, sockets } = await gathered();
  crowd(url);
  await eventually(() => waiting.length === 30, "the requests");
  const socket = net.connect(port, "127.0.0.1");
  const lines = ["GET /api/1.48.0/sync HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"];
  socket.write([...lines, "Sec-WebSocket-Version: 13", `Sec-WebSocket-Key: ${"A".repeat(22)}==`, "", ""].join("\r\n"));
  await eventually(() => waiting.length === 31, "the last request");
  hurry();
  for (const letIn of waiting) letIn();
  sockets.at(-1)?.destroy(new Error("broken"));
  await eventually(() => connections() === 30, "the others");
  socket.destroy();
});

/** Sockets that are open, and what the engine has answered them. */
async function opened(count: number): Promise<{ all: WebSocket[]; answers: (() => string[])[] }> {
  const { url, waiting, connections } = await gathered();
  const all = Array.from({ length: count }, () => new WebSocket(url).on("error", () => undefined));
  onTestFinished(() => all.forEach((socket) => socket.terminate()));
  const answers = all.map((socket) => {
    const got: string[] = [];
    socket.on("message", (data) => got.push((JSON.parse((data as Buffer).toString()) as { type: string }).type));
    return () => got;
  });
  await eventually(() => waiting.length === count, "the requests");
  for (const letIn of waiting) letIn();
  await eventually(
    () => connections() === count && all.every(({ readyState }) => readyState === WebSocket.OPEN),
    "all",
  );
  return { all, answers };
}

const session = (i: number): string => `7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1${String(i).padStart(3, "0")}`;
const asking = (i: number): string[] =>
  [connect({ sessionId: session(i) }), querySet(0, add(0, "nothing:there"))].map((message) => JSON.stringify(message));

/** What sessions read from now on, in order. */
function readMessages(): string[] {
  const read: string[] = [];
  const { receive } = SessionDriver.prototype;
  const spy = vi.spyOn(SessionDriver.prototype, "receive").mockImplementation(function (this: SessionDriver, text) {
    read.push(text);
    receive.call(this, text);
  });
  onTestFinished(() => spy.mockRestore());
  return read;
}

test("[SES16] the first messages of many sockets are read over several turns, those of a socket at work at once", async () => {
  const { all, answers } = await opened(31);
  const worker = all.pop() as WebSocket;
  const ofWorker = answers.pop() as () => string[];
  for (const text of asking(30)) worker.send(text);
  await eventually(() => ofWorker().includes("Transition"), "what the worker asked for");
  const read = readMessages();
  hurry();
  for (const [i, socket] of all.entries()) for (const text of asking(i)) socket.send(text);
  worker.send(JSON.stringify({ type: "Mutation", requestId: 0, udfPath: "nothing:there", args: [{}] }));
  const mutationAt = (): number => read.findIndex((text) => text.includes("Mutation"));
  await eventually(() => mutationAt() >= 0, "the mutation");
  expect(mutationAt()).toBeLessThan(50);
  await eventually(() => answers.every((got) => got().includes("Transition")), "what everybody asked for");
  expect(read).toHaveLength(61);
});

test("[SES16] what arrives while first messages still wait is read after them", async () => {
  const { all, answers } = await opened(1);
  const [eager] = all as [WebSocket];
  const read = readMessages();
  hurry();
  const sent = [...asking(0)];
  for (let i = 0; i < 200; i++)
    sent.push(JSON.stringify({ type: "Mutation", requestId: i, udfPath: "nothing:there", args: [{}] }));
  for (let i = 0; i < sent.length; i += 4) {
    for (const text of sent.slice(i, i + 4)) eager.send(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => answers[0]?.().filter((type) => type === "MutationResponse").length === 200, "all answers");
  expect(read).toEqual(sent);
});

test("[SES16] who sends very much before being answered is not read further until it was taken", async () => {
  const { all, answers } = await opened(2);
  const [noisy] = all as [WebSocket];
  const pause = vi.spyOn(WebSocket.prototype, "pause");
  const resume = vi.spyOn(WebSocket.prototype, "resume");
  onTestFinished(() => [pause, resume].forEach((spy) => spy.mockRestore()));
  hurry();
  noisy.send(JSON.stringify(connect({ sessionId: session(0) })));
  for (let i = 0; i < 200; i++)
    noisy.send(JSON.stringify({ type: "Mutation", requestId: i, udfPath: "nothing:there", args: [{}] }));
  await eventually(() => answers[0]?.().filter((type) => type === "MutationResponse").length === 200, "all answers");
  expect(pause).toHaveBeenCalled();
  expect(resume.mock.calls.length).toBe(pause.mock.calls.length);
});

test("[WIR13] many sockets are pinged over several turns of the loop, all of them, again and again", async () => {
  const { url, waiting, connections } = await gathered();
  const timers = heldTimers();
  crowd(url);
  await eventually(() => waiting.length === 30, "the requests");
  for (const letIn of waiting) letIn();
  await eventually(() => connections() === 30, "the sockets");
  const pinged: unknown[] = [];
  const ping = vi.spyOn(WebSocket.prototype, "ping").mockImplementation(function (this: unknown) {
    pinged.push(this);
  });
  onTestFinished(() => ping.mockRestore());
  hurry();
  // A turn that began by the other clock would never be spent by this one.
  await new Promise((resolve) => setImmediate(resolve));
  for (const round of [1, 2]) {
    expect(timers).toHaveLength(1);
    timers.pop()?.();
    const afterTurns: number[] = [];
    while (timers.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      afterTurns.push(pinged.length);
    }
    expect(afterTurns[0]).toBeLessThan(30 * round);
    expect(afterTurns.length).toBeGreaterThan(3);
    expect(pinged).toHaveLength(30 * round);
    expect(new Set(pinged).size).toBe(30);
  }
});
