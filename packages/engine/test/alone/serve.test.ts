import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectClient } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { serve, type ServingCommand } from "./command.ts";
import { aProject, sourceOf, type Project } from "./functions-folder.ts";

let project: Project;
let server: ServingCommand;
let token: string;

beforeAll(async () => {
  project = aProject();
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "RS256", use: "sig" }] });
  token = await new SignJWT({ iss: "https://issuer.test", sub: "ada", aud: "notes" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .setProtectedHeader({ alg: "RS256", kid: "k" })
    .sign(privateKey);
  writeFileSync(
    path.join(project.root, "variables"),
    `JWKS="data:application/json,${encodeURIComponent(jwks)}"\nGREETING=hello\n`,
  );
  server = await serve(
    "--functions",
    project.functions,
    "--data",
    project.data,
    "--site-port",
    "0",
    "--env-file",
    path.join(project.root, "variables"),
  );
});
afterAll(async () => {
  await server.stop("SIGTERM");
  project.remove();
});

test("[ALN1] the official client subscribes, mutates and runs Node actions as a signed-in user", async () => {
  const client = connectClient(server.url);
  try {
    let seen: readonly string[] = [];
    client.setAuth(async () => token);
    client.onUpdate("notes:list" as never, {} as never, (texts: readonly string[]) => (seen = texts));
    await client.mutation("notes:add" as never, { text: "socket" } as never);
    expect(seen).toContain("note: socket");
    expect(await client.action("digest:of" as never, { text: "abc" } as never)).toMatch(/^ba7816bf/);
    expect(await client.action("digest:runtime" as never, {} as never)).toBe("node");
    expect(await client.action("digest:leftAlone" as never, {} as never)).toEqual({
      folder: "node_modules/whole",
      isWhole: true,
    });
    await client.mutation("notes:addSoon" as never, { text: "job" } as never);
    await eventually(() => seen.includes("note: job!") && seen.includes("note: tick"), "the job and the cron");
  } finally {
    await client.close();
  }
});

test("[FUN9] a served function sees the stack of an error as it was written", async () => {
  const client = new ConvexHttpClient(server.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  const line =
    sourceOf("notes.ts")
      .split("\n")
      .findIndex((text) => text.startsWith("export const stack")) + 1;
  const stack = String(await client.query("notes:stack" as never, {} as never));
  expect(stack).toMatch(new RegExp(`^Error: here\\n    at handler \\(convex:/user/notes\\.ts:${line}:\\d+\\)$`));
});

test("[ALN1] ConvexHttpClient and plain HTTP are served, and the schema holds", async () => {
  const client = new ConvexHttpClient(server.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  client.setAuth(token);
  await client.mutation("notes:add" as never, { text: "http" } as never);
  expect(await client.query("notes:list" as never, {} as never)).toContain("note: http");
  await expect(client.mutation("notes:addBadly" as never, {} as never)).rejects.toThrow(/does not match the schema/);
  const response = await fetch(`${server.url}/api/query`, {
    method: "POST",
    body: JSON.stringify({ path: "notes:greeting", args: {}, format: "json" }),
  });
  expect(await response.json()).toEqual({ status: "success", value: "hello" });
});

test("[ALN1] files are uploaded and served under the printed URL", async () => {
  const client = new ConvexHttpClient(server.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  const uploadUrl: string = await client.mutation("notes:uploadUrl" as never, {} as never);
  const { storageId } = (await (
    await fetch(uploadUrl, { method: "POST", body: "content", headers: { "content-type": "text/plain" } })
  ).json()) as { storageId: string };
  const url: string = await client.query("notes:fileUrl" as never, { file: storageId } as never);
  expect(url.startsWith(`${server.url}/api/storage/`)).toBe(true);
  expect(await (await fetch(url)).text()).toBe("content");
});

test("[ALN1] HTTP actions stream on the site port, and below /http of the main one", async () => {
  for (const place of [server.siteUrl, `${server.url}/http`])
    expect(await (await fetch(`${place}/stream`)).text()).toBe("abc");
  expect(await (await fetch(`${server.siteUrl}/echo`, { method: "POST", body: "said" })).text()).toBe("said");
  expect((await fetch(`${server.siteUrl}/api/query`, { method: "POST", body: "{}" })).status).toBe(404);
});

test("[ALN2] tests, names with several dots and hidden files are no modules", async () => {
  const response = await fetch(`${server.url}/api/function`, {
    method: "POST",
    headers: { authorization: `Convex ${server.adminKey}` },
    body: JSON.stringify({ path: "_system/cli/modules:apiSpec", args: {}, format: "json" }),
  });
  const { value } = (await response.json()) as { value: { identifier: string }[] };
  const modules = new Set(value.map(({ identifier }) => identifier.split(":")[0]));
  expect([...modules].sort()).toEqual(["digest.js", "notes.js"]);
});

test("[ALN3] the admin key is made once, readable by its owner only", async () => {
  const file = path.join(project.data, "admin-key");
  expect(readFileSync(file, "utf8").trim()).toBe(server.adminKey);
  expect(server.adminKey).toMatch(/^engine\|[0-9a-f]{64}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("[ALN3] a data folder that is made is its owner's only", () => {
  for (const folder of ["", "engine", "transfers", "code"])
    expect([folder, statSync(path.join(project.data, folder)).mode & 0o777]).toEqual([folder, 0o700]);
});

test("[ALN1] [EMB7] a served function is told who called, over HTTP, on the site port and over a socket", async () => {
  const posted = await fetch(`${server.url}/api/mutation`, {
    method: "POST",
    headers: { "user-agent": "me" },
    body: JSON.stringify({ path: "notes:caller", args: {}, format: "json" }),
  });
  expect(await posted.json()).toMatchObject({ value: { ip: "127.0.0.1", userAgent: "me" } });
  const client = connectClient(server.url);
  expect(await client.mutation("notes:caller" as never, {} as never)).toMatchObject({ ip: "127.0.0.1" });
  await client.close();
  expect(await (await fetch(`${server.siteUrl}/caller`, { headers: { "user-agent": "site" } })).json()).toMatchObject({
    ip: "127.0.0.1",
    userAgent: "site",
  });
});

test("[ALN8] without the admin key neither its routes nor its queries answer", async () => {
  const post = (at: string, authorization: string | null): Promise<Response> =>
    fetch(`${server.url}${at}`, {
      method: "POST",
      body: "{}",
      headers: authorization === null ? {} : { authorization },
    });
  for (const at of [
    "/api/update_environment_variables",
    "/api/export/request/zip",
    "/api/import/start_upload",
    "/api/perform_import",
    "/api/deploy2/start_push",
  ]) {
    expect((await post(at, null)).status).toBe(403);
    expect((await post(at, `Bearer ${token}`)).status).toBe(401);
    expect((await post(at, `Convex ${server.adminKey.slice(0, -1)}`)).status).toBe(401);
  }
  const client = new ConvexHttpClient(server.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  await expect(client.query("_system/cli/queryEnvironmentVariables" as never, {} as never)).rejects.toThrow(
    /Could not find public function/,
  );
});
