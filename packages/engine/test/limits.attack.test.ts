/** What somebody who has not signed in, or one caller among many, may not do to the others. */

import { queryGeneric as query } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { Spending } from "../src/lib/spending.ts";
import { createTestEngine, manualClock, type TestEngine, type TestEngineOptions } from "../src/testing/index.ts";
import { add, connect, querySet, rawSocket, type RawSocket } from "./raw-socket.ts";
import { eventually, fixtureModules } from "./support.ts";

/** A query that holds the processor for `ms`. The guarded Date stands still in a query. */
const spin = query({
  handler: async (_ctx, { ms }: { ms: number }) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return "x".repeat(1_000);
  },
});
const modules = { ...fixtureModules, work: async () => ({ spin }) };

async function start(options: Partial<TestEngineOptions>): Promise<{ world: TestEngine; url: string }> {
  const world = await createTestEngine({ modules, adminKey: "embedded|k", ...options });
  onTestFinished(async () => await world.close());
  return { world, url: (await world.serve()).url };
}

async function opened(url: string, from?: { localAddress?: string }): Promise<RawSocket> {
  const socket = await rawSocket(url, from);
  onTestFinished(() => socket.terminate());
  socket.send(connect());
  return socket;
}

const ADMIN = { authorization: "Convex embedded|k" };

