/** A connector wired to a fresh sandbox, with a clock that moves only when somebody waits. */

import { generateKeyPairSync } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Seed, SeedUser } from "../../../sandbox/snowflake/account/seed";
import { type SandboxOptions, type SnowflakeSandbox, startSnowflakeSandbox } from "../../../sandbox/snowflake/main";
import type { ConnectorError, FailureKind, Plan, Ref } from "../contract/contract";
import type { Runtime } from "../contract/runtime";
import type { SnowflakeSettings } from "./api/settings";
import { type SnowflakeConnector, snowflakeConnector } from "./connector";

/** An RSA key pair as both sides want it. */
export interface TestKey {
  readonly privatePem: string;
  readonly publicPem: string;
  /** Base64 of the DER. */
  readonly publicBody: string;
}

export function makeKey(bits = 2048): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return {
    privatePem: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    publicPem: String(publicKey.export({ type: "spki", format: "pem" })),
    publicBody: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

/** The portal's own key: one pair for all tests, because making one takes a while. */
export const portalKey = makeKey();
export const START = Date.UTC(2026, 0, 5, 9);
export const TOKEN = "pat-secret-7Qx2LmZz0000";

/** A clock that stands still. */
export interface ManualClock {
  now: number;
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: number[];
}

export interface World {
  readonly sandbox: SnowflakeSandbox;
  readonly snowflake: SnowflakeConnector;
  readonly clock: ManualClock;
  /** Another connector to the same account. */
  connect(settings?: Partial<SnowflakeSettings>, runtime?: Partial<Runtime>): SnowflakeConnector;
}

/** What a test needs beyond the usual account. */
export interface WorldOptions extends Omit<SandboxOptions, "seed" | "now"> {
  readonly users?: readonly SeedUser[];
  readonly roles?: readonly string[];
  readonly seed?: Partial<Seed>;
  /** How far the sandbox's clock is ahead of the portal's. */
  readonly skewMs?: number;
}

/** Starts an account with the portal's user in it, and a connector; both end with the test. */
export async function aWorldWith({
  users = [],
  roles = [],
  seed = {},
  skewMs = 0,
  ...options
}: WorldOptions = {}): Promise<World> {
  const clock: ManualClock = { now: START, waits: [] };
  const sandbox = await startSnowflakeSandbox({
    ...options,
    now: () => clock.now + skewMs,
    seed: { ...accountSeed(users, roles), ...seed },
  });
  onTestFinished(() => sandbox.close());
  const runtime: Runtime = {
    fetch,
    now: () => clock.now,
    wait: async (ms) => {
      clock.waits.push(ms);
      clock.now += ms;
    },
    random: () => 0.5,
    deadline: () => ({ signal: new AbortController().signal, clear: () => undefined }),
  };
  const settings: SnowflakeSettings = {
    url: sandbox.url,
    account: sandbox.accountName,
    user: "PORTAL_SVC",
    role: "PORTAL",
    monitorRole: "ACCOUNTADMIN",
    warehouse: "PORTAL_WH",
    credential: { kind: "key-pair", privateKey: portalKey.privatePem },
  };
  const connect: World["connect"] = (other = {}, otherRuntime = {}) =>
    snowflakeConnector({ ...settings, ...other }, { ...runtime, ...otherRuntime });
  return { sandbox, snowflake: connect(), clock, connect };
}

/** An account for the portal itself, and the variables that connect its backend to it. Ends with the test. */
export async function aSandboxFor(
  now: () => number,
  { users = [], roles = [], seed = {}, ...options }: WorldOptions = {},
): Promise<{ readonly sandbox: SnowflakeSandbox; readonly env: Record<string, string> }> {
  const sandbox = await startSnowflakeSandbox({ ...options, now, seed: { ...accountSeed(users, roles), ...seed } });
  onTestFinished(() => sandbox.close());
  const env = {
    SNOWFLAKE_URL: sandbox.url,
    SNOWFLAKE_ACCOUNT: sandbox.accountName,
    SNOWFLAKE_USER: "PORTAL_SVC",
    SNOWFLAKE_ROLE: "PORTAL",
    SNOWFLAKE_MONITOR_ROLE: "ACCOUNTADMIN",
    SNOWFLAKE_WAREHOUSE: "PORTAL_WH",
    SNOWFLAKE_PRIVATE_KEY: portalKey.privatePem,
  };
  return { sandbox, env };
}

function accountSeed(users: readonly SeedUser[], roles: readonly string[]): Seed {
  const privileges = ["CREATE USER", "CREATE ROLE", "CREATE WAREHOUSE", "MANAGE GRANTS", "APPLY TAG"];
  return {
    roles: [
      { name: "PORTAL", databaseRoles: ["SECURITY_VIEWER", "GOVERNANCE_VIEWER", "USAGE_VIEWER"] },
      ...roles.map((name) => ({ name })),
    ],
    users: [
      {
        name: "PORTAL_SVC",
        type: "SERVICE",
        roles: ["PORTAL", "ACCOUNTADMIN"],
        defaultRole: "PORTAL",
        networkPolicy: "OFFICE",
        publicKeys: [portalKey.publicBody, null],
        tokens: [{ secret: TOKEN, roleRestriction: "PORTAL", expiresAt: START + 86_400_000 }],
      },
      ...users.map((user) => ({ owner: "PORTAL", ...user })),
    ],
    warehouses: [{ name: "PORTAL_WH", owner: "PORTAL" }],
    databases: [{ name: "ANALYTICS", owner: "PORTAL", schemas: [{ name: "PUBLIC" }] }],
    tags: [{ name: ["ANALYTICS", "PUBLIC", "COST_CENTRE"] }],
    networkPolicies: ["OFFICE"],
    grants: privileges.map((privilege) => ({ privilege, on: "ACCOUNT", role: "PORTAL" })),
  };
}

/** Plans and applies in one go, as an executor does when nothing goes wrong. */
export async function carryOut(
  snowflake: SnowflakeConnector,
  operation: string,
  input: unknown,
  key = "REQ-1/task-1",
): Promise<{ plan: Plan; ref: Ref }> {
  const plan = await snowflake.plan(operation, input);
  return { plan, ref: await snowflake.apply({ id: key, mayHaveBegun: false }, plan) };
}

/** What a test expects of a failure. */
export function failure(kind: FailureKind, code: string): Partial<ConnectorError> {
  return { name: "ConnectorError", kind, code };
}

/** Names somebody might enter, or attack with; all of them are legal names. */
export const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  "double quotes": 'say "hi"',
  "a single quote": "O'Brien",
  "a backslash": "back\\slash\\",
  "a backslash before a quote": "x\\' OR '1'='1",
  "an injected statement": '"; DROP USER "ADA" --',
  "an injected literal": "'; DROP USER ADA; --",
  "dollar quotes": "$$ x $$",
  "a comment": "a/*b*/--c",
  "a question mark": "who?",
  "lower case": "ada",
  "a reserved word": "SELECT",
  "a keyword of SHOW": "STARTS WITH",
  periods: "db.schema.table",
  wildcards: "a%b_c",
  accents: "Zoë Ångström",
  emoji: "rocket🚀👩‍🚀",
  "right-to-left letters": "מנתח نتائج",
  "spaces at its ends": "  padded  ",
  "a slash and a percent": "a/b%2F..",
  "255 characters": "n".repeat(255),
  "255 characters beyond the basic plane": "🚀".repeat(255),
};
