/** Sockets that arrive at once. By turns of the loop, not by time. */

import { createServer } from "node:http";
import net from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { systemClock } from "../src/lib/clock.ts";
import { createTestEngine } from "../src/testing/index.ts";
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
