/**
 * Kills the portal while it changes Snowflake, at a moment drawn by a seed, starts it again, and counts what
 * Snowflake was made to do. However the first life ended, every statement has been executed exactly once
 * and the task is complete with its proof.
 */

import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { startSnowflakeSandbox, type SnowflakeSandbox } from "../../sandbox/snowflake/main.ts";
import { beginLife, type Life, type Looked } from "./process.ts";

/** What the child reads of the bundle by name; the portal itself reaches these through its doors. */
export const MODULES_BY_NAME = ["process/settling/requestMoves", "process/executing/executor"] as const;

/** Minutes the second life may need: a lease, its grace, and the pause before the next attempt. */
const MAX_MINUTES = 20;
const PATIENCE_MS = MINUTE_MS;

/** Work of one, two and five statements. */
const WORKS = [
  { type: "grant_role", input: { user: "ADA", role: "ANALYST" }, calls: [/GRANT ROLE .*ANALYST.* TO USER .*ADA/] },
  {
    type: "create_person",
    input: { user: "CLEO", email: "cleo@ao.com", firstName: "Cleo", lastName: "Tester", defaultRole: "ANALYST" },
    calls: [/"name":"CLEO"/, /GRANT ROLE .*ANALYST.* TO USER .*CLEO/],
  },
  {
    type: "create_warehouse",
    input: {
      warehouse: "NEW_WH",
      size: "SMALL",
      autoSuspendSeconds: 60,
      clusters: 1,
      role: "ANALYST",
      monitor: { name: "NEW_RM", credits: 10, frequency: "MONTHLY", notifyPercent: 80, suspendPercent: 100 },
    },
    calls: [/CREATE RESOURCE MONITOR/, /CREATE WAREHOUSE/, /SET RESOURCE_MONITOR/, /GRANT USAGE ON WAREHOUSE/],
  },
] as const;

/** How the first life ends. */
const ENDINGS = ["answer held back", "call never arrives", "any moment"] as const;

/** What one round did. */
export interface Round {
  readonly work: string;
  readonly ending: string;
  readonly attempts: number;
  /** Statements that changed the account, in order. */
  readonly changes: readonly string[];
  readonly looked: Looked;
}

/** Plays rounds; each has an account and a data folder of its own. */
export async function crashCampaign(
  seed: number,
  rounds: number,
  bundle: string,
  tell: (round: Round) => void = () => undefined,
): Promise<Round[]> {
  const dice = diceOf(seed);
  const played: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    const work = WORKS[number % WORKS.length] ?? WORKS[0];
    const ending = ENDINGS[dice(ENDINGS.length)] ?? ENDINGS[0];
    const round = await playRound({ bundle, work, ending, dice });
    tell(round);
    played.push(round);
  }
  return played;
}

/** Numbers from 0 up to the sides, always the same ones for a seed (mulberry32). */
function diceOf(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** What is wrong with a round; nothing, when all is as promised. */
export function faultsOf({ work, changes, looked }: Round): string[] {
  const expected = WORKS.find(({ type }) => type === work)?.calls.length ?? 0;
  const faults: string[] = [];
  if (new Set(changes).size < changes.length) faults.push("a statement was executed twice");
  if (changes.length !== expected) faults.push(`${changes.length} changes instead of ${expected}`);
  if (looked.request !== "Completed") faults.push(`the request is ${looked.request}`);
  for (const { status, isProven } of looked.tasks)
    if (status !== "Complete" || isProven !== true) faults.push(`a task is ${status}, proven: ${isProven}`);
  return faults;
}

interface Plan {
  readonly bundle: string;
  readonly work: (typeof WORKS)[number];
  readonly ending: (typeof ENDINGS)[number];
  readonly dice: (sides: number) => number;
}

async function playRound({ bundle, work, ending, dice }: Plan): Promise<Round> {
  const dataDir = mkdtempSync(join(tmpdir(), "executor-crash-"));
  const clock = { aheadMs: 0 };
  const { sandbox, env } = await anAccount(() => Date.now() + clock.aheadMs);
  let life: Life | null = null;
  try {
    life = await beginLife({ bundle, dataDir, env, aheadMs: clock.aheadMs });
    const statement = work.calls[dice(work.calls.length)] ?? work.calls[0];
    if (ending === "answer held back") sandbox.fail({ kind: "hold-response", statement });
    if (ending === "call never arrives") sandbox.fail({ kind: "hang", statement });
    await life.submit(work.type, { ...work.input });
    if (ending === "any moment") await sleep(dice(150));
    else await until(() => sandbox.waitingFailures() === 0, `the call ${String(statement)}`, life);
    await life.kill();
    life = await beginLife({ bundle, dataDir, env, aheadMs: clock.aheadMs });
    const looked = await secondLife(life, clock);
    return { work: work.type, ending, attempts: looked.tasks[0]?.attempt ?? 0, changes: sandbox.changes(), looked };
  } finally {
    await life?.kill();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Lets minutes pass until the request has ended or stopped. */
async function secondLife(life: Life, clock: { aheadMs: number }): Promise<Looked> {
  for (let minute = 0; minute < MAX_MINUTES; minute++) {
    clock.aheadMs += MINUTE_MS;
    await life.pass(MINUTE_MS);
    const looked = await onceQuiet(life);
    if (looked.request === "Completed" || looked.request === "Blocked") return looked;
  }
  return await life.look();
}

/** How it stands when nothing moves for a moment. */
async function onceQuiet(life: Life): Promise<Looked> {
  let before = "";
  for (let turn = 0; turn < 50; turn++) {
    const looked = await life.look();
    const now = JSON.stringify(looked);
    if (now === before) return looked;
    before = now;
    await sleep(100);
  }
  return await life.look();
}

async function until(holds: () => boolean, what: string, life: Life): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds();) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(await life.look())}`);
    await sleep(5);
  }
}

async function anAccount(now: () => number): Promise<{ sandbox: SnowflakeSandbox; env: Record<string, string> }> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicBody = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const privileges = ["CREATE USER", "CREATE ROLE", "CREATE WAREHOUSE", "MANAGE GRANTS", "APPLY TAG"];
  const sandbox = await startSnowflakeSandbox({
    now,
    seed: {
      roles: [{ name: "PORTAL", databaseRoles: ["SECURITY_VIEWER"] }, { name: "ANALYST" }],
      users: [
        {
          name: "PORTAL_SVC",
          type: "SERVICE",
          roles: ["PORTAL", "ACCOUNTADMIN"],
          defaultRole: "PORTAL",
          publicKeys: [publicBody, null],
        },
        { name: "ADA", owner: "PORTAL" },
      ],
      grants: privileges.map((privilege) => ({ privilege, on: "ACCOUNT", role: "PORTAL" })),
    },
  });
  const env = {
    SNOWFLAKE_URL: sandbox.url,
    SNOWFLAKE_ACCOUNT: sandbox.accountName,
    SNOWFLAKE_USER: "PORTAL_SVC",
    SNOWFLAKE_ROLE: "PORTAL",
    SNOWFLAKE_MONITOR_ROLE: "ACCOUNTADMIN",
    SNOWFLAKE_PRIVATE_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
  return { sandbox, env };
}
