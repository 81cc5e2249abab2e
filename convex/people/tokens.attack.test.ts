/** Tokens somebody could make without our key, sent to the backend as it is configured by the portal. */

import { createHmac } from "node:crypto";
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aServedBackend } from "../testing/backends.testing";

const ISSUER = "https://portal.test/api/auth";
const ours = await generateKeyPair("RS256");
const jwks = { keys: [{ ...(await exportJWK(ours.publicKey)), kid: "k1", alg: "RS256", use: "sig" }] };
const ourPem = await exportSPKI(ours.publicKey);
/** A key pair that is not ours. */
const { privateKey: own, publicKey: ownPublic } = await generateKeyPair("RS256");
const ownJwk = { ...(await exportJWK(ownPublic)), alg: "RS256", use: "sig" };

let backend: Awaited<ReturnType<typeof aServedBackend>>;
beforeAll(async () => {
  backend = await aServedBackend({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS: `data:application/json;base64,${Buffer.from(JSON.stringify(jwks)).toString("base64")}`,
  });
});
afterAll(() => backend.close());

const issue = (name: string, lifetimeS = 600): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sid: `session-of-${name}`,
    email: `${name}@ao.com`,
    email_verified: true,
    given_name: name,
    family_name: "Tester",
    has_changed_initial_password: true,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k1" })
    .setIssuer(ISSUER)
    .setAudience("convex")
    .setSubject(name)
    .setIssuedAt(now - 60)
    .setExpirationTime(now + lifetimeS)
    .sign(ours.privateKey);
};
const real = await issue("mallory");
const adas = await issue("ada");

/** What the backend says to the holder of a token who asks who they are. */
async function whoAmI(token: string): Promise<{ status: number; text: string }> {
  const answer = await backend.engine.fetch(
    new Request("http://portal.test/api/query", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ path: "people/queries:me", args: {}, format: "json" }),
    }),
  );
  return { status: answer.status, text: await answer.text() };
}

const base64 = (value: string | object): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const parts = (token: string): [string, string, string] => token.split(".") as [string, string, string]; // a token this file made has three
const asAda = (): Record<string, unknown> => ({ ...decodeJwt(real), sub: "ada", email: "ada@ao.com" });
const header = (): Record<string, unknown> => ({ ...decodeProtectedHeader(real) });
const unsigned = (head: object, claims: object, signature = ""): string =>
  `${base64(head)}.${base64(claims)}.${signature}`;
const hmac = (head: object, claims: object, secret: string, hash = "sha256"): string => {
  const text = `${base64(head)}.${base64(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
};
const signedByOwn = (head: Record<string, unknown>, claims: Record<string, unknown> = asAda()): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", ...head }).sign(own);
const flipped = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

/** Every forgery claims to be Ada. */
const forgeries: readonly (readonly [string, () => string | Promise<string>])[] = [
  ...["none", "None", "NONE", "nOnE", "", "null"].map(
    (alg) => [`algorithm "${alg}" and no signature`, () => unsigned({ ...header(), alg }, asAda())] as const,
  ),
  ["no algorithm at all", () => unsigned({ typ: "JWT", kid: header()["kid"] }, asAda())],
  ["algorithm none under a real signature", () => unsigned({ ...header(), alg: "none" }, asAda(), parts(real)[2])],
  ...["HS256", "HS384", "HS512"].map(
    (alg) =>
      [
        `${alg} with our public key as the secret`,
        () => hmac({ ...header(), alg }, asAda(), ourPem, `sha${alg.slice(2)}`),
      ] as const,
  ),
  ["HS256 with an empty secret", () => hmac({ ...header(), alg: "HS256" }, asAda(), "")],
  ["HS256 with our key set as the secret", () => hmac({ ...header(), alg: "HS256" }, asAda(), JSON.stringify(jwks))],
  ["RS256 said, HMAC done", () => hmac(header(), asAda(), ourPem)],
  ["a key of one's own under our key id", () => signedByOwn(header())],
  ["a key of one's own in the header", () => signedByOwn({ ...header(), jwk: ownJwk })],
  [
    "a key of one's own at an address",
    () => signedByOwn({ ...header(), jku: "https://evil.example/keys", x5u: "https://evil.example/key" }),
  ],
  [
    "a key of one's own as a data address",
    () => signedByOwn({ ...header(), jku: `data:application/json,${JSON.stringify({ keys: [ownJwk] })}` }),
  ],
  ["a key of one's own under its own id", async () => signedByOwn({ kid: await calculateJwkThumbprint(ownJwk) })],
  ...["", "../../../../dev/null", "' OR 1=1 --", "__proto__", "constructor", "0"].map(
    (kid) => [`key id "${kid}"`, () => signedByOwn({ kid })] as const,
  ),
  [
    "an extension the reader must understand",
    () => unsigned({ ...header(), crit: ["exp"], exp: 0 }, asAda(), parts(real)[2]),
  ],
  ["claims of Ada under the signature of another's", () => `${parts(real)[0]}.${base64(asAda())}.${parts(real)[2]}`],
  [
    "the signature of Ada's token under other claims",
    () => `${parts(adas)[0]}.${base64({ ...asAda(), sid: "other" })}.${parts(adas)[2]}`,
  ],
  ["a bit of the signature changed", () => `${parts(adas)[0]}.${parts(adas)[1]}.${flipped(parts(adas)[2], 40)}`],
  ["a bit of the claims changed", () => `${parts(adas)[0]}.${flipped(parts(adas)[1], 20)}.${parts(adas)[2]}`],
  ["half a signature", () => adas.slice(0, -100)],
  ["no signature", () => `${parts(adas)[0]}.${parts(adas)[1]}.`],
  ["two parts", () => `${parts(adas)[0]}.${parts(adas)[1]}`],
  ["four parts", () => `${adas}.${parts(adas)[2]}`],
  ["something behind it", () => `${adas}=`],
  [
    "claims that say the issuer twice",
    () =>
      `${parts(adas)[0]}.${base64(`{"iss":"${ISSUER}","sub":"mallory","sub":"ada","aud":"convex","exp":99999999999}`)}.${parts(adas)[2]}`,
  ],
  ["no text", () => ""],
  ["dots only", () => ".."],
  ["a letter more in the signature", () => `${adas}A`],
];

test("there are at least as many forgeries as were tried manually", () => {
  expect(forgeries.length).toBeGreaterThanOrEqual(31);
});

test.each(forgeries)("%s is nobody", async (_name, make) => {
  const { status, text } = await whoAmI(await make());
  expect([status, text]).toEqual([401, expect.stringMatching(/"code":"(InvalidAuthHeader|NoAuthProvider)"/)]);
});

test("the real one is Ada's; one whose time is over is nobody's", async () => {
  expect(await whoAmI(adas)).toMatchObject({ status: 200 });
  expect((await whoAmI(await issue("ada", -30))).status).toBe(401);
});
