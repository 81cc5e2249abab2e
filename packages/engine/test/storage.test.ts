import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { anyApi, type ApiFromModules, type PaginationResult } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { eventually, fixtureModules } from "./support.ts";

const { files, messages } = anyApi as unknown as ApiFromModules<{
  files: typeof import("./fixture/files.ts");
  messages: typeof import("./fixture/messages.ts");
}>;
/** Where clients reach the engine; the listener of a test has another port each time. */
const ORIGIN = "http://engine.test";
const FILE_BYTES = 1_000_000;

let folder: string;
let world: TestEngine;
let url: string;

async function start(limits: { filesPerUploadUrl?: number } = {}): Promise<void> {
  world = await createTestEngine({
    modules: fixtureModules,
    dataDir: folder,
    origin: ORIGIN,
    limits: { fileBytes: FILE_BYTES, ...limits },
  });
  ({ url } = await world.serve());
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  await start();
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const here = (address: string): string => address.replace(ORIGIN, url);
const sha256 = (content: string): Buffer => createHash("sha256").update(content).digest();
const blobsOnDisk = (): string[] =>
  readdirSync(join(folder, "blobs"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );

async function upload(content: string, headers: Record<string, string> = {}): Promise<Response> {
  const to = here((await world.engine.mutation(files.uploadUrl)) as string);
  return await fetch(to, { method: "POST", body: new TextEncoder().encode(content), headers });
}

async function uploaded(content: string, type = "text/plain"): Promise<string> {
  return ((await (await upload(content, { "content-type": type })).json()) as { storageId: string }).storageId;
}

async function urlOf(id: string): Promise<string> {
  const address = (await world.engine.query(files.url, { id })) as string | null;
  return address === null ? "" : here(address);
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

test("[FIL1] what the official clients upload is what its URL gives, with type and digest", async () => {
  const client = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true });
  const live = world.connect();
  const to = here(await live.mutation(files.uploadUrl, {}));
  const sent = await fetch(to, {
    method: "POST",
    body: "hello",
    headers: { "content-type": "text/plain", origin: "http://app.test" },
  });
  const { storageId } = (await sent.json()) as { storageId: string };
  expect(sent.headers.get("access-control-allow-origin")).toBe("http://app.test");
  const got = await fetch(here((await client.query(files.url, { id: storageId })) as string));
  expect([got.status, await got.text()]).toEqual([200, "hello"]);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "text/plain",
    "content-length": "5",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=2592000",
    digest: `sha-256=${sha256("hello").toString("base64")}`,
    "x-content-type-options": "nosniff",
  });
});

test("[FIL1] equal contents have ids of their own, and an empty file is a file", async () => {
  const [one, two] = [await uploaded("same"), await uploaded("same")];
  expect(one).not.toBe(two);
  expect(blobsOnDisk()).toHaveLength(1);
  const empty = await fetch(await urlOf(await uploaded("")), { headers: { range: "bytes=0-5" } });
  expect([empty.status, await empty.text()]).toEqual([200, ""]);
});

test("[FIL2] an upload token lasts an hour, also over a restart; nothing else opens the door", async () => {
  const to = new URL((await world.engine.mutation(files.uploadUrl)) as string);
  await world.close();
  await start();
  const again = `${url}${to.pathname}${to.search}`;
  const send = (address: string): Promise<Response> => fetch(address, { method: "POST", body: "x" });
  expect((await send(again)).status).toBe(200);
  expect(await codeOf(await send(`${again}x`))).toEqual([401, "StorageTokenInvalid"]);
  expect(await codeOf(await send(`${url}/api/storage/upload`))).toEqual([401, "StorageTokenInvalid"]);
  world.clock.advance(60 * 60 * 1000);
  expect(await codeOf(await send(again))).toEqual([401, "StorageTokenExpired"]);
  expect(await world.engine.query(files.documents)).toHaveLength(1);
});

