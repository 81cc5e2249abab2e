/** What happens near the ceilings of calls, answers and frames. */

import {
  anyApi,
  createFunctionHandle,
  httpActionGeneric,
  httpRouter,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { MAX_WHOLE_BYTES, takesChunks, transitionFrames } from "../src/protocol/chunk.ts";
import { textOf } from "../src/protocol/frame.ts";
import { createTestEngine, type TestEngine, type TestEngineOptions } from "../src/testing/index.ts";
import { add, connect, querySet, rawSocket } from "./raw-socket.ts";
import { eventually, fixtureModules } from "./support.ts";

const self = anyApi["edges"]!;

const edges = {
  long: query({ args: {}, handler: async () => "€".repeat(2_500_000) }),
  add: mutation({
    args: { count: v.number() },
    handler: async (ctx, { count }) => {
      for (let i = 0; i < count; i++) await ctx.db.insert("rows", { i });
    },
  }),
  addWithin: mutation({
    args: { count: v.number(), documentsWritten: v.number() },
    handler: async (ctx, { count, documentsWritten }) => {
      await ctx.db.insert("rows", { i: -1 });
      return await ctx
        .runMutation(self["add"] as never, { count } as never, { transactionLimits: { documentsWritten } } as never)
        .then(
          () => "done",
          (error: Error) => error.message,
        );
    },
  }),
  count: query({ args: {}, handler: async (ctx) => (await ctx.db.query("rows").collect()).length }),
  random: query({
    args: {},
    handler: async () => [crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(8))]] as const,
  }),
  handleOf: mutation({ args: {}, handler: async () => await createFunctionHandle(self["add"] as never) }),
  callHandle: mutation({
    args: { handle: v.string() },
    handler: async (ctx, { handle }) => await ctx.runMutation(handle as never, { count: 1 } as never),
  }),
};

let running: TestEngine | null = null;
let url: string;

async function start(options: Partial<TestEngineOptions> = {}): Promise<TestEngine> {
  running = await createTestEngine({ modules: { ...fixtureModules, edges: async () => edges }, ...options });
  ({ url } = await running.serve());
  return running;
}
afterEach(async () => {
  await running?.close();
  running = null;
});

test("[WIR12] a long Transition reaches the official client in parts, and an older client whole", async () => {
  const world = await start();
  const frames: string[] = [];
  const old = new WebSocket(`${url.replace("http", "ws")}/api/1.27.0/sync`);
  old.on("message", (data) => frames.push((data as Buffer).toString("utf8")));
  await new Promise((resolve) => old.once("open", resolve));
  for (const message of [connect(), querySet(0, add(0, "edges:long", {}))]) old.send(JSON.stringify(message));
  const whole = await eventually(() => frames.find((frame) => frame.length > 1_000_000), "the whole Transition");
  expect((JSON.parse(whole) as { type: string }).type).toBe("Transition");
  old.terminate();
  const raw = await rawSocket(url);
  raw.send(connect());
  raw.send(querySet(0, add(0, "edges:long", {})));
  await raw.wait("TransitionChunk", 2);
  expect(raw.received.map(({ type }) => type)).toEqual(["TransitionChunk", "TransitionChunk"]);
  raw.terminate();
  expect(await world.connect().query(anyApi["edges"]!["long"]!, {})).toBe("€".repeat(2_500_000));
});

test("[WIR12] a Transition beyond what a reader may be behind with otherwise reaches a client in parts, and it lives on", async () => {
  const world = await start();
  const raw = await rawSocket(url);
  raw.send(connect());
  raw.pause();
  // 90 MB in one Transition.
  raw.send(querySet(0, ...Array.from({ length: 12 }, (_, n) => add(n, "edges:long", {}))));
  // It is pinged while it reads.
  let pings = 0;
  await eventually(() => {
    world.clock.advance(15_000);
    return ++pings === 80;
  }, "eighty pings");
  raw.resume();
  await raw.wait("TransitionChunk", 18);
  expect(raw.received.some(({ type }) => type === "Ping")).toBe(true);
  raw.send({ type: "Mutation", requestId: 0, udfPath: "edges:add", args: [{ count: 1 }] });
  await raw.wait("MutationResponse");
  expect(raw.closed).toBeNull();
  raw.terminate();
});

test("[SES4] a socket whose answers are too much together is closed with a reason the client backs off from", async () => {
  // One of them is 2.5 million characters.
  const world = await start({ limits: { answerBytesPerSocket: 6_000_000 } });
  const raw = await rawSocket(url);
  raw.send(connect());
  raw.send(querySet(0, add(0, "edges:long", {}), add(1, "edges:long", {})));
  await raw.wait("TransitionChunk", 4);
  // What is given up counts no more.
  raw.send(querySet(1, { type: "Remove", queryId: 0 }, add(2, "edges:long", {})));
  await raw.wait("TransitionChunk", 6);
  expect(raw.closed).toBeNull();
  raw.send(querySet(2, add(3, "edges:long", {})));
  expect(await raw.end()).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
  expect(world.engine.figures().subscriptions).toBe(0);
});

