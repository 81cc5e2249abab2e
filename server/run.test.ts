/**
 * The portal's own process, with the real backend and stub pages, and what it does about errors that nobody catches.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { scryptSync } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ConvexClient } from "convex/browser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../convex/migrations/all.ts";
import { DEMO_ACCOUNTS } from "../demo/world/accounts.ts";
import { bundlePortal } from "../tools/lib/bundle-functions.ts";
import { freePort } from "../tools/lib/free-port.ts";
import { root } from "../tools/lib/runtime.mjs";
import { modesBelow, OWNER_ONLY } from "./data/owner-only.testing.ts";

/**
 * Pages that fail as told: `/late?stack=...` throws after its answer; the first start of a folder with this file throws
 * while it starts.
 */
const PAGES = `
import { existsSync, rmSync } from "node:fs";
const broken = process.env.DATA_DIR + "/broken-start";
if (existsSync(broken)) { rmSync(broken); setImmediate(() => { throw new Error("stray start"); }); }
export default { fetch: async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const stack = searchParams.get("stack");
  if (pathname === "/late") setImmediate(() => { throw Object.assign(new Error("stray"), stack === null ? {} : { stack }); });
  if (pathname === "/rejected") void Promise.reject(new Error("stray rejection"));
  return new Response("<html><head></head></html>", { headers: { "content-type": "text/html" } });
} };`;
const PASSWORD = "Portal-Process-7";

let dist: string;
let data: string;
let child: ChildProcess;
let url: string;
let text = "";
let cookie: string | null = null;
let owner: ConvexClient | null = null;

beforeAll(async () => {
  // Inside the repository: the bundled functions import its packages.
  mkdirSync(path.join(root, "node_modules/.cache"), { recursive: true });
  dist = mkdtempSync(path.join(root, "node_modules/.cache/portal-process-"));
  await bundlePortal(path.join(dist, "convex"), { isQuiet: true });
  mkdirSync(path.join(dist, "client"));
  mkdirSync(path.join(dist, "server"));
  writeFileSync(path.join(dist, "server/server.js"), PAGES);
  writeFileSync(
    path.join(dist, "portal.mjs"),
    `import { runPortal } from ${JSON.stringify(pathToFileURL(path.join(root, "server/run.ts")).href)}; await runPortal(${JSON.stringify(dist)});`,
  );
});
/** As `npm start` hands over. Its first start meets an error, which is what the first test is about. */
beforeAll(async () => {
  data = mkdtempSync(path.join(os.tmpdir(), "portal-process-"));
  writeFileSync(path.join(data, "broken-start"), "");
  // Others may look into it, as into what older versions left.
  mkdirSync(path.join(data, "engine"), { mode: 0o755 });
  writeFileSync(path.join(data, "engine/left-over"), "", { mode: 0o644 });
  chmodSync(data, 0o755);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const handOver = JSON.stringify(pathToFileURL(path.join(root, "tools/lib/hand-over.mjs")).href);
  const command = `import { handOver } from ${handOver}; handOver(${JSON.stringify(path.join(dist, "portal.mjs"))}, [], {}, { restarts: true });`;
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: data,
    PORTAL_DEMO: "0",
    BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com",
    PRIVATE_ACCOUNTS: "1",
    // Nothing answers there: named is connected.
    COLLATE_URL: "http://127.0.0.1:9",
    COLLATE_TOKEN: "a-bot",
  };
  child = spawn(process.execPath, ["--input-type=module", "--eval", command], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await starts(1);
  owner = await signInOwner();
});

afterAll(async () => {
  await owner?.close();
  const ended = once(child, "close");
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  for (const folder of [data, dist]) rmSync(folder, { recursive: true, force: true });
});

test("a portal without the demo has no function, story or account of it", () => {
  const folder = path.join(dist, "convex");
  const { modules } = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as { modules: object };
  // What ends a demo is the portal's own; what begins one is not.
  expect(Object.keys(modules).filter((name) => /demo|dev\/|seed|heartbeat/i.test(name))).toEqual([
    "seedData/internal",
    "seedData/mutations",
    "seedData/queries",
  ]);
  const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
  const known = DEMO_ACCOUNTS.flatMap(({ email, lastName }) => [`"${email}"`, `"${lastName}"`]);
  expect(known.filter((text) => code.includes(text))).toEqual([]);
  // Its state has a table, which stays empty: nothing here makes a demo.
  expect(code).toMatch(/query\("demoWorlds"\)/);
  expect(code).not.toMatch(/insert\(\s*"demoWorlds"/);
});

test("the start brings documents of older versions to today's shape, before anybody is served", () => {
  using database = new DatabaseSync(path.join(data, "engine/engine.db"), { readOnly: true });
  const rows = database
    .prepare("SELECT json FROM documents JOIN tables ON tables.number = table_number WHERE name = 'migrations'")
    .all();
  expect(rows).toHaveLength(MIGRATIONS.length);
  for (const { json } of rows) expect(JSON.parse(String(json))).toHaveProperty("completedAt");
});

test("with private accounts the portal tells nobody that an address has none", async () => {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "nobody@ao.com", password: "Wrong-one1" }),
  });
  expect(await answer.json()).toEqual({ code: "form_password_incorrect" });
});

