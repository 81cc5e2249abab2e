import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Backend } from "./backend/port.ts";
import { environmentFor, folderBytes, type EnvironmentSource } from "./environment.ts";

const figures = {
  documents: 3,
  tables: 2,
  connections: 1,
  subscriptions: 1,
  commits: 9,
  scheduledPending: 0,
  bytesOnDisk: 4096,
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "environment-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

function aSource(
  with_: { smtpUrl?: string; isElsewhere?: boolean; isMailPaused?: boolean; relayRefusedTo?: string[] } = {},
): EnvironmentSource {
  const queryAs: Backend["queryAs"] = async (_token, path) =>
    path === "environment/queries:queueDepths"
      ? { readAt: 4500, queues: [{ name: "Mails to send", waiting: 2, isMore: false, firstAt: 900 }] }
      : { capabilities: ["environment.read"] };
  const remoteBackend = with_.isElsewhere
    ? { url: "https://happy-otter-1.convex.cloud", deployKey: "prod:key|s3cr3t" }
    : null;
  return {
    env: { dataDir, isDemo: true, remoteBackend, smtpUrl: with_.smtpUrl ?? null, connections: {}, auditStream: null },
    standIns: {},
    outbox: { isPaused: () => with_.isMailPaused === true },
    mail: { relayRefusedTo: () => with_.relayRefusedTo ?? [] },
    figureHistory: { readings: () => (with_.isElsewhere ? [] : [{ at: 900, ...figures }]) },
    backend: { queryAs, figures: () => (with_.isElsewhere ? null : figures) },
    secrets: [{ name: "SMTP_URL", since: 500 }],
    now: () => 1000,
  };
}

describe("the environment is kept from", () => {
  test("whoever is not signed in", async () => {
    expect(await environmentFor(aSource(), null)).toBeNull();
  });

  test.each([
    ["a person without the capability", { capabilities: ["self.read"] }],
    ["somebody the backend does not know", null],
    ["a session that has ended", new Error("session-revoked")],
    ["an answer of another shape", { capabilities: "environment.read" }],
  ])("%s", async (_who, me) => {
    const source = aSource();
    const answered = {
      ...source,
      backend: { ...source.backend, queryAs: async () => (me instanceof Error ? Promise.reject(me) : me) },
    };
    expect(await environmentFor(answered, "token")).toBeNull();
  });
});

describe("a reading", () => {
  test("counts every file of the data folder, in folders too", async () => {
    await mkdir(join(dataDir, "engine"));
    await writeFile(join(dataDir, "auth.db"), "12345");
    await writeFile(join(dataDir, "engine", "data.db"), "1234567");
    expect(await folderBytes(dataDir)).toBe(12);
    expect(await folderBytes(join(dataDir, "missing"))).toBe(0);
  });

  test("has the engine's figures, and none when the backend runs elsewhere", async () => {
    expect((await environmentFor(aSource(), "token"))?.engine).toEqual(figures);
    expect((await environmentFor(aSource({ isElsewhere: true }), "token"))?.engine).toBeNull();
  });

  test("tells which variables of each connection are set, never their values", async () => {
    const variables = async (connections: EnvironmentSource["env"]["connections"]) => {
      const source = aSource();
      const reading = await environmentFor({ ...source, env: { ...source.env, connections } }, "token");
      expect(JSON.stringify(reading)).not.toContain("hunter2");
      const [first] = reading?.connections ?? [];
      expect(first?.system).toBe("Snowflake");
      return first?.variables.map(({ name, isSet }) => `${name} ${isSet ? "set" : "missing"}`);
    };
    const names = ["URL", "ACCOUNT", "USER", "ROLE", "TOKEN", "WAREHOUSE"];
    const connection = Object.fromEntries(names.map((name) => [`SNOWFLAKE_${name}`, "hunter2"]));
    expect(await variables({})).toContain("SNOWFLAKE_PRIVATE_KEY or SNOWFLAKE_TOKEN missing");
    expect(await variables({ snowflake: connection })).toEqual([
      "SNOWFLAKE_URL set",
      "SNOWFLAKE_ACCOUNT set",
      "SNOWFLAKE_USER set",
      "SNOWFLAKE_ROLE set",
      "SNOWFLAKE_TOKEN set",
      "SNOWFLAKE_MONITOR_ROLE missing",
      "SNOWFLAKE_WAREHOUSE set",
    ]);
  });

  test("has the backend's queues and how far its clock is ahead, and goes without when it does not answer", async () => {
    const reading = await environmentFor(aSource(), "token");
    expect(reading?.backend).toEqual({
      clockAheadMs: 3500,
      queues: [{ name: "Mails to send", waiting: 2, isMore: false, firstAt: 900 }],
    });
    expect(reading?.secrets).toEqual([{ name: "SMTP_URL", since: 500 }]);
    const source = aSource();
    const queryAs: Backend["queryAs"] = async (token, path) =>
      path === "environment/queries:queueDepths"
        ? Promise.reject(new Error("away"))
        : source.backend.queryAs(token, path);
    const without = await environmentFor({ ...source, backend: { ...source.backend, queryAs } }, "token");
    expect(without?.backend).toBeNull();
    expect(without?.version).not.toBe("");
  });

  test("[N11] says that mail is paused, for as long as the mail server refuses the sign-in", async () => {
    const mailOf = async (isMailPaused: boolean) => {
      const reading = await environmentFor(aSource({ smtpUrl: "smtp://mail.example.com", isMailPaused }), "token");
      return reading?.parts.find(({ name }) => name === "Mail")?.what;
    };
    expect([await mailOf(true), await mailOf(false)]).toEqual([
      "SMTP refused the sign-in; mail is paused",
      "Delivered over SMTP",
    ]);
  });

  test("says to which domains the mail server refuses to relay mail", async () => {
    const source = aSource({
      smtpUrl: "smtp://mail.example.com",
      relayRefusedTo: ["partner.example", "agency.example"],
    });
    const mail = (await environmentFor(source, "token"))?.parts.find(({ name }) => name === "Mail");
    expect(mail?.what).toBe(
      "The mail server refuses to relay mail to partner.example and agency.example; the rest is delivered",
    );
  });

  test("tells that a variable is set, never its value", async () => {
    const reading = await environmentFor(
      aSource({ smtpUrl: "smtps://user:hunter2@mail.example.com", isElsewhere: true }),
      "token",
    );
    const states = Object.fromEntries(reading?.parts.map(({ name, state }) => [name, state]) ?? []);
    expect(states).toMatchObject({ Mail: "real", "Realtime backend": "real", "Sign-in": "embedded" });
    const text = JSON.stringify(reading);
    for (const secret of ["hunter2", "mail.example.com", "happy-otter", "s3cr3t", dataDir])
      expect(text).not.toContain(secret);
  });
});