test("[WIR12] parts are cut between characters and give the text back", () => {
  for (const text of ["€".repeat(2_000_001), `x${"😀".repeat(1_300_000)}`]) {
    // Between two characters, also where each is two units long.
    const whole = [text.slice(0, 11), Buffer.from(text.slice(11, 1_000_001)), text.slice(1_000_001)];
    const parts = transitionFrames(whole, "7").map(
      (frame) => JSON.parse(textOf(frame)) as { chunk: string; partNumber: number; totalParts: number },
    );
    expect(parts.map(({ chunk }) => chunk).join("") === text).toBe(true);
    expect(parts.map(({ partNumber, totalParts }) => [partNumber, totalParts])).toEqual(
      parts.map((_, i) => [i, parts.length]),
    );
    for (const { chunk } of parts) expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(MAX_WHOLE_BYTES);
  }
  expect(["1.28.0", "1.48.0", "2.0.0", "npm-1.30.1", "1.27.9", "0.9.0", "odd", ""].map(takesChunks)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("[SES7] a mutation that is not answered within a minute ends its socket, so that the client sends it again", async () => {
  const world = await start({ limits: { transactionMs: 3_600_000 } });
  const socket = await rawSocket(url);
  socket.send(connect());
  socket.send({ type: "Mutation", requestId: 0, udfPath: "odd:neverSettles", args: [{}] });
  // Handled in order: once this answer is there, the mutation has begun.
  socket.send(querySet(0));
  await socket.wait("Transition");
  world.clock.advance(59_000);
  expect(socket.closed).toBeNull();
  world.clock.advance(16_000);
  await eventually(() => socket.closed !== null, "the close");
  expect(socket.closed).toEqual({ code: 1013, reason: "SystemTimeoutError" });
  world.clock.advance(3_600_000);
});

test("[LIM4] a transaction close to a ceiling is warned in its log lines", async () => {
  await start({ limits: { documentsWritten: 10 } });
  const logsOf = async (count: number): Promise<string[]> => {
    const body = JSON.stringify({ path: "edges:add", args: { count } });
    return (
      ((await (await fetch(`${url}/api/mutation`, { method: "POST", body })).json()) as { logLines?: string[] })
        .logLines ?? []
    );
  };
  expect(await logsOf(7)).toEqual([]);
  expect(await logsOf(8)).toEqual(["[WARN] Many writes in a single function execution (actual: 8, limit: 10)"]);
});

test("[NST7] a call given limits of its own fails beyond them, alone, and its caller goes on", async () => {
  const world = await start();
  expect(await world.engine.mutation("edges:addWithin", { count: 3, documentsWritten: 3 })).toBe("done");
  expect(await world.engine.mutation("edges:addWithin", { count: 4, documentsWritten: 3 })).toContain(
    "exceeded its transaction limit `documentsWritten` (limit: 3)",
  );
  expect(await world.engine.query("edges:count")).toBe(5);
});

test("[NST5] a handle outlives a deploy, and a deleted function is an error", async () => {
  const world = await start();
  const handle = (await world.engine.mutation("edges:handleOf")) as string;
  const { add: _gone, ...rest } = edges;
  await world.engine.deploy({ edges: async () => rest });
  await expect(world.engine.mutation("edges:callHandle", { handle })).rejects.toThrow("names no deployed function");
  await world.engine.deploy({ edges: async () => edges });
  await world.engine.mutation("edges:callHandle", { handle });
  expect(await world.engine.query("edges:count")).toBe(1);
});

test("[DET5] crypto's randomness comes from the seed inside queries and mutations, and from the system outside", async () => {
  const world = await start({ random: { bytes: (length) => new Uint8Array(length).fill(7) } });
  const [first, second] = [await world.engine.query("edges:random"), await world.engine.query("edges:random")];
  expect(first).toEqual(second);
  expect((first as [string])[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  expect(crypto.getRandomValues(new Uint8Array(16))).not.toEqual(crypto.getRandomValues(new Uint8Array(16)));
});

test("[HTT9] an HTTP action's answer streams, and one beyond the ceiling is cut off", async () => {
  const http = httpRouter();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const text = new TextEncoder();
  const streamed = (async function* parts() {
    yield text.encode("first ");
    await released;
    yield text.encode("second");
  })();
  http.route({
    path: "/stream",
    method: "GET",
    handler: httpActionGeneric(
      async () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              const { value, done } = await streamed.next();
              if (done === true) controller.close();
              else controller.enqueue(value);
            },
          }),
        ),
    ),
  });
  http.route({ path: "/long", method: "GET", handler: httpActionGeneric(async () => new Response("x".repeat(2_000))) });
  await start({ modules: { http: async () => ({ default: http }) }, limits: { httpActionBytes: 1_000 } });
  const reader = (await fetch(`${url}/http/stream`)).body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("first ");
  release();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("second");
  await expect(fetch(`${url}/http/long`).then((response) => response.text())).rejects.toThrow();
});
