import { afterEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { api, eventually, fixtureModules } from "./support.ts";

let world: TestEngine;
afterEach(async () => await world.close());

async function aWorld(): Promise<TestEngine> {
  world = await createTestEngine({ modules: fixtureModules });
  await world.serve();
  return world;
}

test("[SYN1] a client queries, mutates and runs actions over one socket", async () => {
  const { connect } = await aWorld();
  const client = connect();
  expect(await client.query(api.messages.list, { channel: "a" })).toEqual([]);
  await client.mutation(api.messages.send, { channel: "a", body: "one" });
  expect(await client.query(api.messages.list, { channel: "a" })).toEqual(["one"]);
  expect(await client.action(api.odd.viaAction, { channel: "a" })).toEqual(["one", "from action"]);
});

test("[SYN2] when a mutation resolves its effects have reached every subscription of the client", async () => {
  const { connect } = await aWorld();
  const client = connect();
  const seen: string[][] = [];
  client.onUpdate(api.messages.list, { channel: "a" }, (value: string[]) => seen.push(value));
  await eventually(() => seen.length === 1, "the first result");
  for (let i = 0; i < 20; i++) {
    await client.mutation(api.messages.send, { channel: "a", body: String(i) });
    expect(seen.at(-1)?.length).toBe(i + 1);
  }
});

test("[SYN3] a write re-runs only the queries whose index ranges it touches", async () => {
  const { connect, engine } = await aWorld();
  const client = connect();
  const seen = { a: 0, b: 0, count: 0 };
  client.onUpdate(api.messages.list, { channel: "a" }, () => seen.a++);
  client.onUpdate(api.messages.list, { channel: "b" }, () => seen.b++);
  client.onUpdate(api.counters.get, { name: "x" }, () => seen.count++);
  await eventually(() => seen.a === 1 && seen.b === 1 && seen.count === 1, "the first results");
  const before = engine.figures().executions;
  await client.mutation(api.messages.send, { channel: "a", body: "one" });
  expect(seen).toEqual({ a: 2, b: 1, count: 1 });
  expect(engine.figures().executions).toBe(before + 1);
});

test("[SYN4] subscribers of the same query share one execution and later ones find its result", async () => {
  const { connect, engine } = await aWorld();
  const clients = Array.from({ length: 10 }, () => connect());
  const seen = clients.map(() => [] as string[][]);
  clients.forEach((client, i) =>
    client.onUpdate(api.messages.list, { channel: "a" }, (value: string[]) => seen[i]?.push(value)),
  );
  await eventually(() => seen.every((values) => values.length === 1), "all first results");
  expect(engine.figures().executions).toBe(1);
  expect(engine.figures().subscriptions).toBe(1);
  await clients[0]?.mutation(api.messages.send, { channel: "a", body: "one" });
  await eventually(() => seen.every((values) => values.length === 2), "all updates");
  expect(engine.figures().executions).toBe(2);
});

test("[SYN5] an unchanged result is not sent again", async () => {
  const { connect, engine } = await aWorld();
  const client = connect();
  let updates = 0;
  const id = await client.mutation(api.messages.send, { channel: "a", body: "same" });
  client.onUpdate(api.messages.list, { channel: "a" }, () => updates++);
  await eventually(() => updates === 1, "the first result");
  const before = engine.figures().executions;
  await client.mutation(api.messages.edit, { id, body: "same" });
  expect(engine.figures().executions).toBe(before + 1);
  expect(updates).toBe(1);
});

test("[SYN6] all queries of a socket move to one timestamp together", async () => {
  const { connect } = await aWorld();
  const reader = connect();
  const writer = connect();
  const local = reader.client;
  const pairs: [number, number][] = [];
  local.subscribe("messages", {});
  local.subscribe("messages:list", { channel: "a" });
  local.addOnTransitionHandler(() => {
    const total = local.localQueryResult("messages", {}) as number | undefined;
    const list = local.localQueryResult("messages:list", { channel: "a" }) as string[] | undefined;
    if (total !== undefined && list !== undefined) pairs.push([total, list.length]);
  });
  await Promise.all(
    Array.from({ length: 30 }, (_, i) => writer.mutation(api.messages.send, { channel: "a", body: String(i) })),
  );
  await eventually(() => pairs.at(-1)?.[0] === 30, "the last state");
  expect(pairs.filter(([total, length]) => total !== length)).toEqual([]);
});

test("[SYN7] mutations of one client run in the order they were sent", async () => {
  const { connect, engine } = await aWorld();
  const client = connect();
  const results = await Promise.all(
    Array.from({ length: 50 }, () => client.mutation(api.counters.increment, { name: "n" })),
  );
  expect(results).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(await engine.query("counters:get", { name: "n" })).toBe(50);
});

test("[SYN8] a removed subscription is not run any more", async () => {
  const { connect, engine } = await aWorld();
  const client = connect();
  let updates = 0;
  const stop = client.onUpdate(api.messages.list, { channel: "a" }, () => updates++);
  await eventually(() => updates === 1, "the first result");
  stop();
  await client.mutation(api.messages.send, { channel: "b", body: "x" });
  const before = engine.figures().executions;
  await client.mutation(api.messages.send, { channel: "a", body: "x" });
  expect(engine.figures().executions).toBe(before);
  expect(updates).toBe(1);
});

test("[SYN9] a page ends where it ended before when rows are added inside it", async () => {
  const { connect, engine } = await aWorld();
  for (const body of ["1", "2", "3", "4"]) await engine.mutation("messages:send", { channel: "a", body });
  const client = connect();
  const pages: { page: { body: string }[]; isDone: boolean }[] = [];
  client.onUpdate(api.messages.page, { channel: "a", paginationOpts: { numItems: 2, cursor: null } }, (value) =>
    pages.push(value as (typeof pages)[number]),
  );
  await eventually(() => pages.length === 1, "the first page");
  expect(pages[0]?.page.map(({ body }) => body)).toEqual(["1", "2"]);
  const ids = (await engine.query("messages:page", { channel: "a", paginationOpts: { numItems: 1, cursor: null } }))
    .page;
  await engine.mutation("messages:remove", { id: ids[0]._id });
  await eventually(() => pages.length === 2, "the page without its first row");
  expect(pages[1]?.page.map(({ body }) => body)).toEqual(["2"]);
});
