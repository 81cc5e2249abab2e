import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { aPortalOnTheWire, COMPRESSED_BY_THE_BUILD, type Wire, type WireOptions } from "./testing.ts";

const open: Wire[] = [];
async function onTheWire(options: WireOptions = {}): Promise<Wire> {
  const wire = await aPortalOnTheWire(options);
  open.push(wire);
  return wire;
}
afterEach(async () => {
  for (const wire of open.splice(0)) await wire.close();
});

const json = { "content-type": "application/json" };

describe("headers", () => {
  test("every page carries the strict policy, with the nonce the application was given", async () => {
    const wire = await onTheWire();
    const { headers } = await wire.call("GET", "/requests");
    const nonce = wire.seenByApp[0]?.request.headers.get("x-csp-nonce");
    expect(headers["content-security-policy"]).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).toContain(`connect-src 'self' ws://127.0.0.1:${wire.port}`);
    expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("a nonce is used once, and nobody outside can choose it", async () => {
    const wire = await onTheWire();
    await wire.call("GET", "/", { headers: { "x-csp-nonce": "chosen", "x-portal-client-address": "1.2.3.4" } });
    await wire.call("GET", "/");
    const nonces = wire.seenByApp.map(({ request }) => request.headers.get("x-csp-nonce"));
    expect(new Set(nonces).size).toBe(2);
    expect(nonces).not.toContain("chosen");
    expect(wire.seenByApp[0]?.request.headers.get("x-portal-client-address")).toBeNull();
  });

  test("behind https the browser is told to stay there", async () => {
    const wire = await onTheWire({ publicUrl: "https://portal.example.com" });
    const { headers } = await wire.call("GET", "/healthz");
    expect(headers["strict-transport-security"]).toContain("max-age=31536000");
    expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  });
});

describe("who may call", () => {
  test.each(["evil.example", "evil.example:3000", "localhost.evil.example", "169.254.169.254"])(
    "a server on the loopback address does not answer as %s",
    async (host) => {
      const wire = await onTheWire();
      expect((await wire.call("GET", "/healthz", { headers: { host } })).status).toBe(421);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["a caller that names no origin", {}],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
  ])("a change sent by %s is refused everywhere", async (_name, headers) => {
    const wire = await onTheWire();
    for (const path of ["/api/auth/sign-in", "/api/auth/sign-out", "/api/client-errors", "/_serverFn/anything"]) {
      expect((await wire.call("POST", path, { headers: { ...json, ...headers }, body: "{}" })).status).toBe(403);
    }
    expect(wire.seenByApp).toHaveLength(0);
  });

  test("a change sent by our own page goes through", async () => {
    const wire = await onTheWire();
    const answer = await wire.call("POST", "/api/auth/sign-in", {
      headers: { ...json, origin: wire.origin },
      body: '{"email":"a@ao.com","password":"x"}',
    });
    expect([answer.status, answer.text]).toEqual([422, '{"code":"form_identifier_not_found"}']);
  });

  test("programs reach the backend without an origin, foreign pages do not", async () => {
    const wire = await onTheWire();
    expect((await wire.call("POST", "/api/query", { headers: json, body: "{}" })).status).toBe(200);
    expect(
      (await wire.call("POST", "/api/query", { headers: { ...json, origin: "https://evil.example" }, body: "{}" }))
        .status,
    ).toBe(403);
  });

  test("a foreign page cannot open the live connection", async () => {
    const wire = await onTheWire();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(wire.port, "127.0.0.1", () =>
        socket.write(
          `GET /api/1.48.0/sync HTTP/1.1\r\nHost: 127.0.0.1:${wire.port}\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        ),
      );
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toContain("403 Forbidden");
  });

  test("a program that offers HTTP/2 is answered in HTTP/1.1", async () => {
    const wire = await onTheWire();
    const offer = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABk" };
    expect((await wire.call("GET", "/healthz", { headers: offer })).status).toBe(200);
  });

  test("a path that looks like another host stays ours", async () => {
    const wire = await onTheWire();
    await wire.call("GET", "//evil.example/x");
    expect(new URL(wire.seenByApp[0]?.request.url ?? "").host).toBe(`127.0.0.1:${wire.port}`);
  });
});

describe("limits", () => {
  const guess = (wire: Wire, headers: Record<string, string>) =>
    wire.call("POST", "/api/auth/sign-in", {
      headers: { ...json, origin: wire.origin, ...headers },
      body: '{"email":"ada@ao.com","password":"Wrong-one1"}',
    });

  test("turning over X-Forwarded-For does not buy more attempts", async () => {
    const wire = await onTheWire();
    const answers = [];
    for (let round = 1; round <= 9; round += 1)
      answers.push((await guess(wire, { "x-forwarded-for": `10.0.0.${round}` })).status);
    expect(answers.at(-1)).toBe(429);
  });

  test("behind a trusted proxy the address it appended counts, not what the caller wrote", async () => {
    const wire = await onTheWire({ trustProxy: true });
    for (let round = 1; round <= 8; round += 1) await guess(wire, { "x-forwarded-for": `${round}.1.1.1, 10.0.0.1` });
    expect((await guess(wire, { "x-forwarded-for": "99.1.1.1, 10.0.0.1" })).status).toBe(429);
    expect((await guess(wire, { "x-forwarded-for": "99.1.1.1, 10.0.0.2" })).status).toBe(422);
  });

  test("what the audit trail is told of a caller is what the server saw, whatever the caller says", async () => {
    const [open, behindProxy] = [await onTheWire(), await onTheWire({ trustProxy: true })];
    const headers = {
      ...json,
      "x-forwarded-for": "99.1.1.1, 10.0.0.1",
      "x-real-ip": "99.1.1.1",
      forwarded: "for=99.1.1.1",
      "user-agent": "Firefox",
    };
    for (const wire of [open, behindProxy])
      await wire.call("POST", "/api/query", {
        headers: { ...headers, origin: wire.origin },
        body: '{"path":"a:b","args":{"ip":"99.1.1.1"}}',
      });
    expect(open.seenByBackend).toEqual([{ ip: "127.0.0.1", userAgent: "Firefox", network: "127.0.0.1" }]);
    expect(behindProxy.seenByBackend).toEqual([{ ip: "10.0.0.1", userAgent: "Firefox", network: "10.0.0.1" }]);
  });

  test.each([
    ["/api/auth/sign-in", 17],
    ["/api/client-errors", 257],
    ["/_serverFn/x", 257],
  ])("%s takes no body of %d kB", async (path, size) => {
    const wire = await onTheWire();
    const answer = await wire.call("POST", path, {
      headers: { ...json, origin: wire.origin },
      body: JSON.stringify({ pad: "x".repeat(size * 1024) }),
    });
    expect(answer.status).toBe(413);
  });

  test("sign-in takes nothing but JSON", async () => {
    const wire = await onTheWire();
    const form = { "content-type": "application/x-www-form-urlencoded", origin: wire.origin };
    expect((await wire.call("POST", "/api/auth/sign-in", { headers: form, body: "email=a&password=b" })).status).toBe(
      415,
    );
    expect(
      (await wire.call("POST", "/api/auth/sign-in", { headers: { ...json, origin: wire.origin }, body: "{" })).status,
    ).toBe(400);
  });
});

describe("files", () => {
  test("hashed files are kept for good and sent compressed; a path cannot climb out", async () => {
    const wire = await onTheWire();
    const asset = await wire.call("GET", "/assets/entry-abc123.js", { headers: { "accept-encoding": "gzip, br" } });
    expect(asset.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
    });
    expect(
      (await wire.call("GET", "/assets/entry-abc123.js", { headers: { "if-none-match": asset.headers.etag ?? "" } }))
        .status,
    ).toBe(304);
    expect((await wire.call("GET", "/favicon.svg")).headers["cache-control"]).toBe("public, max-age=300");
    await wire.call("GET", "/assets/..%2f..%2fetc/passwd");
    expect(wire.seenByApp).toHaveLength(1);
  });
});

describe("a file the build has compressed", () => {
  test("is sent as it was built, and its compressed copy is no file of its own", async () => {
    const wire = await onTheWire();
    const br = { headers: { "accept-encoding": "br" } };
    expect((await wire.call("GET", "/assets/built-abc123.js", br)).headers).toMatchObject({
      "content-encoding": "br",
      "content-length": String(COMPRESSED_BY_THE_BUILD.length),
    });
    expect((await wire.call("GET", "/assets/built-abc123.js")).text).toContain("export const x");
    await wire.call("GET", "/assets/built-abc123.js.br");
    expect(wire.seenByApp).toHaveLength(1);
  });
});

describe("the page behind an invitation link", () => {
  test("the application never sees the query; the first thing in the head removes it", async () => {
    const wire = await onTheWire();
    const { text, headers } = await wire.call("GET", "/auto-signin?email=new%40ao.com&password=Initial-1pass&taskId=7");
    const nonce = wire.seenByApp[0]?.request.headers.get("x-csp-nonce");
    expect(wire.seenByApp[0]?.request.url).toBe(`${wire.origin}/auto-signin`);
    expect(text).not.toContain("Initial-1pass");
    expect(text).toContain(`<head><script nonce="${nonce}">`);
    expect(text.indexOf("history.replaceState")).toBeLessThan(text.indexOf("<title>"));
    expect(headers.link).toBeUndefined();
  });

  test("a page the script cannot be put into is not sent", async () => {
    const wire = await onTheWire({
      app: async () => new Response("<p>no head</p>", { headers: { "content-type": "text/html" } }),
    });
    expect((await wire.call("GET", "/auto-signin?password=x")).status).toBe(500);
  });
});

describe("reports of the page's errors", () => {
  const report = {
    name: "TypeError",
    message: "failed at https://x.example/a?token=secret",
    stack: null,
    level: "error",
    tags: {},
    path: "/auto-signin?password=x",
    at: 1,
    breadcrumbs: [],
  };
  const superAdmin = { capabilities: ["requests.readOwn", "environment.read"] };

  test("they are kept without queries, for those who may read the environment", async () => {
    const wire = await onTheWire({ me: superAdmin });
    expect(
      (
        await wire.call("POST", "/api/client-errors", {
          headers: { ...json, origin: wire.origin },
          body: JSON.stringify(report),
        })
      ).status,
    ).toBe(202);
    expect(JSON.stringify(wire.clientErrors.list())).not.toMatch(/secret|password=x/);
    expect((await wire.call("GET", "/api/client-errors")).status).toBe(403);
    const cookie = await signedInCookie(wire);
    const read = await wire.call("GET", "/api/client-errors", { headers: { cookie } });
    expect(read.status).toBe(200);
    expect(JSON.parse(read.text)).toMatchObject({
      groups: [{ name: "TypeError", count: 1, place: "/auto-signin", references: [] }],
    });
  });

  test("staff cannot read them", async () => {
    const wire = await onTheWire({ me: { capabilities: ["requests.readOwn"] } });
    expect(
      (await wire.call("GET", "/api/client-errors", { headers: { cookie: await signedInCookie(wire) } })).status,
    ).toBe(403);
  });

  test("what is no report is refused, and a flood is stopped", async () => {
    const wire = await onTheWire();
    const send = (body: string) =>
      wire.call("POST", "/api/client-errors", { headers: { ...json, origin: wire.origin }, body });
    expect((await send("[]")).status).toBe(400);
    for (let round = 1; round < 60; round += 1) await send(JSON.stringify(report));
    const refused = await send(JSON.stringify(report));
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});

test("health and readiness answer as JSON", async () => {
  const wire = await onTheWire();
  expect(JSON.parse((await wire.call("GET", "/healthz")).text)).toMatchObject({ status: "ok" });
  expect(JSON.parse((await wire.call("GET", "/readyz")).text)).toEqual({
    status: "ready",
    parts: { backend: true, signIn: true },
  });
});

test("a connection is kept for longer than a proxy in front of the portal keeps it", async () => {
  const wire = await onTheWire();
  const { headers } = await wire.call("GET", "/healthz", { headers: { connection: "keep-alive" } });
  expect(Number(/timeout=(\d+)/.exec(String(headers["keep-alive"]))?.[1])).toBeGreaterThan(60);
});

test("the application learns who is signed in from the cookie, and nobody on an error", async () => {
  const wire = await onTheWire();
  await wire.call("GET", "/", { headers: { cookie: await signedInCookie(wire) } });
  expect(await wire.seenByApp[0]?.signIn()).toMatchObject({ userId: expect.any(String), token: expect.any(String) });
  await wire.call("GET", "/", { headers: { cookie: "portal.session_token=forged" } });
  expect(await wire.seenByApp[1]?.signIn()).toEqual({ userId: null, token: null });
});

async function signedInCookie(wire: Wire): Promise<string> {
  await wire.auth.provisioning.openAccount({
    email: "ada@ao.com",
    firstName: "Ada",
    lastName: "Byron",
    password: "Byrons-1pass",
    hasChangedInitialPassword: true,
  });
  const { headers } = await wire.call("POST", "/api/auth/sign-in", {
    headers: { ...json, origin: wire.origin },
    body: '{"email":"ada@ao.com","password":"Byrons-1pass"}',
  });
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}