test("[FIL11] an upload URL that is good for one file takes one, over restarts and deletions; failed uploads do not count", async () => {
  const restart = async (): Promise<void> => {
    await world.close();
    await start({ filesPerUploadUrl: 1 });
  };
  await restart();
  const to = new URL((await world.engine.mutation(files.uploadUrl)) as string);
  const send = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${to.pathname}${to.search}`, { method: "POST", body, headers });
  expect(await codeOf(await send("x", { digest: `sha-256=${sha256("y").toString("base64")}` }))).toEqual([
    400,
    "DigestMismatch",
  ]);
  const both = await Promise.all([send("one"), send("two")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(await codeOf(await send("three"))).toEqual([401, "StorageTokenUsed"]);
  await restart();
  expect(await codeOf(await send("four"))).toEqual([401, "StorageTokenUsed"]);
  const next = new URL((await world.engine.mutation(files.uploadUrl)) as string);
  const sent = await fetch(`${url}${next.pathname}${next.search}`, { method: "POST", body: "five" });
  await world.engine.mutation(files.remove, { id: ((await sent.json()) as { storageId: string }).storageId });
  expect(await codeOf(await fetch(`${url}${next.pathname}${next.search}`, { method: "POST", body: "six" }))).toEqual([
    401,
    "StorageTokenUsed",
  ]);
  expect(await world.engine.query(files.documents)).toHaveLength(1);
});

test("[FIL11] otherwise it takes any number of files for its hour", async () => {
  const to = here((await world.engine.mutation(files.uploadUrl)) as string);
  for (const body of ["one", "two"]) expect((await fetch(to, { method: "POST", body })).status).toBe(200);
  expect(await world.engine.query(files.documents)).toHaveLength(2);
});

test("[FIL3] an upload that is not what it says it is, or is too large, leaves nothing", async () => {
  const digest = `sha-256=${sha256("hello").toString("base64")}`;
  expect((await upload("hello", { digest })).status).toBe(200);
  expect(await codeOf(await upload("other", { digest }))).toEqual([400, "DigestMismatch"]);
  expect(await codeOf(await upload("hello", { digest: "md5=x" }))).toEqual([400, "BadDigest"]);
  expect(await codeOf(await upload("x".repeat(FILE_BYTES + 1)))).toEqual([413, "FileTooLarge"]);
  const to = here((await world.engine.mutation(files.uploadUrl)) as string);
  let sentChunks = 0;
  const undeclared = new ReadableStream({
    async pull(controller) {
      if (sentChunks++ < 100) controller.enqueue(new Uint8Array(65_536));
      else controller.close();
    },
  });
  const refused = await fetch(to, { method: "POST", body: undeclared, duplex: "half" } as RequestInit).then(
    ({ status }) => status,
    () => "cut off",
  );
  expect([413, "cut off"]).toContain(refused);
  expect([blobsOnDisk().length, ((await world.engine.query(files.documents)) as unknown[]).length]).toEqual([1, 1]);
});

test("[FIL3] an upload that breaks off leaves nothing, and the engine serves on", async () => {
  const to = here((await world.engine.mutation(files.uploadUrl)) as string);
  const sending = httpRequest(to, { method: "POST", headers: { "content-length": "100" } });
  const cut = new Promise((resolve) => sending.on("error", resolve));
  sending.write("only a part");
  await eventually(
    () => readdirSync(folder).includes("blobs") && readdirSync(join(folder, "blobs", "incoming")).length === 1,
    "the upload to begin",
  );
  sending.destroy();
  await cut;
  await eventually(() => readdirSync(join(folder, "blobs", "incoming")).length === 0, "the part to be removed");
  expect(await world.engine.query(files.documents)).toEqual([]);
  expect(await (await fetch(await urlOf(await uploaded("next")))).text()).toBe("next");
});

test("[FIL4] one range of bytes is served as such, one outside is refused", async () => {
  const address = await urlOf(await uploaded("0123456789"));
  const range = async (range: string): Promise<[number, string | null, string]> => {
    const response = await fetch(address, { headers: { range } });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  expect(await range("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await range("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await range("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await range("bytes=5-100")).toEqual([206, "bytes 5-9/10", "56789"]);
  expect(await range("bytes=10-")).toEqual([416, "bytes */10", ""]);
  expect(await range("bytes=0-1,4-5")).toEqual([200, null, "0123456789"]);
  const head = await fetch(address, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});

test("[FIL4] a missing file and a path that is none are told apart", async () => {
  expect(await codeOf(await fetch(`${url}/api/storage/00000000-0000-4000-8000-000000000000`))).toEqual([
    404,
    "FileNotFound",
  ]);
  expect(await codeOf(await fetch(`${url}/api/storage/${await uploaded("x")}`))).toEqual([400, "InvalidStoragePath"]);
  expect(await (await fetch(`${url}/api/storage/nonsense`)).json()).toMatchObject({
    message: expect.stringContaining('Invalid storage path: "nonsense". Please use `storage.getUrl()`') as string,
  });
});

test("[FIL5] a file answers to its id and to its UUID; a missing one is null, its deletion an error", async () => {
  const id = await uploaded("hello", "text/css");
  const { storageId: uuid, ...rest } = (await world.engine.query(files.metadata, { id })) as { storageId: string };
  expect(rest).toEqual({ sha256: sha256("hello").toString("hex"), size: 5, contentType: "text/css" });
  expect(await urlOf(uuid)).toBe(await urlOf(id));
  expect(await urlOf(id)).toBe(`${url}/api/storage/${uuid}`);
  await world.engine.mutation(files.remove, { id: uuid });
  expect([await urlOf(id), await world.engine.query(files.metadata, { id })]).toEqual(["", null]);
  await expect(world.engine.mutation(files.remove, { id })).rejects.toThrow(`storage id ${id} not found`);
});

test("[FIL5] an id that names no file is refused in Convex's words, whatever it is for", async () => {
  const other = (await world.engine.mutation("messages:send", { channel: "c", body: "no file" })) as string;
  const unreadable = `Invalid storage ID: "garbage". Storage ID should be an Id of '_storage' table, or a UUID string.`;
  const foreign = "Invalid storage ID. Storage ID cannot be an ID on any table other than '_storage'.";
  const told = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => "",
      (error: Error) => /Uncaught Error: (.*)/.exec(error.message)?.[1] ?? error.message,
    );
  for (const [id, why] of [
    ["garbage", unreadable],
    [other, foreign],
  ] as const) {
    expect(await told(world.engine.query(files.url, { id }))).toBe(
      `Invalid argument \`storageId\` for \`storage.getUrl\`: ${why}`,
    );
    expect(await told(world.engine.query(files.metadata, { id }))).toBe(
      `Invalid argument \`storageId\` for \`storage.getMetadata\`: ${why}`,
    );
    expect(await told(world.engine.mutation(files.remove, { id }))).toBe(
      `Invalid argument \`storageId\` for \`storage.delete\`: ${why}`,
    );
  }
});