function call(
  { engine }: TestEngine,
  path: string,
  body: unknown,
  { ip = "198.51.100.7", headers = {} }: { ip?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return engine.fetch(
    new Request(`http://engine.test${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    { ip, userAgent: null },
  );
}

const spins = (ms: number) => ({ path: "work:spin", args: { ms } });

/** The most processor time this thread spent without letting the event loop turn, while `work` was under way. */
async function longestHoldMs(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const done = work.finally(() => (isOver = true));
  while (!isOver) {
    const before = process.threadCpuUsage();
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await done;
  return longest;
}

test("[HTT10] who has not signed in sends little; who has sends more", async () => {
  const { world } = await start({ limits: { anonymousMessageBytes: 1_000 } });
  const large = { path: "work:spin", args: { ms: 0, more: "x".repeat(2_000) } };
  expect((await call(world, "/api/query", large)).status).toBe(413);
  expect((await call(world, "/api/query_batch", { queries: [large] })).status).toBe(413);
  expect((await call(world, "/echo", large)).status).toBe(413);
  expect((await call(world, "/api/query", large, { headers: ADMIN })).status).toBe(200);
});

test("[HTT10] a body that says it is too long is refused before any of it is read", async () => {
  const { world } = await start({ limits: { anonymousMessageBytes: 1_000 } });
  let pulls = 0;
  const pull = (controller: ReadableStreamDefaultController): void => {
    pulls++;
    controller.enqueue(new Uint8Array(10));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const request = new Request("http://engine.test/api/query", {
    method: "POST",
    headers: { "content-length": "1001" },
    body,
    duplex: "half",
  } as RequestInit);
  expect((await world.engine.fetch(request, { ip: "198.51.100.7", userAgent: null })).status).toBe(413);
  expect(pulls).toBe(0);
});

test("[HTT11] an address that has cost too much is told when to come back, and others are answered", async () => {
  const { world } = await start({ limits: { anonymousWorkMs: 60 } });
  const statuses = new Set<number>();
  for (let i = 0; i < 12; i++) statuses.add((await call(world, "/api/query", spins(20))).status);
  expect([...statuses]).toEqual([200, 429]);
  const refused = await call(world, "/api/query", spins(0));
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await call(world, "/api/query", spins(0), { ip: "203.0.113.9" })).status).toBe(200);
  expect((await call(world, "/api/query", spins(0), { headers: ADMIN })).status).toBe(200);
  world.clock.advance(120_000);
  expect((await call(world, "/api/query", spins(0))).status).toBe(200);
});

test("[HTT11] calls that do nothing cost something, too", async () => {
  const { world } = await start({ limits: { anonymousWorkMs: 10 } });
  const statuses = [];
  for (let i = 0; i < 12; i++)
    statuses.push((await call(world, "/api/mutation", { path: "no:such", args: {} })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
});

test("[HTT11] so is an identity that has caused too much work, wherever it calls from", async () => {
  const { world } = await start({ limits: { identityWorkMs: 60 } });
  const statuses = new Set<number>();
  for (let i = 0; i < 12; i++)
    statuses.add((await call(world, "/api/query", spins(20), { headers: ADMIN, ip: `203.0.113.${i}` })).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await call(world, "/api/query", spins(0))).status).toBe(200);
});

test("[HTT11] what is remembered of callers is bounded: of too many the one touched longest ago is forgotten", () => {
  const spending = new Spending(manualClock(), 10);
  for (const caller of ["first", "second"]) spending.spend(caller, 10);
  for (let i = 0; i < 19_999; i++) spending.spend(`other ${i}`, 1);
  expect([spending.isSpent("first"), spending.isSpent("second")]).toEqual([false, true]);
});

test("[HTT11] wrong tokens count as cost", async () => {
  const { world } = await start({ limits: { anonymousWorkMs: 20 } });
  const statuses = [];
  for (let i = 0; i < 20; i++)
    statuses.push((await call(world, "/api/query", spins(0), { headers: { authorization: "Bearer x.y.z" } })).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});

test("[HTT11] more calls at once than one caller may have are refused, and a place is free again when one ends", async () => {
  const { world } = await start({ limits: { concurrentCalls: 3 } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(world, "/api/query", spins(15))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  expect((await call(world, "/api/query", spins(0))).status).toBe(200);
});

test("[HTT12] a batch leaves the loop free between its queries", async () => {
  const { world } = await start({});
  const batch = call(world, "/api/query_batch", { queries: Array.from({ length: 60 }, () => spins(4)) });
  expect(await longestHoldMs(batch)).toBeLessThan(100);
  expect((await batch).status).toBe(200);
});

test("[HTT12] many single queries at once leave the loop free", async () => {
  const { world } = await start({});
  const queries = Promise.all(Array.from({ length: 60 }, () => call(world, "/api/query", spins(4))));
  expect(await longestHoldMs(queries)).toBeLessThan(100);
});

test("[HTT12] a batch answers no more than one result may have", async () => {
  const { world } = await start({ limits: { resultBytes: 5_000 } });
  expect((await call(world, "/api/query_batch", { queries: Array.from({ length: 3 }, () => spins(0)) })).status).toBe(
    200,
  );
  expect((await call(world, "/api/query_batch", { queries: Array.from({ length: 9 }, () => spins(0)) })).status).toBe(
    413,
  );
});

test("[HTT12] a batch has at most a thousand queries", async () => {
  const { world } = await start({});
  const nothing = { path: "no:such", args: {} };
  expect((await call(world, "/api/query_batch", { queries: Array<object>(1_001).fill(nothing) })).status).toBe(400);
});

test("[HTT13] of more than 16 states held at once the oldest is let go", async () => {
  const { world } = await start({});
  const fixed = [];
  for (let i = 0; i < 17; i++) {
    await world.engine.mutation("messages:send", { channel: "a", body: "x" });
    fixed.push((await (await call(world, "/api/query_ts", {})).json()) as { ts: string });
  }
  const statuses = [];
  for (const { ts } of [fixed[0], fixed[1]] as { ts: string }[])
    statuses.push((await call(world, "/api/query_at_ts", { ...spins(0), ts })).status);
  expect(statuses).toEqual([503, 200]);
});

test("[HTT13] states are not held without a pause, however often somebody asks for one", async () => {
  const { world } = await start({ limits: { statesHeldMs: 30_000 } });
  const fix = async () => {
    await world.engine.mutation("messages:send", { channel: "a", body: "x" });
    return (await call(world, "/api/query_ts", {})).status;
  };
  const statuses = [];
  for (let second = 0; second < 90; second++) {
    statuses.push(await fix());
    world.clock.advance(1_000);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
  expect(statuses.slice(30, 59)).toEqual(Array(29).fill(429));
  expect(statuses[60]).toBe(200);
});

test("[SES9] one address opens a bounded number of sockets without a sign-in; others and who signs in are not affected", async () => {
  const { world, url } = await start({ limits: { anonymousConnectionsPerAddress: 2 } });
  const first = await opened(url);
  await opened(url);
  const third = await opened(url);
  expect(await third.end()).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
  const other = await opened(url, { localAddress: "127.0.0.2" });
  other.send(querySet(0));
  await other.wait("Transition");
  first.send({ type: "Authenticate", tokenType: "Admin", value: "embedded|k", baseVersion: 0 });
  await first.wait("Transition");
  const fourth = await opened(url);
  fourth.send(querySet(0));
  await fourth.wait("Transition");
  expect(world.engine.figures().connections).toBe(4);
});

test("[SES10] a socket nobody signs in on or asks anything on is closed; one with a query stays", async () => {
  const { world, url } = await start({ limits: { unusedConnectionMs: 60_000 } });
  const [silent, unused, used, signedIn] = [
    await rawSocket(url),
    await opened(url),
    await opened(url),
    await opened(url),
  ];
  onTestFinished(() => silent.terminate());
  signedIn.send({ type: "Authenticate", tokenType: "Admin", value: "embedded|k", baseVersion: 0 });
  await signedIn.wait("Transition");
  used.send(querySet(0, add(0, "work:spin", { ms: 0 })));
  await used.wait("Transition");
  await eventually(() => world.engine.figures().connections === 4, "the sockets");
  world.clock.advance(59_000);
  expect([silent.closed, unused.closed]).toEqual([null, null]);
  world.clock.advance(16_000);
  expect(await silent.end()).toEqual({ code: 1000, reason: "UnusedConnection" });
  expect(await unused.end()).toEqual({ code: 1000, reason: "UnusedConnection" });
  expect([used.closed, signedIn.closed]).toEqual([null, null]);
});

test("[SES11] a message too long for somebody who has not signed in closes the socket, whole or not", async () => {
  const { url } = await start({ limits: { anonymousMessageBytes: 1_000 } });
  const whole = await opened(url);
  whole.send(querySet(0, add(0, "work:spin", { ms: 0, more: "x".repeat(2_000) })));
  expect(await whole.end()).toEqual({ code: 1009, reason: "MessageTooLarge" });
  const endless = await opened(url);
  for (let part = 0; part < 4; part++) endless.sendPart("x".repeat(64 * 1024));
  expect((await endless.end()).code).toBe(1006);
  // It is each message that is too long, not what somebody sent in all.
  const patient = await opened(url);
  for (let version = 0; version < 200; version++)
    patient.send(querySet(version, add(version, "work:spin", { ms: 0, more: "x".repeat(800), version })));
  await eventually(
    () => patient.received.some(({ endVersion }) => endVersion?.querySet === 200),
    "the answer to the last message",
  );
  const signedIn = await opened(url);
  signedIn.send({ type: "Authenticate", tokenType: "Admin", value: "embedded|k", baseVersion: 0 });
  await signedIn.wait("Transition");
  signedIn.send(querySet(0, add(0, "work:spin", { ms: 0, more: "x".repeat(400_000) })));
  await signedIn.wait("Transition", 2);
});

test("[SES12] sockets nobody has signed in on share what their address may cost, with a reason the client backs off from", async () => {
  const { url } = await start({ limits: { anonymousWorkMs: 100 } });
  const socket = await opened(url);
  socket.send(querySet(0, ...Array.from({ length: 40 }, (_item, index) => add(index, "work:spin", { ms: 20, index }))));
  expect(await socket.end()).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
  const second = await opened(url);
  second.send(querySet(0, add(0, "work:spin", { ms: 5 })));
  expect(await second.end()).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
});

test("[SES12] messages that ask for nothing cost what it takes to read them", async () => {
  const { url } = await start({ limits: { anonymousWorkMs: 15 } });
  const socket = await opened(url);
  const more = Object.fromEntries(Array.from({ length: 10_000 }, (_item, index) => [`f${index}`, 1]));
  for (let version = 0; version < 20; version++) socket.send({ ...querySet(version), more });
  expect(await socket.end()).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
});
