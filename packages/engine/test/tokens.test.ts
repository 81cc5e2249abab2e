import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Authority } from "../src/auth/authority.ts";
import { parseAuthConfig } from "../src/auth/config.ts";
import { attributesOf } from "../src/auth/identity.ts";
import { silentLogger } from "../src/lib/log.ts";
import { manualClock, type ManualClock } from "../src/testing/index.ts";

const DOMAIN = "https://clerk.test";
let clock: ManualClock;
let published: object[];
let fetches: string[];
let isDown: boolean;
let authority: Authority;

beforeEach(() => {
  clock = manualClock();
  published = [];
  fetches = [];
  isDown = false;
  authority = new Authority({
    clock,
    adminKey: null,
    fetchJson: async (url) => {
      fetches.push(url);
      if (isDown) throw new Error("unreachable");
      return url.endsWith("/openid-configuration") ? { jwks_uri: `${DOMAIN}/keys` } : { keys: published };
    },
  });
  authority.configure(parseAuthConfig({ providers: [{ domain: "clerk.test", applicationID: "convex" }] }));
});

async function aKey(kid: string): Promise<CryptoKey> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  published = [...published, { ...(await exportJWK(publicKey)), kid, alg: "RS256" }];
  return privateKey;
}

const sign = (key: CryptoKey, kid: string, claims: object = {}): Promise<string> =>
  new SignJWT({
    iss: `${DOMAIN}/`,
    sub: "ada",
    aud: ["other", "convex"],
    exp: Math.floor(clock.nowMs() / 1000) + 600,
    ...claims,
  })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(key);

test("[AUT9] an OpenID identity has camel-cased standard claims and custom claims as given", async () => {
  const key = await aKey("k1");
  const claims = {
    given_name: "Ada",
    email_verified: true,
    picture: "p.png",
    updated_at: 1_700_000_000,
    role: "admin",
    org: { id: 7 },
  };
  expect(attributesOf(await authority.user(await sign(key, "k1", claims)))).toEqual({
    tokenIdentifier: `${DOMAIN}/|ada`,
    subject: "ada",
    issuer: `${DOMAIN}/`,
    givenName: "Ada",
    emailVerified: true,
    pictureUrl: "p.png",
    updatedAt: "2023-11-14T22:13:20+00:00",
    role: "admin",
    org: { id: 7 },
  });
});

test("[AUT10] keys are fetched once, again for an unknown key, and not more often than every half minute", async () => {
  const first = await aKey("k1");
  for (let i = 0; i < 5; i++) await authority.user(await sign(first, "k1"));
  expect(fetches.length).toBe(2);
  const second = await aKey("k2");
  await expect(authority.user(await sign(second, "k2"))).rejects.toMatchObject({ code: "Unauthenticated" });
  expect(fetches.length).toBe(2);
  clock.advance(30_000);
  await authority.user(await sign(second, "k2"));
  for (let i = 0; i < 5; i++) await authority.user(await sign(first, `made-up-${i}`)).catch(() => undefined);
  expect(fetches.length).toBe(4);
});

