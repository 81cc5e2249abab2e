import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteSecrets, secretsOf, type SecretSource } from "./secrets.ts";
import { SETTING_NAMES, SETTINGS } from "./settings/list.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const NONE: SecretSource = {
  demoPassword: null,
  smtpUrl: null,
  mailIn: null,
  auditStream: null,
  remoteBackend: null,
  connections: {},
};
const FULL: SecretSource = {
  demoPassword: "hunter2",
  smtpUrl: "smtps://user:hunter2@mail.example.com",
  mailIn: { address: "help@example.com", secret: "hunter2" },
  auditStream: { url: "https://siem.example.com", token: "hunter2" },
  remoteBackend: { url: "https://otter.convex.cloud", deployKey: "hunter2" },
  connections: {
    snowflake: { SNOWFLAKE_TOKEN: "hunter2", SNOWFLAKE_PRIVATE_KEY: "hunter2" },
    dbt: { DBT_TOKEN: "hunter2" },
    collate: { COLLATE_TOKEN: "hunter2" },
  },
};
const sinceOf = (env: SecretSource, now: number) =>
  Object.fromEntries(noteSecrets(dataDir, env, now).map(({ name, since }) => [name, since]));

test("every setting that is a secret has its age, and one that is not set has none", () => {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].isSecret);
  expect(secretsOf(FULL).map(([name, value]) => [name, value !== null])).toEqual(names.map((name) => [name, true]));
  expect(noteSecrets(dataDir, NONE, 1)).toEqual(names.map((name) => ({ name, since: null })));
});

test("a secret is as old as its value: kept over starts, new when it changes, forgotten when it goes", () => {
  expect(sinceOf(FULL, 100)).toMatchObject({ SMTP_URL: 100, SNOWFLAKE_TOKEN: 100 });
  expect(sinceOf({ ...FULL, smtpUrl: "smtp://other" }, 200)).toMatchObject({ SMTP_URL: 200, SNOWFLAKE_TOKEN: 100 });
  expect(sinceOf(NONE, 300)).toMatchObject({ SMTP_URL: null, SNOWFLAKE_TOKEN: null });
  expect(sinceOf(FULL, 400)).toMatchObject({ SMTP_URL: 400, SNOWFLAKE_TOKEN: 400 });
});

test("what is kept holds no value, gives equal values different digests, and is its owner's alone", () => {
  noteSecrets(dataDir, FULL, 1);
  const [file = ""] = readdirSync(dataDir);
  const text = readFileSync(join(dataDir, file), "utf8");
  expect(text).not.toContain("hunter2");
  const digests = [...text.matchAll(/"digest":"([^"]+)"/g)].map(([, digest]) => digest);
  expect(new Set(digests).size).toBe(digests.length);
  expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
});

test("a file that cannot be read keeps nobody from starting", () => {
  writeFileSync(join(dataDir, "secrets-seen.json"), "{ not json");
  expect(sinceOf(FULL, 7)).toMatchObject({ SMTP_URL: 7 });
});
