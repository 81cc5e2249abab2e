import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { silentLogger } from "../src/lib/log.ts";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { api, eventually, fixtureModules } from "./support.ts";

const ISSUER = "https://issuer.test";

let issued = 0;
let privateKey: CryptoKey;
let jwks: string;
let world: TestEngine;
let url: string;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  privateKey = pair.privateKey;
  const key = { ...(await exportJWK(pair.publicKey)), kid: "key-1", alg: "RS256", use: "sig" };
  jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [key] }))}`;
});

beforeEach(async () => {
  const modules = { ...fixtureModules, "auth.config": async () => ({ default: { providers: [provider(jwks)] } }) };
  world = await createTestEngine({ modules, adminKey: "embedded|0123456789abcdef" });
  ({ url } = await world.serve());
});
afterEach(async () => await world.close());

const provider = (keys: string) => ({
  type: "customJwt",
  issuer: ISSUER,
  jwks: keys,
  algorithm: "RS256",
  applicationID: "convex",
});

function token(claims: JWTPayload = {}, header: object = {}): Promise<string> {
  const nowS = Math.floor(world.clock.nowMs() / 1000);
  return new SignJWT({ iss: ISSUER, sub: "ada", aud: "convex", iat: nowS, exp: nowS + 600, ...claims })
    .setJti(String(++issued))
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "key-1", ...header })
    .sign(privateKey);
}

test("[AUT1] a client that signs in is confirmed, refreshes its token, and functions see who it is", async () => {
  const client = world.connect();
  const seen: unknown[] = [];
  const changes: boolean[] = [];
  let fetched = 0;
  client.onUpdate(api.odd.whoAmI, {}, (value: unknown) => seen.push(value));
  await eventually(() => seen.length === 1, "the signed-out result");
  expect(seen[0]).toBeNull();
  client.setAuth(
    async () => await token({ n: ++fetched, sid: "s1" }),
    (isAuthenticated) => changes.push(isAuthenticated),
  );
  await eventually(() => fetched === 2 && changes.length > 0, "the second token");
  expect(changes).not.toContain(false);
  await eventually(() => (seen.at(-1) as { n?: number } | null)?.n === 2, "the identity");
  expect(seen.at(-1)).toMatchObject({ subject: "ada", issuer: ISSUER, tokenIdentifier: `${ISSUER}|ada`, sid: "s1" });
  await client.mutation(api.messages.sendSigned, { channel: "a", body: "x" });
  expect(
    (await world.engine.query("messages:page", { channel: "a", paginationOpts: { numItems: 1, cursor: null } })).page[0]
      .author,
  ).toBe("ada");
});

test("[AUT2] signing out re-runs what depended on the identity", async () => {
  const client = world.connect();
  const seen: unknown[] = [];
  client.setAuth(
    async () => await token(),
    () => undefined,
  );
  client.onUpdate(api.odd.whoAmI, {}, (value: unknown) => seen.push(value));
  // The cached token, then the fresh one: from here on the client sends no token by itself.
  await eventually(() => seen.length === 2 && !seen.includes(null), "the identity of the fresh token");
  client.client.clearAuth();
  await eventually(() => seen.at(-1) === null, "nobody");
});

test("[AUT3] a refused token ends in a signed-out client, not in a loop", async () => {
  const client = world.connect();
  const changes: boolean[] = [];
  client.setAuth(
    async () => "not a token",
    (isAuthenticated) => changes.push(isAuthenticated),
  );
  await eventually(() => changes.includes(false), "the refusal");
  expect(changes).not.toContain(true);
  expect(await client.query(api.odd.whoAmI, {})).toBeNull();
});

test("[AUT4] a token that ran out is refused when a function runs, and a fresh one is fetched", async () => {
  const client = world.connect();
  let fetched = 0;
  client.setAuth(
    async () => {
      fetched++;
      return await token();
    },
    () => undefined,
  );
  expect((await client.query(api.odd.whoAmI, {}))?.subject).toBe("ada");
  await eventually(() => fetched === 2, "the second token");
  await client.query(api.messages.list, { channel: "a" });
  world.clock.advance(601_000);
  await client.mutation(api.messages.sendSigned, { channel: "a", body: "late" });
  expect(fetched).toBeGreaterThan(2);
  expect(await world.engine.query("messages:list", { channel: "a" })).toEqual(["late"]);
});

test("[AUT5] queries that read the identity are not shared between identities, others are", async () => {
  const [ada, bob] = [world.connect(), world.connect()];
  ada.setAuth(
    async () => await token({ sub: "ada" }),
    () => undefined,
  );
  bob.setAuth(
    async () => await token({ sub: "bob" }),
    () => undefined,
  );
  expect((await ada.query(api.odd.whoAmI, {}))?.subject).toBe("ada");
  expect((await bob.query(api.odd.whoAmI, {}))?.subject).toBe("bob");
  const names: string[][] = [[], []];
  ada.onUpdate(api.odd.whoAmI, {}, (value) => names[0]?.push(value?.subject ?? "nobody"));
  bob.onUpdate(api.odd.whoAmI, {}, (value) => names[1]?.push(value?.subject ?? "nobody"));
  await eventually(() => names.every((list) => list.length > 0), "both");
  expect(names.map((list) => [...new Set(list)])).toEqual([["ada"], ["bob"]]);
});

test("[AUT5] a shared query that begins to read the identity parts its subscribers", async () => {
  const people = ["ada", "bob", "cyd"];
  const seen = people.map((sub) => {
    const values: string[] = [];
    const client = world.connect();
    client.setAuth(
      async () => await token({ sub }),
      () => undefined,
    );
    client.onUpdate(api.odd.mineOnceThereIsOne, {}, (value) => values.push(value));
    return values;
  });
  await eventually(() => seen.every((values) => values.length === 1), "the shared result");
  await world.engine.mutation("messages:send", { channel: "a", body: "x" });
  await eventually(() => seen.every((values) => values.at(-1) !== "nobody asked"), "everybody's own");
  expect(seen).toEqual(people.map((sub) => ["nobody asked", sub]));
  await world.engine.mutation("messages:send", { channel: "a", body: "y" });
});

const post = async (
  authorization: string,
): Promise<{ status: number; code?: string; message?: string; value?: { subject?: string } }> => {
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ path: "odd:whoAmI", args: {} }),
  });
  return { ...((await response.json()) as object), status: response.status };
};

test("[AUT6] tokens are refused over HTTP with the code of what is wrong", async () => {
  const nowS = Math.floor(world.clock.nowMs() / 1000);
  expect((await post(`Bearer ${await token()}`)).value?.subject).toBe("ada");
  const cases: [string, string][] = [
    ["nonsense", "InvalidAuthHeader"],
    [await token({ exp: nowS - 1 }), "InvalidAuthHeader"],
    [await token({ nbf: nowS + 60 }), "InvalidAuthHeader"],
    [await token({ iat: nowS + 60 }), "InvalidAuthHeader"],
    [await token({}, { kid: "other" }), "InvalidAuthHeader"],
    [await token({}, { kid: undefined }), "InvalidAuthHeader"],
    [`${(await token()).slice(0, -6)}AAAAAA`, "InvalidAuthHeader"],
    [await token({ aud: "other" }), "NoAuthProvider"],
    [await token({ iss: "https://elsewhere.test" }), "NoAuthProvider"],
  ];
  for (const [bad, code] of cases) expect(await post(`Bearer ${bad}`)).toMatchObject({ status: 401, code });
  expect((await post(`Bearer ${await token({ nbf: nowS + 4 })}`)).value?.subject).toBe("ada");
});

test("[AUT6] a refusal says what is wrong in the words clients look for", async () => {
  const nowS = Math.floor(world.clock.nowMs() / 1000);
  const mangled = (await token()).replace(/\.[^.]*\./, ".bm90IEpTT04.");
  const cases: [bad: string, code: string, words: string][] = [
    ["nonsense", "InvalidAuthHeader", "three base64-encoded parts"],
    ["a.b", "InvalidAuthHeader", "three base64-encoded parts"],
    [mangled, "InvalidAuthHeader", "three base64-encoded parts"],
    [await token({ iss: undefined }), "InvalidAuthHeader", "Missing issuer claim ('iss') in JWT payload."],
    [await token({}, { kid: undefined }), "InvalidAuthHeader", "JWT may be missing a 'kid' (key ID) header."],
    [
      await token({}, { kid: "other" }),
      "InvalidAuthHeader",
      "Could not decode token. The JWT's 'kid' (key ID) header is 'other', does this key match any key in the provider's JWKS?",
    ],
    [`${(await token()).slice(0, -6)}AAAAAA`, "InvalidAuthHeader", "Could not decode token. The JWT's 'kid' (key ID)"],
    [await token({ exp: nowS - 8 }), "InvalidAuthHeader", "Could not validate token: Token expired 8 seconds ago"],
    [await token({ exp: nowS - 1 }), "InvalidAuthHeader", "Could not validate token: Token expired 1 seconds ago"],
    [await token({ nbf: nowS + 60 }), "InvalidAuthHeader", "Token will be valid in 60 seconds"],
    [await token({ iat: nowS + 60 }), "InvalidAuthHeader", "Token will be valid in 60 seconds"],
    [
      await token({ aud: "other" }),
      "NoAuthProvider",
      "Check that your JWT's issuer and audience match one of your configured providers: " +
        `[CustomJWT(issuer=${ISSUER}, app_id=convex)]`,
    ],
  ];
  for (const [bad, code, words] of cases)
    expect(await post(`Bearer ${bad}`)).toMatchObject({ status: 401, code, message: expect.stringContaining(words) });
});

test("[AUT6] a deployment without providers says so", async () => {
  const { "auth.config": _, ...without } = fixtureModules;
  await world.engine.deploy(without);
  expect(await post(`Bearer ${await token()}`)).toMatchObject({
    status: 401,
    code: "NoAuthProvider",
    message: "No auth provider found matching the given token (no providers configured). Check convex/auth.config.ts.",
  });
});

test("[AUT6] with `redactErrors` a refusal names neither providers nor keys", async () => {
  const modules = { ...fixtureModules, "auth.config": async () => ({ default: { providers: [provider(jwks)] } }) };
  const redacted = await createTestEngine({ modules, redactErrors: true });
  ({ url } = await redacted.serve());
  expect(await post(`Bearer ${await token({ aud: "other" })}`)).toMatchObject({
    code: "NoAuthProvider",
    message: "No auth provider found matching the given token",
  });
  expect(await post(`Bearer ${await token({}, { kid: "other" })}`)).toMatchObject({
    message:
      "Could not decode token. The JWT's 'kid' (key ID) header doesn't match any key in the provider's JWKS, or the JWT signature is invalid.",
  });
  await redacted.close();
});

test("[AUT6] nor, with `redactErrors`, where keys could not be had from; [AUT11] the log says why", async () => {
  const providers = [
    { domain: "http://127.0.0.1:9/secret-tenant", applicationID: "convex" },
    { type: "customJwt", issuer: "https://keyed.test", jwks: "http://127.0.0.1:9/keys?key=abc", algorithm: "RS256" },
  ];
  const modules = { ...fixtureModules, "auth.config": async () => ({ default: { providers } }) };
  const told: string[] = [];
  const warn = (message: string, fields = {}): void => void told.push(`${message}: ${JSON.stringify(fields)}`);
  const redacted = await createTestEngine({ modules, redactErrors: true, logger: { ...silentLogger, warn } });
  ({ url } = await redacted.serve());
  for (const iss of ["http://127.0.0.1:9/secret-tenant", "https://keyed.test"])
    expect(await post(`Bearer ${await token({ iss, aud: "convex" })}`)).toMatchObject({
      status: 401,
      message: "The keys of the auth provider could not be had",
    });
  await redacted.close();
  expect(told).toEqual([
    expect.stringContaining("discovery of http://127.0.0.1:9/secret-tenant failed"),
    expect.stringContaining("'http://127.0.0.1:9/keys'"),
  ]);
});

test("[AUT6] a key set that is none is said to be one", async () => {
  for (const [keys, words] of [
    [
      "data:application/json,{}",
      "Invalid JWKS response body from 'data:application/json,...'. The response is not valid",
    ],
    ["data:application/json,no%20JSON", "Invalid JWKS response body from 'data:application/json,...'"],
    ["data:application/json;base64,!", "Invalid JWKS data URL. Check that the data URL is properly formatted"],
  ] as const) {
    await world.engine.deploy({
      ...fixtureModules,
      "auth.config": async () => ({ default: { providers: [provider(keys)] } }),
    });
    expect(await post(`Bearer ${await token()}`)).toMatchObject({
      code: "InvalidAuthHeader",
      message: expect.stringContaining(words),
    });
  }
});

test("[AUT7] unsigned tokens and tokens signed with the public key are refused", async () => {
  const [, payload] = (await token()).split(".");
  const none = `${Buffer.from(JSON.stringify({ alg: "none", kid: "key-1" })).toString("base64url")}.${payload}.`;
  expect(await post(`Bearer ${none}`)).toMatchObject({ status: 401, code: "InvalidAuthHeader" });
  const confused = await new SignJWT({ iss: ISSUER, sub: "eve", aud: "convex", exp: world.clock.nowMs() })
    .setProtectedHeader({ alg: "HS256", kid: "key-1" })
    .sign(new TextEncoder().encode(jwks));
  expect(await post(`Bearer ${confused}`)).toMatchObject({ status: 401, code: "InvalidAuthHeader" });
});

test("[AUT16] an admin socket subscribes to internal queries, and nobody else gets the answer", async () => {
  const query = { path: "odd:secret", args: {} };
  const answer = async (client: ReturnType<TestEngine["connect"]>): Promise<unknown> =>
    await new Promise(
      (resolve) =>
        void client.onUpdate(query.path as never, query.args as never, resolve, (error) => resolve(error.message)),
    );
  const [admin, other] = [world.connect(), world.connect()];
  // The official client has this for its dashboard and its commands; the types hide it.
  (admin.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth("embedded|0123456789abcdef");
  expect(await answer(admin)).toBe("internal");
  expect(await answer(other)).toMatch(/Could not find public function/);
});

test("[AUT8] the admin key opens internal functions and may act as a user", async () => {
  const call = async (authorization: string): Promise<{ status: number; value?: unknown }> => {
    const response = await fetch(`${url}/api/function`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ path: "odd:secret", args: {} }),
    });
    return { ...((await response.json()) as object), status: response.status };
  };
  expect(await call("Convex embedded|0123456789abcdef")).toMatchObject({ status: 200, value: "internal" });
  expect((await call("Convex embedded|0123456789abcdeX")).status).toBe(401);
  expect((await call(`Bearer ${await token()}`)).status).toBe(403);
  const acting = Buffer.from(JSON.stringify({ subject: "zoë", issuer: ISSUER })).toString("base64");
  expect((await post(`Convex embedded|0123456789abcdef:${acting}`)).value).toMatchObject({
    subject: "zoë",
    tokenIdentifier: `${ISSUER}|zoë`,
  });
});
