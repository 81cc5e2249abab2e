import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { recordEvent, SYSTEM } from "../convex/core/audit/model.ts";
import { aWorld, endWorld } from "../convex/testing/world.testing.ts";
import { startAuditStream } from "./audit-stream.ts";
import type { Backend } from "./backend/port.ts";

const TOKEN = "collector-secret-1";
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await endWorld();
});

interface Taken {
  readonly sequence: number;
  readonly action: string;
  readonly hash: string;
}

/** A collector on a free port; `answer` says with which status it takes each batch. */
async function aCollector(answer: (batch: number) => number = () => 200) {
  const requests: { headers: IncomingMessage["headers"]; events: Taken[] }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({
        headers: request.headers,
        events: body
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Taken),
      });
      response.writeHead(answer(requests.length), { location: "http://127.0.0.1:9/elsewhere" }).end("never read");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect` };
}

/** The real audit trail with this many events in it, and a stream to a collector. */
async function anAuditTrail(count: number) {
  const world = await aWorld();
  const write = (action: string, many: number) =>
    world.run(async (ctx) => {
      for (let each = 0; each < many; each += 1) await recordEvent(ctx, { ...SYSTEM, action, targets: [] });
    });
  await write("demo.happened", count);
  const backend: Pick<Backend, "query" | "mutation"> = {
    query: (path, args = {}) => world.internalQuery(makeFunctionReference<"query">(path) as never, args as never),
    mutation: (path, args = {}) => world.internal(makeFunctionReference<"mutation">(path) as never, args as never),
  };
  const lines: string[] = [];
  const clock = { now: 0 };
  const start = (url: string, token: string | null = TOKEN) => {
    const stream = startAuditStream({
      backend,
      target: { url, token },
      log: { warn: (line) => void lines.push(line) },
      now: () => clock.now,
    });
    endings.push(() => stream.close());
    return stream;
  };
  const state = async () => (await world.rows("auditStreams"))[0];
  const events = async () => (await world.rows("auditEvents")).map(({ sequence, hash }) => [sequence, hash]);
  return { write, lines, clock, start, state, events };
}

const arrived = (requests: readonly { events: readonly Taken[] }[]) =>
  requests.flatMap(({ events }) => events.map(({ sequence, hash }) => [sequence, hash]));

test("every event arrives once, in order, with its hash, and a restart goes on where it was", async () => {
  const { requests, url } = await aCollector();
  const { start, events, write, state } = await anAuditTrail(450);
  const first = start(url);
  await first.sendNew();
  expect(arrived(requests)).toEqual(await events());
  expect(requests.length).toBeGreaterThan(1);
  expect(requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/x-ndjson",
  });
  await first.close();

  await write("demo.happenedLater", 2);
  await start(url).sendNew();
  expect(arrived(requests)).toEqual(await events());
  expect(await state()).toMatchObject({ sentSequence: (await events()).length });
});

test("a batch the collector refuses is sent again after a growing pause, and nothing overtakes it", async () => {
  const { requests, url } = await aCollector((batch) => (batch <= 2 ? 503 : 200));
  const { start, clock, events, state, lines } = await anAuditTrail(3);
  const stream = start(url);
  await stream.sendNew();
  expect(requests).toHaveLength(1);
  expect(await state()).toMatchObject({ sentSequence: 0, error: "the collector answered 503" });
  await stream.sendNew();
  expect(requests).toHaveLength(1);
  clock.now += 10_000;
  await stream.sendNew();
  clock.now += 10_000;
  await stream.sendNew();
  expect(requests).toHaveLength(2);
  clock.now += 10_000;
  await stream.sendNew();
  expect(arrived(requests.slice(2))).toEqual(await events());
  // The same events under the same key each time: a collector that took them before its answer was lost can tell.
  expect(new Set(requests.map(({ headers }) => headers["idempotency-key"]))).toEqual(
    new Set([`1-3:${(await events()).at(-1)?.[1]}`]),
  );
  expect((await state())?.error).toBeUndefined();
  expect(lines).toEqual(["the audit trail could not be sent on: the collector answered 503"]);
});

test("a redirect is not followed and a collector that is away is named without address or token", async () => {
  const { requests, url } = await aCollector(() => 302);
  const { start, state, lines } = await anAuditTrail(1);
  await start(url).sendNew();
  expect(requests).toHaveLength(1);
  await start(`http://127.0.0.1:1/${TOKEN}`).sendNew();
  expect((await state())?.error).toMatch(/^the collector could not be reached/);
  expect((await state())?.sentSequence).toBe(0);
  expect([...lines, JSON.stringify(await state())].join()).not.toMatch(/collector-secret|127\.0\.0\.1/);
});

test("a collector without a token is sent none", async () => {
  const { requests, url } = await aCollector();
  const { start } = await anAuditTrail(1);
  await start(url, null).sendNew();
  expect(requests[0]?.headers.authorization).toBeUndefined();
});