test("[FIL6] a deletion takes effect at its commit, and subscribers hear of it", async () => {
  const id = await uploaded("hello");
  const address = await urlOf(id);
  const seen: unknown[] = [];
  world.connect().onUpdate(files.url, { id }, (value) => seen.push(value));
  await eventually(() => seen.length === 1, "the first answer");
  await world.engine.mutation(files.removeThenThrow, { id }).catch(() => undefined);
  expect((await fetch(address)).status).toBe(200);
  await world.engine.mutation(files.remove, { id });
  expect((await fetch(address)).status).toBe(404);
  await eventually(() => seen.length === 2, "the second answer");
  expect(seen.map((value) => value && here(value as string))).toEqual([address, null]);
  expect(blobsOnDisk()).toEqual([]);
});

test("[FIL6] what a nested mutation deleted and took back is still there", async () => {
  const [id, kept] = [await uploaded("one"), await uploaded("two")];
  await world.engine.mutation(files.removeInside, { id, kept });
  expect([await urlOf(id), await (await fetch(await urlOf(kept))).text()]).toEqual(["", "two"]);
  expect(blobsOnDisk()).toHaveLength(1);
});

test("[FIL7] a content stays as long as a document names it", async () => {
  const [one, two] = [await uploaded("shared"), await uploaded("shared")];
  await world.engine.mutation(files.remove, { id: one });
  expect(await (await fetch(await urlOf(two))).text()).toBe("shared");
  await world.engine.action(files.removeInAction, { id: two });
  expect(blobsOnDisk()).toEqual([]);
});

test("[FIL7] files survive a restart, and contents that a crash left are swept", async () => {
  const id = await uploaded("kept");
  await world.close();
  const orphan = sha256("left by a crash").toString("hex");
  mkdirSync(join(folder, "blobs", orphan.slice(0, 2)), { recursive: true });
  writeFileSync(join(folder, "blobs", orphan.slice(0, 2), orphan), "left by a crash");
  await start();
  expect(await (await fetch(await urlOf(id))).text()).toBe("kept");
  expect(blobsOnDisk()).toHaveLength(1);
});

