/** The account survives the process that holds it. */

import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSnowflakeSandbox } from "./main.ts";

const SEED = {
  roles: [{ name: "ANALYST" }],
  users: [
    {
      name: "ROOT",
      roles: ["ACCOUNTADMIN"],
      defaultRole: "ACCOUNTADMIN",
      tokens: [{ secret: "root-token", expiresAt: Date.UTC(2100, 0, 1) }],
    },
  ],
};

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "deep/snowflake.json");
}

async function started(dataFile: string) {
  const sandbox = await startSnowflakeSandbox({ seed: SEED, dataFile });
  const run = (statement: string) =>
    fetch(`${sandbox.url}/api/v2/statements`, {
      method: "POST",
      headers: { authorization: "Bearer root-token", "user-agent": "test/1" },
      body: JSON.stringify({ statement }),
    });
  return { sandbox, run };
}

test("what was changed is there after a restart, with its rights and its journal; reads write nothing", async () => {
  const file = aFile();
  const first = await started(file);
  expect(first.sandbox.wasKept).toBe(false);
  await first.run("SHOW ROLES");
  expect(() => statSync(file)).toThrow();
  await first.run('CREATE ROLE "KEPT"');
  await first.run('GRANT ROLE "KEPT" TO USER "ROOT"');
  await first.sandbox.close();
  const second = await started(file);
  onTestFinished(() => second.sandbox.close());
  expect(second.sandbox.wasKept).toBe(true);
  expect(second.sandbox.account.roles.get("KEPT")?.databaseRoles).toEqual(new Set());
  expect(second.sandbox.account.memberships.filter(({ role }) => role === "KEPT")).toMatchObject([
    { to: "USER", holder: "ROOT" },
  ]);
  expect(second.sandbox.changes()).toEqual(['CREATE ROLE "KEPT"', 'GRANT ROLE "KEPT" TO USER "ROOT"']);
  expect((await second.run('DROP ROLE "KEPT"')).status).toBe(200);
  expect(readdirSync(join(file, ".."))).toEqual(["snowflake.json"]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a reset begins anew, with another seed if one is given, and keeps that", async () => {
  const file = aFile();
  const { sandbox, run } = await started(file);
  await run('CREATE ROLE "GONE"');
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  sandbox.reset({
    users: [
      { name: "PORTAL", publicKeys: [publicKey.export({ type: "spki", format: "der" }).toString("base64"), null] },
    ],
  });
  expect([...sandbox.account.users.keys()]).toEqual(["PORTAL"]);
  await sandbox.close();
  const again = await started(file);
  onTestFinished(() => again.sandbox.close());
  expect([...again.sandbox.account.users.keys()]).toEqual(["PORTAL"]);
  expect(again.sandbox.account.roles.has("GONE")).toBe(false);
});

test("a file that cannot be read is not trusted: the seed it is", async () => {
  const file = aFile();
  const first = await started(file);
  await first.run('CREATE ROLE "KEPT"');
  await first.sandbox.close();
  writeFileSync(file, readFileSync(file, "utf8").slice(0, 100));
  const second = await started(file);
  onTestFinished(() => second.sandbox.close());
  expect(second.sandbox.wasKept).toBe(false);
  expect(second.sandbox.account.roles.has("ANALYST")).toBe(true);
});
