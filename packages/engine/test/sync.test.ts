import { anyApi } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { eventually, fixtureModules } from "./support.ts";

const api = anyApi as any; // the fixture has no generated API

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

test("[SYN4] when a mutation resolves its effects have reached every subscription of the client", async () => {
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
