/**
 * Somebody who came by an initial password, before its person chose their own, or by a token from before a sign-out, tries
 * what lies beside the functions of pages: the routes of files, with tokens as the sign-in service makes them.
 */

import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Id } from "../_generated/dataModel";
import { submitted } from "../process/requests.testing";
import { aServedBackend } from "../testing/backends.testing";
import { runStep } from "../testing/steps.testing";

const ISSUER = "https://portal.test/api/auth";
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const keys = await generateKeyPair("RS256");
const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256", use: "sig" }] };

let backend: Awaited<ReturnType<typeof aServedBackend>>;
let requestId: Id<"requests">;
let uploadId: Id<"requestUploads">;

const SESSION = "session-of-nia";
const issue = (sid = SESSION): Promise<string> =>
  new SignJWT({ sid, email: "nia@ao.com", email_verified: true })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k1" })
    .setIssuer(ISSUER)
    .setAudience("convex")
    .setSubject("nia")
    .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
    .setExpirationTime(Math.floor(Date.now() / 1000) + 600)
    .sign(keys.privateKey);

const run: <T>(step: Parameters<typeof runStep<T>>[1]) => Promise<T> = (step) =>
  runStep((path, args) => backend.engine.mutation(path, args), step);
/** Whether nia has chosen a password of her own by now. */
const hasChanged = (hasChangedInitialPassword: boolean) =>
  run(async (ctx) => {
    const nia = await ctx.db.query("people").first();
    if (nia) await ctx.db.patch(nia._id, { hasChangedInitialPassword });
  });

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  backend.engine.fetch(new Request(`http://portal.test${path}`, init));

async function call(path: string, args: object): Promise<string> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${await issue()}` };
  const body = JSON.stringify({ path, args, format: "json" });
  return await (await ask("/api/mutation", { method: "POST", headers, body })).text();
}

/** Sends a file to where a permit says. */
async function upload(url: string): Promise<string> {
  const { pathname, search } = new URL(url, "http://portal.test");
  const sent = await ask(pathname + search, { method: "POST", headers: { "content-type": "image/png" }, body: PNG });
  return ((await sent.json()) as { storageId: string }).storageId;
}

beforeAll(async () => {
  backend = await aServedBackend({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS: `data:application/json;base64,${Buffer.from(JSON.stringify(jwks)).toString("base64")}`,
  });
  const url = await run(async (ctx) => await ctx.storage.generateUploadUrl());
  const storageId = (await upload(url)) as Id<"_storage">;
  ({ requestId, uploadId } = await run(async (ctx) => {
    const nia = await ctx.db.insert("people", {
      tokenIdentifier: `${ISSUER}|nia`,
      email: "nia@ao.com",
      mailbox: "nia@ao.com",
      firstName: "Nia",
      lastName: "Tester",
      searchText: "Nia Tester",
      sortName: "nia tester",
      hasChangedInitialPassword: true,
      status: "active",
      roles: ["staff"],
      isSuperAdmin: false,
      isElevated: false,
      updatedAt: Date.now(),
    });
    const request = await submitted(ctx, nia, [{ type: "approve_access" }]);
    const file = { storageId, name: "plan.png", contentType: "image/png", size: PNG.length };
    const own = { ...file, requestId: request._id, personId: nia, state: "accepted" as const, createdAt: Date.now() };
    return { requestId: request._id, uploadId: await ctx.db.insert("requestUploads", own) };
  }));
});
afterAll(() => backend.close());

const DOORS: readonly (readonly [string, () => Promise<object>])[] = [
  ["requests/mutations:generateUploadUrl", async () => ({ requestId })],
  ["requests/mutations:takeUpFile", async () => ({ ...(await aPermit()), requestId, name: "plan.png" })],
  ["tickets/mutations:generateUploadUrl", async () => ({ key: null })],
];

/** A permit to upload that nia got as somebody with a password of her own, and what was uploaded by it. */
async function aPermit(): Promise<{ ticketId: string; storageId: string }> {
  await hasChanged(true);
  const { value } = JSON.parse(await call("requests/mutations:generateUploadUrl", { requestId })) as {
    value: { url: string; ticketId: string };
  };
  return { ticketId: value.ticketId, storageId: await upload(value.url) };
}

test.each(DOORS)(
  "an initial password opens no upload by %s, not even by a permit from before",
  async (path, argsOf) => {
    const args = await argsOf();
    await hasChanged(false);
    expect(await call(path, args)).toContain("password-change-required");
    await hasChanged(true);
    expect(await call(path, args)).toContain('"success"');
  },
);

test("an initial password downloads no file, not even one of its person's own", async () => {
  const download = async (of = "") => {
    const headers = { authorization: `Bearer ${await issue()}` };
    const answer = await ask(`/http/attachments?file=${uploadId}${of}`, { headers });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };
  await hasChanged(false);
  expect((await download()).status).toBe(404);
  expect((await download("&of=ticket")).status).toBe(404);
  await hasChanged(true);
  expect(await download()).toEqual({ status: 200, bytes: PNG.length });
});

test("a file is one to save: the browser guesses at nothing, shows nothing, runs nothing and keeps nothing", async () => {
  await hasChanged(true);
  const answer = await ask(`/http/attachments?file=${uploadId}`, {
    headers: { authorization: `Bearer ${await issue()}` },
  });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^attachment;/),
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  });
});

test("a token from before the sign-out, though it has not expired, downloads and takes up no file; another session's does", async () => {
  const permit = await aPermit();
  const download = async (of: string, sid?: string) => {
    const headers = { authorization: `Bearer ${await issue(sid)}` };
    return (await ask(`/http/attachments?file=${uploadId}${of}`, { headers })).status;
  };
  await run((ctx) => ctx.db.insert("endedSessions", { sessionId: SESSION, expiresAt: Date.now() + 600_000 }));
  for (const of of ["", "&of=ticket", "&of=idea"]) expect(await download(of)).toBe(401);
  const taken = await call("requests/mutations:takeUpFile", { ...permit, requestId, name: "plan.png" });
  expect(taken).toContain("session-revoked");
  expect(await call("tickets/mutations:generateUploadUrl", { key: null })).toContain("session-revoked");
  expect(await download("", "another-session")).toBe(200);
});
