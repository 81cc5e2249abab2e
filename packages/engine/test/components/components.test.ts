/** Components: our own in every respect, and published ones by running their code. */

import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { anyApi } from "convex/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Code, type CodeVersion } from "../../serve/code.ts";
import { createTestEngine, type TestEngine } from "../../src/testing/index.ts";
import { add, connect, querySet, rawSocket } from "../raw-socket.ts";
import { eventually } from "../support.ts";

const own = anyApi["own"]!;
const adminKey = "components|0123456789";
let code: Code;
let kept: string;
let version: CodeVersion;
let world: TestEngine;
let url: string;

beforeAll(async () => {
  kept = mkdtempSync(path.join(tmpdir(), "engine-kept-"));
  code = new Code(path.join(import.meta.dirname, "app"), kept);
  version = await code.bundle();
});
afterAll(() => {
  code.close();
  rmSync(kept, { recursive: true });
});
beforeEach(async () => {
  world = await createTestEngine({ ...version, adminKey, env: { NAME: "the app", SECRET: "hidden" } });
  ({ url } = await world.serve());
});
afterEach(async () => await world.close());

const get = (of: string, name: string) => world.engine.query("own:get", { of, name });
const call = (of: string, fn: string, args: object = {}) => world.engine.query("own:call", { of, fn, args });
const change = (of: string, fn: string, args: object = {}) => world.engine.mutation("own:change", { of, fn, args });

test("[COM1] two installations of a component and the app have tables of their own", async () => {
  for (let i = 0; i < 3; i++) await world.engine.mutation("own:increment", { of: "one", name: "x" });
  await world.engine.mutation("own:increment", { of: "two", name: "x" });
  expect([await get("one", "x"), await get("two", "x")]).toEqual([3, 1]);
  expect(await world.engine.query("own:tables")).toBe(0);
});

test("[COM1] an id of a component is nothing elsewhere", async () => {
  await world.engine.mutation("own:increment", { of: "one", name: "x" });
  const id = (await call("one", "firstId")) as string;
  expect(await call("one", "read", { id })).toMatchObject({ value: 1 });
  expect(await call("two", "read", { id })).toBeNull();
  expect(await world.engine.query("own:readHere", { id })).toBeNull();
  await change("one", "link", { id });
  await expect(change("two", "link", { id })).rejects.toThrow("does not match the schema");
});

test("[COM2] a call into a component is part of the caller's transaction", async () => {
  await world.engine.mutation("own:both");
  await expect(world.engine.mutation("own:both", { fails: true })).rejects.toThrow("the app fails");
  expect([await get("one", "both"), ((await world.engine.query("own:notes")) as string[]).length]).toEqual([1, 1]);
  await world.engine.mutation("own:both", { catches: true });
  expect(await get("one", "both")).toBe(2);
});

test("[COM2] a live query over a component runs again when the component's data changes", async () => {
  const shown: number[] = [];
  world
    .connect()
    .onUpdate(
      own["get"] as never,
      { of: "one", name: "x" } as never,
      (value: unknown) => void shown.push(value as number),
    );
  await eventually(() => shown.length === 1, "the first result");
  await world.engine.mutation("own:increment", { of: "two", name: "x" });
  await world.engine.mutation("own:increment", { of: "one", name: "x" });
  await eventually(() => shown.length === 2, "the change");
  expect(shown).toEqual([0, 1]);
});

test("[COM3] only public functions of a direct child can be called, and by no client", async () => {
  await expect(call("one", "addLater")).rejects.toThrow("Component one has no public function lib/addLater");
  await expect(call("three", "get")).rejects.toThrow("Component three is not installed");
  const asked = (headers: Record<string, string>, body: object) =>
    fetch(`${url}/api/function`, {
      method: "POST",
      headers,
      body: JSON.stringify({ path: "lib:get", args: { name: "x" }, ...body }),
    });
  expect((await asked({}, { componentPath: "one" })).status).toBe(403);
  const admin = { authorization: `Convex ${adminKey}` };
  expect(await (await asked(admin, { componentPath: "one" })).json()).toMatchObject({ status: "success", value: 0 });
  expect(await (await asked(admin, { componentPath: "nine" })).json()).toMatchObject({
    code: "BadRequest",
    message: 'Component "nine" is not installed',
  });
  await expect(world.connect().query(anyApi["lib"]!["get"] as never, { name: "x" } as never)).rejects.toThrow(
    "Could not find public function for 'lib:get'",
  );
});

