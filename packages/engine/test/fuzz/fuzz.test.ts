import { connect as connectTcp } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../../src/testing/index.ts";
import { add, connect, querySet, rawSocket } from "../raw-socket.ts";
import { fixtureModules } from "../support.ts";
import { isDocumented } from "./documented.ts";
import { fuzz } from "./fuzz.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);

test(`[FUZ1] [FUZ2] [FUZ3] damaged messages and requests do no harm, and are refused as documented (seed ${SEED})`, async () => {
  const { faults, messages, requests, goodMutations } = await fuzz(SEED, 3000, 300);
  expect(faults).toEqual([]);
  expect(messages).toBeGreaterThanOrEqual(3000);
  expect(requests).toBeGreaterThanOrEqual(300);
  expect(goodMutations).toBeGreaterThan(20);
}, 180_000);

let world: TestEngine;
let url: string;
const adminKey = "fuzz|0123456789abcdef";
const errors: string[] = [];
beforeEach(async () => {
  errors.length = 0;
  const quiet = (): void => undefined;
  world = await createTestEngine({
    modules: fixtureModules,
    adminKey,
    logger: { debug: quiet, info: quiet, warn: quiet, error: (message) => errors.push(message) },
  });
  ({ url } = await world.serve());
});
afterEach(async () => await world.close());

/** Sends bytes, ends, and resolves to all that comes back. */
async function exchange(bytes: string): Promise<string> {
  const socket = connectTcp(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  socket.on("error", () => undefined);
  socket.end(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

test.each([
  ["TRACE /api/query HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["POST /api/query HTTP/1.1\r\nHost: a b\r\nContent-Length: 2\r\n\r\n{}"],
])("[FUZ2] %j is a bad request and no trouble of the engine", async (bytes) => {
  const answer = await exchange(bytes);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"code":"BadRequest"');
});

test("[FUZ2] a request that ends before its body does is no trouble of the engine", async () => {
  await exchange("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  await expect.poll(() => fetch(`${url}/version`).then(({ status }) => status), { timeout: 20_000 }).toBe(200);
  expect(errors).toEqual([]);
});

const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

test.each([
  ["a type", `{"type":${deep}}`],
  [
    "the arguments of a query",
    JSON.stringify(querySet(0, add(0, "messages:list", { a: "HOLE" }))).replace('"HOLE"', deep),
  ],
  [
    "the arguments of a mutation",
    JSON.stringify({ type: "Mutation", requestId: 0, udfPath: "messages:send", args: [{ a: "HOLE" }] }).replace(
      '"HOLE"',
      deep,
    ),
  ],
])("[FUZ2] %s nested beyond measure is a bad message", async (_, message) => {
  const socket = await rawSocket(url);
  socket.send(connect());
  socket.send(message);
  expect((await socket.wait("FatalError")).error).toBe("Message is nested too deeply");
  expect(await socket.end()).toEqual({ code: 1011, reason: "BadRequest" });
  expect(errors).toEqual([]);
});

test("[FUZ2] a body nested beyond measure is a bad body", async () => {
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    body: `{"path":"messages:list","args":{},"format":${deep}}`,
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "BadJsonBody"]);
});

test("[FUZ2] a number beyond all numbers is a bad message, and never comes back in a frame", async () => {
  const socket = await rawSocket(url);
  socket.send(JSON.stringify(connect({ clientTs: "HOLE" })).replace('"HOLE"', "1e999"));
  expect((await socket.wait("FatalError")).error).toBe('Field "clientTs" must be a number');
});

test.each(["subject", "issuer", "tokenIdentifier"])(
  "[FUZ2] acting as somebody whose %s is no text is refused",
  async (claim) => {
    const socket = await rawSocket(url);
    socket.send(connect());
    socket.send(
      JSON.stringify({
        type: "Authenticate",
        tokenType: "Admin",
        baseVersion: 0,
        value: adminKey,
        impersonating: { subject: "x", [claim]: { toString: 1, valueOf: 1 } },
      }),
    );
    expect((await socket.wait("AuthError")).error).toBe(
      `The identity behind the admin key has a ${claim} that is not text`,
    );
    expect(errors).toEqual([]);
  },
);

test("[FUZ2] what the README does not list is not documented", () => {
  expect(isDocumented("socket", 1011, "BadRequest")).toBe(true);
  expect(isDocumented("socket", 1011, "Nonsense")).toBe(false);
  expect(isDocumented("http", 500, "InternalServerError")).toBe(false);
});
