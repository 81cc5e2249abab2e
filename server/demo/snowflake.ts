/**
 * The demo's own Snowflake: a sandbox on a free port of this machine, with a user for the portal and a key
 * pair made for it. Its account lies in the data folder beside the rest, so a restart goes on where it
 * stopped, and a new demo world begins with a new account. A portal without a demo world never starts one.
 */

import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Seed } from "../../sandbox/snowflake/account/seed.ts";
import type { Backend } from "../backend/port.ts";
import type { ConnectionEnv } from "../settings/connected.ts";
import { readRemembered } from "./remembered.ts";

const FOLDER = "sandbox";
const ACCOUNT_FILE = "snowflake.json";
const KEY_FILE = "snowflake-key.pem";
const ADDRESS_FILE = "snowflake.url";
const USER = "DATA_PORTAL";
const ROLE = "PORTAL";
const WAREHOUSE = "PORTAL_WH";
/** The sandbox holds no data to ask for. What counts is who ran something as which role, and when. */
const WHAT_PEOPLE_RUN = "SELECT CURRENT_ROLE(), CURRENT_WAREHOUSE()";

/** A running demo account, and how to begin it again. */
export interface DemoSnowflake {
  readonly settings: ConnectionEnv;
  /** Gives a new demo world its account; one that is known already keeps what happened to it. */
  fill(backend: Backend, isNewWorld: boolean): Promise<void>;
  close(): Promise<void>;
}

const accountShape = z.object({
  roles: z.array(z.string()),
  users: z.array(
    z.object({ name: z.string(), email: z.string(), displayName: z.string(), roles: z.array(z.string()) }),
  ),
  warehouses: z.array(
    z.object({
      name: z.string(),
      size: z.string(),
      now: z.object({ state: z.string(), running: z.number(), queued: z.number() }).optional(),
    }),
  ),
  databases: z.array(
    z.object({ name: z.string(), schemas: z.array(z.object({ name: z.string(), objects: z.array(z.string()) })) }),
  ),
  costTag: z.tuple([z.string(), z.string(), z.string()]),
  uses: z.array(z.object({ user: z.string(), role: z.string(), at: z.number() })),
});
type DemoAccount = z.infer<typeof accountShape>;

/** Starts the sandbox. */
export async function startDemoSnowflake(dataDir: string): Promise<DemoSnowflake> {
  // Loaded only here: a portal with a real account has no use for it.
  const { startSnowflakeSandbox } = await import("../../sandbox/snowflake/main.ts");
  const folder = join(dataDir, FOLDER);
  const key = rememberedKey(folder);
  const sandbox = await startSnowflakeSandbox({
    seed: seedOf(key.publicBody, null),
    dataFile: join(folder, ACCOUNT_FILE),
  });
  // Its port is another one after each start. With the key beside it, whoever has the folder can ask the account
  // themselves.
  writeFileSync(join(folder, ADDRESS_FILE), `${sandbox.url}\n`);
  return {
    settings: {
      SNOWFLAKE_URL: sandbox.url,
      SNOWFLAKE_ACCOUNT: sandbox.accountName,
      SNOWFLAKE_USER: USER,
      SNOWFLAKE_ROLE: ROLE,
      SNOWFLAKE_MONITOR_ROLE: "ACCOUNTADMIN",
      SNOWFLAKE_WAREHOUSE: WAREHOUSE,
      SNOWFLAKE_PRIVATE_KEY: key.privatePem,
    },
    async fill(backend, isNewWorld) {
      if (sandbox.wasKept && !isNewWorld) return;
      const account = accountShape.parse(await backend.query("demo/account:snowflake", {}));
      sandbox.reset(seedOf(key.publicBody, account));
    },
    close: () => sandbox.close(),
  };
}

interface Key {
  readonly privatePem: string;
  /** Base64 of the DER, as the account stores it. */
  readonly publicBody: string;
}

function rememberedKey(folder: string): Key {
  const path = join(folder, KEY_FILE);
  const privatePem = readRemembered(path) ?? newKey(folder, path);
  const publicBody = createPublicKey(privatePem).export({ type: "spki", format: "der" }).toString("base64");
  return { privatePem, publicBody };
}

function newKey(folder: string, path: string): string {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, privateKey, { mode: 0o600 });
  return privateKey.trim();
}

/** The portal's user and its rights are there from the first moment; the company follows with its demo world. */
function seedOf(publicBody: string, account: DemoAccount | null): Seed {
  const privileges = ["CREATE USER", "CREATE ROLE", "CREATE WAREHOUSE", "MANAGE GRANTS", "APPLY TAG"];
  return {
    organization: "AOCOM",
    account: "DEMO",
    roles: [
      { name: ROLE, databaseRoles: ["SECURITY_VIEWER", "GOVERNANCE_VIEWER", "USAGE_VIEWER"] },
      ...(account?.roles ?? []).map((name) => ({ name, owner: ROLE })),
    ],
    users: [
      {
        name: USER,
        type: "SERVICE",
        roles: [ROLE, "ACCOUNTADMIN"],
        defaultRole: ROLE,
        defaultWarehouse: WAREHOUSE,
        publicKeys: [publicBody, null],
      },
      ...(account?.users ?? []).map((user) => ({
        ...user,
        type: "PERSON" as const,
        owner: ROLE,
        defaultRole: "ANALYST",
        defaultWarehouse: "ANALYST_WH",
      })),
    ],
    warehouses: [
      { name: WAREHOUSE, owner: ROLE },
      ...(account?.warehouses ?? []).map((warehouse) => ({ ...warehouse, owner: ROLE })),
    ],
    databases: (account?.databases ?? []).map((database) => ({ ...database, owner: ROLE })),
    tags: account ? [{ name: account.costTag, owner: ROLE }] : [],
    networkPolicies: ["OFFICE"],
    statements: (account?.uses ?? []).map((use) => ({ ...use, statement: WHAT_PEOPLE_RUN })),
    grants: privileges.map((privilege) => ({ privilege, on: "ACCOUNT", role: ROLE })),
  };
}
