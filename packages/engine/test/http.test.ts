import { connect } from "node:net";
import { ReadableStream } from "node:stream/web";
import { ConvexHttpClient } from "convex/browser";
import { actionGeneric, anyApi, httpActionGeneric, httpRouter, queryGeneric } from "convex/server";
import type { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { api, fixtureModules } from "./support.ts";

let world: TestEngine;
let url: string;
let client: ConvexHttpClient;

beforeEach(async () => {
  const http = httpRouter();
  http.route({
    path: "/hook",
    method: "POST",
    handler: httpActionGeneric(async (ctx, request) => {
      await ctx.runMutation(api.messages.send, { channel: "http", body: await request.text() });
      return new Response(new URL(request.url).pathname, { status: 201 });
    }),
  });
  http.route({
    pathPrefix: "/fails/",
    method: "GET",
    handler: httpActionGeneric(async () => {
      throw new Error("http trouble");
    }),
  });
  const values = queryGeneric({
    handler: async () => ({ int: 7n, bytes: new Uint8Array([1, 2]).buffer, float: 1, nan: Number.NaN }),
  });
  world = await createTestEngine({
    modules: { ...fixtureModules, http: async () => ({ default: http }), values: async () => ({ values }) },
  });
  ({ url } = await world.serve());
  client = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
});
afterEach(async () => await world.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("[HTT1] the official HTTP client queries, mutates and runs actions", async () => {
  await client.mutation(api.messages.send, { channel: "a", body: "one" });
  expect(await client.query(api.messages.list, { channel: "a" })).toEqual(["one"]);
  expect(await client.action(api.odd.viaAction, { channel: "a" })).toEqual(["one", "from action"]);
  const error: unknown = await client.mutation(api.odd.throwData, {}).catch((thrown: unknown) => thrown);
  expect((error as ConvexError<{ code: string }>).data).toEqual({ code: "not-allowed", big: 12n });
});

test("[HTT2] a function's failure is status 200 with its message, a bad request is an error with a code", async () => {
  const failed = await post("/api/mutation", { path: "odd:throwPlain", args: {} });
  expect(failed.status).toBe(200);
  expect(await failed.json()).toMatchObject({
    status: "error",
    errorMessage: expect.stringMatching(/^\[Request ID: [0-9a-f]{16}\] Server Error\nUncaught Error: plain trouble\n/),
  });
  expect(await (await post("/api/query", { path: "odd:secret", args: {} })).json()).toMatchObject({
    errorMessage: expect.stringMatching(/\nCould not find public function for 'odd:secret'\.$/),
  });
  expect(await (await post("/api/query", { path: "no/such", args: {} })).json()).toMatchObject({
    errorMessage: expect.stringMatching(/\nCould not find public function for 'no\/such'\.$/),
  });
  for (const [path, body, status, code] of [
    ["/api/query", [], 400, "BadJsonBody"],
    ["/api/query", { path: "x", args: 5 }, 400, "BadRequest"],
    ["/api/query", { path: "values:values", args: {}, format: "odd" }, 400, "BadFormat"],
    ["/api/nothing", {}, 404, "NotFound"],
    ["/api/function", { path: "odd:secret", args: {} }, 403, "Forbidden"],
  ] as const) {
    const response = await post(path, body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  }
});

test("[HTT3] values are written in the format that was asked for", async () => {
  const value = async (format: string): Promise<string> =>
    JSON.stringify(
      ((await (await post("/api/query", { path: "values:values", args: {}, format })).json()) as { value: unknown })
        .value,
    );
  expect(await value("convex_encoded_json")).toBe(
    '{"bytes":{"$bytes":"AQI="},"float":1,"int":{"$integer":"BwAAAAAAAAA="},"nan":{"$float":"AAAAAAAA+H8="}}',
  );
  expect(await value("json")).toBe('{"bytes":"AQI=","float":1,"int":"7","nan":"NaN"}');
  const exported = await (await post("/api/query", { path: "values:values", args: {}, format: "export_json" })).text();
  expect(exported).toContain('"float":1.0,"int":7,');
});

test("[HTT4] queries may be asked with GET, by path, and in batches at one timestamp", async () => {
  await client.mutation(api.messages.send, { channel: "a", body: "one" });
  const get = await fetch(
    `${url}/api/query?path=messages:list&args=${encodeURIComponent('{"channel":"a"}')}&format=json`,
  );
  expect(await get.json()).toEqual({ status: "success", value: ["one"] });
  expect(await (await post("/api/run/messages/list", { args: { channel: "a" } })).json()).toEqual({
    status: "success",
    value: ["one"],
  });
  const batch = await post("/api/query_batch", {
    queries: [
      { path: "messages:list", args: { channel: "a" } },
      { path: "messages:default", args: {} },
    ],
  });
  expect(await batch.json()).toEqual({
    results: [
      { status: "success", value: ["one"] },
      { status: "success", value: 1 },
    ],
  });
});

test("[HTT5] consistent queries all read the state of the first", async () => {
  await client.mutation(api.messages.send, { channel: "a", body: "one" });
  const reader = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true });
  expect(await reader.consistentQuery(api.messages.list, { channel: "a" })).toEqual(["one"]);
  await client.mutation(api.messages.send, { channel: "a", body: "two" });
  expect(await reader.consistentQuery(api.messages.list, { channel: "a" })).toEqual(["one"]);
  world.clock.advance(31_000);
  await expect(reader.consistentQuery(api.messages.list, { channel: "a" })).rejects.toThrow("OutOfRetention");
});

test("[HTT6] API routes answer preflight requests and let the origin read", async () => {
  const preflight = await fetch(`${url}/api/query`, {
    method: "OPTIONS",
    headers: { origin: "http://app.test", "access-control-request-headers": "authorization" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("http://app.test");
  expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization");
  expect(
    (await post("/api/query", { path: "x", args: 5 }, { origin: "http://app.test" })).headers.get(
      "access-control-allow-origin",
    ),
  ).toBe("http://app.test");
});

test("[HTT7] HTTP actions are routed, run functions and report their failures", async () => {
  const response = await fetch(`${url}/http/hook`, { method: "POST", body: "payload" });
  expect([response.status, await response.text()]).toEqual([201, "/hook"]);
  expect(await client.query(api.messages.list, { channel: "http" })).toEqual(["payload"]);
  const missing = await fetch(`${url}/http/none`);
  expect([missing.status, await missing.text()]).toEqual([404, "No HttpAction routed for /none"]);
  const failed = await fetch(`${url}/http/fails/x`);
  expect([failed.status, await failed.json()]).toEqual([
    500,
    {
      code: expect.stringMatching(/^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught Error: http trouble$/),
      trace: expect.stringMatching(/^Uncaught Error: http trouble/),
    },
  ]);
});

test("[HTT8] a body above the limit is refused", async () => {
  const response = await post("/api/query", { path: "messages:list", args: { channel: "x".repeat(17 * 1024 * 1024) } });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, "PayloadTooLarge"]);
});

test("[HTT8] so is the body of an HTTP action, at once or where it grows too long", async () => {
  const http = httpRouter();
  let heard = 0;
  http.route({
    path: "/hook",
    method: "POST",
    handler: httpActionGeneric(async (_ctx, request) => {
      for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) heard += chunk.length;
      return new Response(String(heard));
    }),
  });
  const modules = { http: async () => ({ default: http }) };
  const { engine, close } = await createTestEngine({ modules, limits: { httpActionBytes: 1000 } });
  onTestFinished(close);
  const send = async (chunks: number, headers: Record<string, string> = {}): Promise<[number, string]> => {
    const body = ReadableStream.from(Array.from({ length: chunks }, () => new Uint8Array(100)));
    const request = new Request("http://engine.test/http/hook", {
      method: "POST",
      body,
      headers,
      duplex: "half",
    } as object);
    const response = await engine.fetch(request);
    return [response.status, await response.text()];
  };
  expect(await send(10)).toEqual([200, "1000"]);
  expect(await send(11)).toEqual([413, expect.stringContaining("PayloadTooLarge")]);
  expect(heard).toBe(2000);
  expect(await send(0, { "content-length": "1001" })).toEqual([413, expect.stringContaining("PayloadTooLarge")]);
});

test("[HTT14] a client that offers to go on in another protocol is answered in this one", async () => {
  const { port } = new URL(url);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        "GET /version HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
      ),
    );
    socket.once("data", (data) => resolve(data.toString()));
    socket.once("close", () => resolve("cut off"));
    onTestFinished(() => void socket.destroy());
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("[HTT12] however many queries wait while others write, each reads a state and is answered", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const waits = queryGeneric({
    handler: async () => {
      begun++;
      await gate.promise;
      return "answered";
    },
  });
  const asks = actionGeneric({ handler: async (ctx) => await ctx.runQuery(anyApi["slow"]!["waits"] as never) });
  const waiting = await createTestEngine({ modules: { ...fixtureModules, slow: async () => ({ waits, asks }) } });
  onTestFinished(() => waiting.close());
  const asked: Promise<unknown>[] = [];
  const ask = (path: string, ip: string): void => {
    const request = new Request(`http://x/api/${path}`, {
      method: "POST",
      body: JSON.stringify({ path: path === "query" ? "slow:waits" : "slow:asks", args: {} }),
    });
    asked.push(waiting.engine.fetch(request, { ip, userAgent: null }).then((response) => response.json()));
  };
  for (let i = 0; i < 80; i++) {
    ask("query", `10.0.0.${i}`);
    ask("action", `10.0.1.${i}`);
    await waiting.engine.mutation(api.messages.send, { channel: "a", body: String(i) });
  }
  expect([begun > 32, begun <= 64]).toEqual([true, true]);
  expect(await waiting.engine.query(api.messages.list, { channel: "a" })).toHaveLength(80);
  gate.resolve();
  expect(new Set((await Promise.all(asked)).map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"status":"success","value":"answered"}']),
  );
  expect(begun).toBe(160);
});