test("[AUT18] of many tokens that come at once some are checked at a time, all are taken, and a key is imported once", async () => {
  const key = await aKey("k1");
  const tokens = await Promise.all(Array.from({ length: 200 }, (_, i) => sign(key, "k1", { sub: `person-${i}` })));
  const { verify, importKey } = crypto.subtle;
  let [underWay, most, imported] = [0, 0, 0];
  vi.spyOn(crypto.subtle, "verify").mockImplementation(async (...args) => {
    most = Math.max(most, ++underWay);
    try {
      return await verify.apply(crypto.subtle, args);
    } finally {
      underWay--;
    }
  });
  vi.spyOn(crypto.subtle, "importKey").mockImplementation(async (...args: unknown[]) => {
    imported++;
    return (await Reflect.apply(importKey, crypto.subtle, args)) as CryptoKey;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const identities = await Promise.all(tokens.map((token) => authority.user(token)));
  expect(identities.map((identity) => attributesOf(identity)?.subject)).toEqual(tokens.map((_, i) => `person-${i}`));
  expect(most).toBe(32);
  expect(imported).toBe(1);
});

test("[AUT18] a token that is refused gives its place to the next", async () => {
  const key = await aKey("k1");
  const { privateKey: stranger } = await generateKeyPair("RS256");
  const bad = await Promise.all(Array.from({ length: 100 }, () => sign(stranger, "k1")));
  const outcomes = await Promise.allSettled([...bad, await sign(key, "k1")].map((token) => authority.user(token)));
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(100);
  expect(outcomes.at(-1)?.status).toBe("fulfilled");
});

test("[AUT11] known keys go on working while the provider is down", async () => {
  const key = await aKey("k1");
  await authority.user(await sign(key, "k1"));
  isDown = true;
  clock.advance(7 * 60 * 60_000);
  expect(attributesOf(await authority.user(await sign(key, "k1")))?.subject).toBe("ada");
  await expect(authority.user(await sign(key, "k9"))).rejects.toMatchObject({ code: "Unauthenticated" });
});

test("[AUT11] a provider that is down from the start is named with what failed", async () => {
  const key = await aKey("k1");
  isDown = true;
  await expect(authority.user(await sign(key, "k1"))).rejects.toMatchObject({
    code: "AuthProviderDiscoveryFailed",
    message: "Auth provider discovery of https://clerk.test failed: unreachable",
  });
  const jwks = `${DOMAIN}/keys`;
  authority.configure(
    parseAuthConfig({ providers: [{ type: "customJwt", issuer: DOMAIN, jwks, algorithm: "RS256" }] }),
  );
  await expect(authority.user(await sign(key, "k1"))).rejects.toMatchObject({
    code: "InvalidAuthHeader",
    message: `Could not fetch JWKS from URL '${jwks}': unreachable. Check that the URL is correct and accessible.`,
  });
});

test("[AUT11] the log says why keys could not be had, also beside redacted refusals, with no token and no secret", async () => {
  const key = await aKey("k1");
  const told: string[] = [];
  const logger = {
    ...silentLogger,
    warn: (message: string, fields = {}) => told.push(JSON.stringify([message, fields])),
  };
  const redacting = new Authority({ clock, adminKey: null, redactErrors: true, logger });
  // `fetch` refuses this port, and says so in the cause of what it throws.
  const jwks = "http://127.0.0.1:1/keys?key=hidden";
  redacting.configure(
    parseAuthConfig({ providers: [{ type: "customJwt", issuer: DOMAIN, jwks, algorithm: "RS256" }] }),
  );
  const token = await sign(key, "k1");
  await expect(redacting.user(token)).rejects.toThrow("The keys of the auth provider could not be had");
  expect(told).toEqual([
    JSON.stringify([
      "the keys of an auth provider could not be had",
      {
        error:
          "Could not fetch JWKS from URL 'http://127.0.0.1:1/keys': fetch failed. Check that the URL is correct and accessible.",
        cause: "bad port",
      },
    ]),
  ]);
  // Anybody can send a token: it must not be they who fill the log.
  clock.advance(29_000);
  await expect(redacting.user(token)).rejects.toThrow();
  expect(told).toHaveLength(1);
  clock.advance(2_000);
  await expect(redacting.user(token)).rejects.toThrow();
  expect(told).toHaveLength(2);
});

test("[AUT11] the log names what one of several addresses answered, not only that all of them failed", async () => {
  const told: object[] = [];
  const logger = { ...silentLogger, warn: (_message: string, fields = {}) => told.push(fields) };
  // As Node's fetch fails where a name has several addresses: its cause is a list and says nothing itself.
  const refused = new AggregateError([new Error("connect ECONNREFUSED ::1:9"), new Error("the other one")], "");
  const fetchJson = () => Promise.reject(new TypeError("fetch failed", { cause: refused }));
  const lost = new Authority({ clock, adminKey: null, fetchJson, logger });
  const jwks = "http://localhost:9/keys";
  lost.configure(parseAuthConfig({ providers: [{ type: "customJwt", issuer: DOMAIN, jwks, algorithm: "RS256" }] }));
  await expect(lost.user(await sign(await aKey("k1"), "k1"))).rejects.toThrow();
  expect(told).toMatchObject([{ cause: "connect ECONNREFUSED ::1:9" }]);
});

test("[AUT12] a custom JWT identity has every claim raw, nested ones flattened", async () => {
  const key = await aKey("k1");
  const jwks = `data:application/json;base64,${btoa(JSON.stringify({ keys: published }))}`;
  authority.configure(
    parseAuthConfig({ providers: [{ type: "customJwt", issuer: DOMAIN, jwks, algorithm: "RS256" }] }),
  );
  const identity = attributesOf(
    await authority.user(await sign(key, "k1", { given_name: "Ada", org: { id: 7, of: { a: 1 } } })),
  );
  expect(identity).toMatchObject({ given_name: "Ada", "org.id": 7, "org.of.a": 1, subject: "ada" });
});

test("[AUT13] a refusal for lack of a provider lists the configured ones", async () => {
  const key = await aKey("k1");
  await expect(authority.user(await sign(key, "k1", { aud: "else" }))).rejects.toMatchObject({
    code: "NoAuthProvider",
    message: expect.stringContaining("OIDC(domain=https://clerk.test, app_id=convex)"),
  });
});

test("[AUT14] a configuration that cannot be read is refused with the provider and the field", () => {
  expect(() => parseAuthConfig({ providers: [{ domain: "x" }] })).toThrow("provider 0: `applicationID` is missing");
  expect(() =>
    parseAuthConfig({ providers: [{ type: "customJwt", issuer: "i", jwks: "j", algorithm: "HS256" }] }),
  ).toThrow("`algorithm` must be RS256 or ES256");
});

test("[AUT15] nothing a token says about its own key is believed", async () => {
  const trusted = await aKey("k1");
  const { publicKey, privateKey: own } = await generateKeyPair("RS256");
  const jwk = await exportJWK(publicKey);
  const claims = { iss: `${DOMAIN}/`, sub: "ada", aud: "convex", exp: Math.floor(clock.nowMs() / 1000) + 600 };
  for (const header of [
    { kid: "k1" },
    { kid: "k1", jwk },
    { jwk },
    { kid: "k1", jku: "https://evil.test/keys" },
    { kid: "k1", x5u: "https://evil.test/x" },
    { kid: "../../dev/null" },
    { kid: "' OR 1=1 --" },
    { kid: "__proto__" },
  ]) {
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", ...header }).sign(own);
    await expect(authority.user(forged)).rejects.toMatchObject({ code: "Unauthenticated" });
  }
  expect(fetches.filter((url) => url.includes("evil"))).toEqual([]);
  expect(await authority.user(await sign(trusted, "k1"))).toMatchObject({ kind: "user" });
});

test("[AUT15] foreign issuers and audiences, tokens not yet valid, expired and huge ones are refused", async () => {
  const key = await aKey("k1");
  const nowS = Math.floor(clock.nowMs() / 1000);
  const refused: [object, string][] = [
    [{ iss: "https://clerk.test.evil.test" }, "NoAuthProvider"],
    [{ aud: "another" }, "NoAuthProvider"],
    [{ aud: ["another", "convex2"] }, "NoAuthProvider"],
    [{ nbf: nowS + 6 }, "Unauthenticated"],
    [{ iat: nowS + 6 }, "Unauthenticated"],
    [{ exp: nowS }, "Unauthenticated"],
    [{ exp: undefined }, "Unauthenticated"],
    [{ filler: "x".repeat(20_000) }, "InvalidAuthHeader"],
  ];
  for (const [claims, code] of refused)
    await expect(authority.user(await sign(key, "k1", claims))).rejects.toMatchObject({ code });
});

test("[AUT15] a token is over at its instant, also within a second", async () => {
  const key = await aKey("k1");
  const token = await sign(key, "k1", { exp: clock.nowMs() / 1000 + 0.5 });
  expect(await authority.user(token)).toMatchObject({ kind: "user" });
  clock.advance(600);
  await expect(authority.user(token)).rejects.toThrow(
    "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
  );
});