test("[COM3] on a socket, a component's functions are for admins", async () => {
  const asked = async (greeting: object[]): Promise<{ value?: unknown; errorMessage?: string }> => {
    const socket = await rawSocket(url);
    for (const message of [connect(), ...greeting]) socket.send(message);
    socket.send({ ...querySet(0), modifications: [{ ...add(0, "lib:get", { name: "x" }), componentPath: "one" }] });
    const last = await eventually(
      () => socket.received.flatMap((message) => (message["modifications"] ?? []) as object[])[0],
      "an answer",
    );
    socket.terminate();
    return last;
  };
  expect((await asked([])).errorMessage).toContain("Could not find public function for 'lib:get'");
  expect((await asked([{ type: "Authenticate", tokenType: "Admin", baseVersion: 0, value: adminKey }])).value).toBe(0);
});

test("[COM3] a component reaches the app by a handle it was given, in the same transaction and the caller's name", async () => {
  await world.as({ subject: "ada" }).mutation("own:callMeBack");
  expect(await world.engine.query("own:notes")).toEqual(["from the component for ada"]);
});

test("[COM4] a component sees nobody signed in, and of the environment what it was given", async () => {
  const about = (of: string) => world.as({ subject: "ada" }).query("own:call", { of, fn: "about", args: {} });
  const site = (await world.engine.query(async () => process.env["CONVEX_SITE_URL"] ?? "")) as string;
  expect(await about("one")).toEqual({ identity: null, greeting: "hello", hidden: null, site: `${site}/one` });
  expect(await about("two")).toEqual({ identity: null, greeting: "the app", hidden: null, site });
  const shown: { greeting: string }[] = [];
  world
    .connect()
    .onUpdate(
      own["call"] as never,
      { of: "two", fn: "about", args: {} } as never,
      (value: unknown) => void shown.push(value as never),
    );
  await eventually(() => shown.length === 1, "the first result");
  await world.engine.setEnv({ NAME: "renamed" });
  await eventually(() => shown.length === 2, "the changed variable");
  expect(shown.map(({ greeting }) => greeting)).toEqual(["the app", "renamed"]);
});

test("[COM5] what a component schedules runs in it, and is seen by it alone", async () => {
  const id = (await change("one", "schedule", { name: "later" })) as string;
  expect(await call("one", "job", { id })).toMatchObject({ name: "lib.js:addLater", state: { kind: "pending" } });
  expect(await call("two", "job", { id })).toBeNull();
  world.clock.advance(1000);
  await world.engine.scheduler.runDue();
  expect([await get("one", "later"), await get("two", "later")]).toEqual([1, 0]);
});

test("[COM5] crons of components run in each installation", async () => {
  await world.engine.scheduler.idle();
  const before = (await get("one", "cron")) as number;
  world.clock.advance(60_000);
  await world.engine.scheduler.runDue();
  expect([await get("one", "cron"), await get("two", "cron")]).toEqual([before + 1, before + 1]);
});

test("[COM6] HTTP actions of a component answer below its prefix", async () => {
  await world.engine.mutation("own:increment", { of: "one", name: "http" });
  expect(await (await fetch(`${url}/http/one/count`)).text()).toBe("1");
  expect(await (await fetch(`${url}/http/count`)).text()).toBe("the app's");
  expect(await (await fetch(`${url}/http/onecount`)).text()).toBe("the app's");
  expect(await (await fetch(`${url}/http/anything`)).text()).toBe("the app's");
  expect(await (await fetch(`${url}/http/one/anything`)).text()).toBe("No HttpAction routed for /one/anything");
  expect(await (await fetch(`${url}/http/silent/anything`)).text()).toBe("No HttpAction routed for /silent/anything");
});

test("[COM7] paginate is for the app only", async () => {
  await expect(call("one", "pages")).rejects.toThrow("paginate() is only supported in the app.");
});

test("[COM8] @convex-dev/rate-limiter limits, and gives back what a failed mutation took", async () => {
  const client = world.connect();
  const send = (args: object = {}): Promise<unknown> =>
    client.mutation(anyApi["ecosystem"]!["send"] as never, args as never);
  for (let i = 0; i < 3; i++) await expect(send({ fails: true })).rejects.toThrow("after the limit");
  const sent = [];
  for (let i = 0; i < 3; i++) sent.push(await send());
  expect(sent).toEqual([true, true, false]);
  world.clock.advance(60_000);
  expect(await send()).toBe(true);
});

