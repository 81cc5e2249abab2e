/** Who has many tokens is one caller all the same, and one caller takes nobody else's place. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { httpActionGeneric, httpRouter, queryGeneric as query } from "convex/server";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createTestEngine, type TestEngine, type TestEngineOptions } from "../src/testing/index.ts";
import { connect, querySet, rawSocket, type RawSocket } from "./raw-socket.ts";
import { eventually } from "./support.ts";

const gate = { opened: Promise.withResolvers<void>(), begun: 0 };
const functions = {
  one: query({ args: {}, handler: async () => 1 }),
  waits: query({
    args: {},
    handler: async () => {
      gate.begun++;
      await gate.opened.promise;
      return "answered";
    },
  }),
};
const http = httpRouter();
http.route({ path: "/hangs", method: "GET", handler: httpActionGeneric(() => new Promise(() => undefined)) });
http.route({ path: "/answers", method: "GET", handler: httpActionGeneric(async () => new Response("ok")) });

interface World {
  readonly world: TestEngine;
  /** A token of somebody, unlike each one before. */
  token(subject: string): Promise<string>;
  call(token: string): Promise<number>;
}

let tokens = 0;

async function start(options: Partial<TestEngineOptions>): Promise<World> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256", use: "sig" }];
  const jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys }))}`;
  const issuer = "https://provider.test";
  const world = await createTestEngine({
    modules: { functions: async () => functions, http: async () => ({ default: http }) },
    auth: { providers: [{ type: "customJwt", issuer, jwks, algorithm: "ES256", applicationID: "convex" }] },
    ...options,
  });
  onTestFinished(async () => await world.close());
  return {
    world,
    token: (subject) =>
      new SignJWT({ jti: String(tokens++) })
        .setProtectedHeader({ alg: "ES256", kid: "k" })
        .setIssuer(issuer)
        .setAudience("convex")
        .setSubject(subject)
        .setExpirationTime(Math.floor(world.clock.nowMs() / 1000) + 600)
        .sign(privateKey),
    call: async (token) => (await ask(world, "functions:one", token)).status,
  };
}

function ask({ engine }: TestEngine, path: string, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return engine.fetch(
    new Request("http://engine.test/api/query", { method: "POST", headers, body: JSON.stringify({ path, args: {} }) }),
  );
}

/** An OpenID provider that says nothing until it is told to. */
async function aSlowProvider() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k", alg: "RS256", use: "sig" }];
  const answering = Promise.withResolvers<void>();
  const told = { asked: 0 };
  const server = createServer((request, response) => {
    told.asked++;
    const isDiscovery = request.url?.endsWith("/openid-configuration") === true;
    void answering.promise.then(() =>
      response.end(JSON.stringify(isDiscovery ? { jwks_uri: `http://${request.headers.host}/keys` } : { keys })),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    get asked() {
      return told.asked;
    },
    answer: () => answering.resolve(),
    token: (nowMs: number) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256", kid: "k" })
        .setIssuer(url)
        .setAudience("convex")
        .setSubject("ada")
        .setExpirationTime(Math.floor(nowMs / 1000) + 600)
        .sign(privateKey),
  };
}

async function signedIn(url: string, value: string): Promise<RawSocket> {
  const socket = await rawSocket(url);
  onTestFinished(() => socket.terminate());
  socket.send(connect());
  socket.send({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
  socket.send(querySet(0));
  return socket;
}

test("[HTT11] fresh tokens are no fresh purse: whatever they come with, one person causes so much work", async () => {
  const { token, call } = await start({ limits: { identityWorkMs: 10 } });
  const statuses = [];
  for (let i = 0; i < 14; i++) statuses.push(await call(await token("ada")));
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  expect(await call(await token("bob"))).toBe(200);
});

test("[SES8] fresh tokens are no fresh sockets: one person has so many, and others have theirs", async () => {
  const { world, token } = await start({ limits: { connectionsPerIdentity: 2 } });
  const { url } = await world.serve();
  for (let i = 0; i < 2; i++) await (await signedIn(url, await token("ada"))).wait("Transition");
  expect(await (await signedIn(url, await token("ada"))).end()).toEqual({
    code: 1013,
    reason: "TooManyConcurrentRequests",
  });
  await (await signedIn(url, await token("bob"))).wait("Transition");
});

test("[SES8] a person's fresh token on the same socket takes no second place", async () => {
  const { world, token } = await start({ limits: { connectionsPerIdentity: 1 } });
  const socket = await signedIn((await world.serve()).url, await token("ada"));
  await socket.wait("Transition");
  socket.send({ type: "Authenticate", tokenType: "User", value: await token("ada"), baseVersion: 1 });
  await eventually(() => socket.received.at(-1)?.endVersion.identity === 2, "the second token");
  expect(socket.closed).toBeNull();
});

test("[SES11] while a token is checked no more is taken in than a stranger may send, and the rest once it is known", async () => {
  const provider = await aSlowProvider();
  const auth = { providers: [{ domain: provider.url, applicationID: "convex" }] };
  const { world } = await start({ auth, limits: { anonymousMessageBytes: 64 * 1024 } });
  const token = await provider.token(world.clock.nowMs());
  const socket = await signedIn((await world.serve()).url, token);
  await eventually(() => provider.asked > 0, "the check");
  const args = [{ long: "x".repeat(1_000_000) }];
  for (let requestId = 0; requestId < 60; requestId++)
    socket.send({ type: "Mutation", requestId, udfPath: "no:such", args });
  // As long as the sockets of the operating system take something.
  let [still, unsent] = [0, -1];
  await eventually(() => {
    still = unsent === socket.unsentBytes ? still + 1 : 0;
    unsent = socket.unsentBytes;
    return still === 200;
  }, "the end of sending");
  expect(socket.unsentBytes).toBeGreaterThan(30_000_000);
  provider.answer();
  await socket.wait("MutationResponse", 60);
  expect(socket.closed).toBeNull();
});

test("[HTT12] one caller's queries that wait take a share of the places; another's are answered meanwhile", async () => {
  const { world, token, call } = await start({});
  const waiting = await Promise.all(Array.from({ length: 60 }, () => token("ada")));
  const asked = waiting.map((mine) => ask(world, "functions:waits", mine));
  await eventually(() => gate.begun > 0, "the first");
  expect(await call(await token("bob"))).toBe(200);
  expect(gate.begun).toBe(8);
  gate.opened.resolve();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(gate.begun).toBe(60);
});

test("[FUN5] an HTTP action that does not answer in an action's time is failed, and its place is free", async () => {
  const { world } = await start({ limits: { actionMs: 300, concurrentCalls: 2 } });
  const get = (path: string): Promise<Response> => world.engine.fetch(new Request(`http://engine.test/http${path}`));
  const hung = [get("/hangs"), get("/hangs")];
  expect((await get("/answers")).status).toBe(429);
  world.clock.advance(300);
  for (const response of await Promise.all(hung)) {
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Function execution timed out (maximum duration: 0.3s)");
  }
  expect(await (await get("/answers")).text()).toBe("ok");
});
