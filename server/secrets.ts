/**
 * Since when each secret has the value it has: a key nobody ever changes is found by its age. What is kept in the data
 * folder is a slow salted digest of each value, good for telling whether it is still the same and for nothing else.
 */

import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { SecretReading } from "../contracts/environment.ts";
import type { Connections } from "./settings/connected.ts";
import type { Env } from "./settings/env.ts";
import { SETTING_NAMES, SETTINGS } from "./settings/list.ts";

const FILE = "secrets-seen.json";
const DIGEST_BYTES = 32;
const SALT_BYTES = 16;

const seenSecrets = z.record(z.string(), z.object({ salt: z.string(), digest: z.string(), since: z.number() }));
type Seen = z.infer<typeof seenSecrets>;

/** What secrets are read from. */
export type SecretSource = Pick<
  Env,
  "demoPassword" | "smtpUrl" | "mailIn" | "auditStream" | "remoteBackend" | "connections"
>;

/** Notes today's secrets and answers since when each is as it is. Called once, at the start. */
export function noteSecrets(dataDir: string, env: SecretSource, now: number): SecretReading[] {
  const path = join(dataDir, FILE);
  const before = readSeen(path);
  const after: Seen = {};
  const readings = secretsOf(env).map(([name, value]): SecretReading => {
    if (value === null) return { name, since: null };
    const known = before[name];
    const kept = known && isSame(known, value) ? known : { ...digestOf(value, randomBytes(SALT_BYTES)), since: now };
    after[name] = kept;
    return { name, since: kept.since };
  });
  // Written beside and put in place: a start that breaks off leaves the older file.
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    writeFileSync(`${path}.new`, JSON.stringify(after), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return readings;
}

/** Every secret there can be, with its value or null. */
export function secretsOf(env: SecretSource): [name: string, value: string | null][] {
  const own: Readonly<Record<string, string | null>> = {
    DEMO_PASSWORD: env.demoPassword,
    SMTP_URL: env.smtpUrl,
    MAIL_IN_SECRET: env.mailIn?.secret ?? null,
    AUDIT_STREAM_TOKEN: env.auditStream?.token ?? null,
    CONVEX_DEPLOY_KEY: env.remoteBackend?.deployKey ?? null,
  };
  return SETTING_NAMES.filter((name) => SETTINGS[name].isSecret).map((name) => [
    name,
    own[name] ?? connectionValue(env.connections, name),
  ]);
}

function connectionValue(connections: Connections, name: string): string | null {
  for (const connection of Object.values(connections)) {
    const value = connection[name];
    if (value !== undefined) return value;
  }
  return null;
}

/** What was noted before; nothing when there is no file, or none that can be read: ages then begin today. */
function readSeen(path: string): Seen {
  if (!existsSync(path)) return {};
  try {
    return seenSecrets.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

function digestOf(value: string, salt: Buffer): { salt: string; digest: string } {
  return { salt: salt.toString("base64"), digest: scryptSync(value, salt, DIGEST_BYTES).toString("base64") };
}

function isSame({ salt, digest }: { salt: string; digest: string }, value: string): boolean {
  const now = Buffer.from(digestOf(value, Buffer.from(salt, "base64")).digest, "base64");
  const then = Buffer.from(digest, "base64");
  return now.length === then.length && timingSafeEqual(now, then);
}