test("[COM8] @convex-dev/aggregate counts and sums, live", async () => {
  const shown: unknown[] = [];
  world
    .connect()
    .onUpdate(anyApi["ecosystem"]!["standing"] as never, {} as never, (value: unknown) => void shown.push(value));
  await eventually(() => shown.length === 1, "the first result");
  for (const [name, score] of [
    ["a", 5],
    ["b", 9],
    ["c", 7],
  ] as const)
    await world.engine.mutation("ecosystem:score", { name, score });
  await eventually(() => (shown.at(-1) as { count: number }).count === 3, "three scores");
  expect(shown.at(-1)).toMatchObject({ count: 3, highest: 9 });
});

test("[COM8] @convex-dev/migrations changes every document in scheduled batches", async () => {
  for (let score = 0; score < 5; score++) await world.engine.mutation("ecosystem:score", { name: "x", score });
  await world.engine.mutation("ecosystem:migrate");
  await world.engine.scheduler.runDue();
  await world.engine.scheduler.idle();
  expect(await world.engine.query("ecosystem:doubled")).toEqual([0, 2, 4, 6, 8]);
});

test("[COM8] @convex-dev/workflow runs its steps in order, over its own workpool", async () => {
  await world.engine.mutation("ecosystem:begin", { words: ["one", "three"] });
  for (let turn = 0; turn < 60; turn++) {
    world.clock.advance(500);
    await world.engine.scheduler.runDue();
  }
  expect(await world.engine.query("own:notes")).toEqual(["one", "three", "8 letters"]);
});

/** A URL of the deployment at the address it has in this test. */
const here = (address: unknown): string => String(address).replace(/^https?:\/\/[^/]+/, url);

/** Uploads a text to a component; resolves to its storage id. */
async function upload(of: string, text: string): Promise<string> {
  const response = await fetch(here(await change(of, "uploadUrl")), { method: "POST", body: text });
  return ((await response.json()) as { storageId: string }).storageId;
}

test("[COM10] a component keeps files of its own, which its URLs show", async () => {
  const id = await upload("one", "kept by one");
  expect(await (await fetch(here(await call("one", "fileUrl", { id })))).text()).toBe("kept by one");
  expect(await call("two", "fileUrl", { id })).toBeNull();
  const address = here(await call("one", "fileUrl", { id }));
  expect(new URL(address).searchParams.get("component")).toBe("one");
  const status = async (of: string): Promise<number> => (await fetch(address.replace(/component=.*/, of))).status;
  expect([await status("component=two"), await status("component="), await status("")]).toEqual([404, 404, 200]);
  expect([await call("one", "files"), await call("two", "files")]).toEqual([1, 0]);
  expect(await world.engine.query(async (ctx) => await ctx.storage.getUrl(id as never))).toBeNull();
});

test("[COM9] a snapshot holds the data of components, and brings it back", async () => {
  for (const name of ["x", "y"]) await world.engine.mutation("own:increment", { of: "one", name });
  await world.engine.mutation("own:both");
  const id = await upload("one", "in the snapshot");
  const folder = mkdtempSync(path.join(tmpdir(), "engine-components-"));
  try {
    const exported = async (engine: TestEngine["engine"], name: string): Promise<string> => {
      const file = path.join(folder, name);
      await engine.exportSnapshot(createWriteStream(file));
      return file;
    };
    const first = await exported(world.engine, "first.zip");
    const other = await createTestEngine({ ...version, env: { NAME: "other" } });
    await other.engine.importSnapshot(first, { mode: "replaceAll" });
    expect(await other.engine.query("own:get", { of: "one", name: "x" })).toBe(1);
    expect(await other.engine.query("own:get", { of: "two", name: "x" })).toBe(0);
    expect(await other.engine.query("own:notes")).toEqual(["with the count"]);
    const files = (of: string) => other.engine.query("own:call", { of, fn: "files", args: {} });
    expect([await files("one"), await files("two")]).toEqual([1, 0]);
    expect(await other.engine.query("own:call", { of: "one", fn: "fileUrl", args: { id } })).not.toBeNull();
    expect(readFileSync(await exported(other.engine, "second.zip")).equals(readFileSync(first))).toBe(true);
    await other.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