test("[FIL8] actions store, read and delete at once", async () => {
  const stored = (await world.engine.action(files.keepInAction, { text: "a,b" })) as {
    id: string;
    url: string;
    again: string;
    type: string;
  };
  expect(stored).toMatchObject({ again: "a,b", type: "text/csv" });
  expect(await (await fetch(here(stored.url))).text()).toBe("a,b");
  expect(await world.engine.action(files.removeInAction, { id: stored.id })).toBeNull();
  await expect(
    world.engine.action(files.keepInAction, { text: "x", sha256: sha256("y").toString("hex") }),
  ).rejects.toThrow("The SHA-256 of the file is");
  expect(blobsOnDisk()).toEqual([]);
});

test("[FIL8] mutations store and read within their transaction", async () => {
  const stored = (await world.engine.mutation(files.keep, {
    text: "note",
    sha256: sha256("note").toString("hex"),
  })) as { id: string; again: string };
  expect(stored.again).toBe("note");
  expect(await (await fetch(await urlOf(stored.id))).text()).toBe("note");
  await expect(world.engine.mutation(files.keep, { text: "lost", fails: true })).rejects.toThrow("after storing");
  expect([blobsOnDisk().length, ((await world.engine.query(files.documents)) as unknown[]).length]).toEqual([1, 1]);
});

test("[FIL9] db.system shows files without what opens them, and no other table of the engine's", async () => {
  const id = await uploaded("hello");
  const document = {
    _id: id,
    _creationTime: expect.any(Number) as number,
    sha256: sha256("hello").toString("base64"),
    size: 5,
    contentType: "text/plain",
  };
  expect(await world.engine.query(files.document, { id: id as never })).toEqual(document);
  expect(await world.engine.query(files.documents)).toEqual([document]);
  const cron = {
    export: () =>
      JSON.stringify({
        tick: { name: "jobs:append", args: [{ body: "x" }], schedule: { type: "interval", hours: 1 } },
      }),
    isCrons: true,
  };
  await world.engine.deploy({ ...fixtureModules, crons: async () => ({ default: cron }) });
  expect(await world.engine.query(files.privateTables)).toMatchObject({ crons: [] });
});

test("[FIL5] a content that is not there any more is told without where it lay", async () => {
  const id = await uploaded("soon gone");
  for (const name of blobsOnDisk()) rmSync(join(folder, "blobs", name));
  const told = await world.engine.action(files.readInAction, { id }).catch((error: unknown) => String(error));
  expect(told).toContain("The content of the file is missing");
  expect(told).not.toContain(folder);
});

test("[FIL10] contents that a browser might run cannot run as the app", async () => {
  const policy = async (type: string): Promise<string | null> =>
    (await fetch(await urlOf(await uploaded("x", type)))).headers.get("content-security-policy");
  for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml"])
    expect(await policy(type)).toBe("sandbox");
  // Of several types in one header a browser goes by the last.
  for (const type of [
    "text/plain,text/html",
    "image/png; a=b, text/html",
    'text/plain; a="x", text/html',
    "text/plainish",
  ])
    expect(await policy(type)).toBe("sandbox");
  for (const type of ["image/png", "application/pdf", "text/plain", "text/plain; charset=utf-8", "audio/x-wav"])
    expect(await policy(type)).toBeNull();
});

test("[STO7] closed while its log is being copied, the database is one file that holds everything", async () => {
  const size = (): number => statSync(join(folder, "engine.db")).size;
  const body = "x".repeat(900_000);
  const before = size();
  let sent = 0;
  // The thread makes the file longer in the midst of its work.
  for (; size() === before; sent += 1) await world.engine.mutation(messages.send, { channel: "long", body });
  await world.engine.close();

  expect(readdirSync(folder)).not.toContain("engine.db-wal");
  const copy = await createTestEngine({ modules: fixtureModules, dataDir: `:memory:${folder}` });
  let found = 0;
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const paginationOpts = { numItems: 8, cursor };
    const page = (await copy.engine.query(messages.page, {
      channel: "long",
      paginationOpts,
    })) as PaginationResult<unknown>;
    found += page.page.length;
    ({ continueCursor: cursor, isDone } = page);
  }
  expect(found).toBe(sent);
  await copy.close();
  await start();
});