test("a password is kept salted, and by scrypt at the price OWASP names", () => {
  using database = new DatabaseSync(path.join(data, "auth.db"), { readOnly: true });
  const row = database.prepare("SELECT password FROM account WHERE providerId = 'credential'").get();
  const [salt = "", key] = String(row?.["password"]).split(":");
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  // N 2^14, r 16, p 1: 32 MiB a try, as https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html has it.
  const price = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
  expect(scryptSync(PASSWORD, salt, 64, price).toString("hex")).toBe(key);
});

async function starts(count: number): Promise<void> {
  await vi.waitFor(() => expect(text.split("Data Portal is ready").length - 1, text).toBe(count), 30_000);
}

/** An error that ends the portal, which is started again. */
async function endBadly(): Promise<void> {
  const stack = `Error: stray\n    at commit (${path.join(root, "packages/engine/src/transactions/committer.ts")}:1:1)`;
  await fetch(`${url}/late?stack=${encodeURIComponent(stack)}`);
}

async function auth<Answer>(call: string, body?: object): Promise<Answer> {
  const headers = { origin: url, "content-type": "application/json", ...(cookie === null ? {} : { cookie }) };
  const answer = await fetch(`${url}/api/auth/${call}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const set = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (set.length > 0) cookie = set.join("; ");
  expect(answer.status, text).toBe(200);
  return (await answer.json()) as Answer;
}

/** The first super admin, signed in on a socket, with a password of their own. */
async function signInOwner(): Promise<ConvexClient> {
  const password = /One-time password: (\S+)/.exec(text)?.[1] ?? "";
  await auth("sign-in", { email: "owner@ao.com", password });
  await auth("first-password", { newPassword: PASSWORD });
  const client = new ConvexClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
  const { token } = await auth<{ token: string | null }>("token");
  await new Promise<void>((resolve) =>
    client.setAuth(
      async () => token,
      (isSignedIn) => isSignedIn && resolve(),
    ),
  );
  await client.mutation("people/mutations:signedIn" as never, {} as never);
  return client;
}

async function savedTheme(): Promise<unknown> {
  const { token } = await auth<{ token: string | null }>("token");
  const answer = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ path: "people/queries:me", args: {}, format: "json" }),
  });
  return ((await answer.json()) as { value?: { themePreference?: string } }).value?.themePreference;
}

async function save(themePreference: string): Promise<void> {
  await owner?.mutation("people/mutations:saveTheme" as never, { themePreference } as never);
}

test("[LAT7] any error while the portal starts ends that start, and the next one is whole", async () => {
  expect(text).toContain("Error: stray start\\n");
  expect(text).toContain("ended with code 75 and is started again");
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
});

test("[LAT6] errors outside of any promise and rejections nobody handles are logged, and the portal and its sockets go on", async () => {
  const seen: unknown[] = [];
  owner?.onUpdate(
    "people/queries:me" as never,
    {} as never,
    (me: { themePreference?: string } | null) => void seen.push(me?.themePreference),
  );
  for (const page of ["late", "rejected"]) expect((await fetch(`${url}/${page}`)).status).toBe(200);
  await vi.waitFor(() => expect(text.match(/"an error was not caught"/g)).toHaveLength(2), 10_000);
  expect(text).toContain("Error: stray\\n");
  expect(text).toContain("Error: stray rejection\\n");
  await save("dark");
  expect(seen.at(-1)).toBe("dark");
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
  await starts(1);
});

test("[LAT7] an error that went through the engine ends the portal in order; it is started again with all it acknowledged", async () => {
  await save("light");
  await endBadly();
  await starts(2);
  expect(text).toContain("may have damaged the engine");
  expect(text.match(/ended with code 75 and is started again/g)).toHaveLength(2);
  // The session and the password are from before, and so is what was saved; the socket comes back by itself.
  expect(await savedTheme()).toBe("light");
  await save("dark");
  expect(await savedTheme()).toBe("dark");
});

test("each start reads how the outside systems are: nobody waits for the clock to see a new connection", async () => {
  const collate = async (): Promise<{ isConnected: boolean; checkedAt: number } | null | undefined> => {
    const services = (await owner?.query("services/queries:list" as never, {} as never)) as unknown;
    const known = services as { name: string; health: { isConnected: boolean; checkedAt: number } | null }[];
    return known.find(({ name }) => name === "collate")?.health;
  };
  await vi.waitFor(async () => expect(await collate()).toMatchObject({ isConnected: true }), 10_000);
  const before = (await collate())?.checkedAt;
  await endBadly();
  await starts(3);
  await vi.waitFor(async () => expect((await collate())?.checkedAt).toBeGreaterThan(before ?? 0), 30_000);
});

test("nobody but the portal's own account reads what it stores, whatever the folder was when it started", () => {
  expect(modesBelow(data)).toEqual(OWNER_ONLY);
});
