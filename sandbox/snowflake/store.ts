/** Keeps the account in a file, so that a sandbox started again goes on where it stopped, as the real one would. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Account } from "./account/model.ts";

/** What has happened longest ago is forgotten: a demo may run for months. */
const KEPT_EVENTS = 2000;
const FORMAT = 1;

/** The account as the file has it; null when there is none, or it cannot be read. */
export function loadAccount(file: string): Account | null {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8"), revive) as {
      readonly format: number;
      readonly account: Account;
    };
    return kept.format === FORMAT ? { ...newer(), ...kept.account } : null;
  } catch {
    return null;
  }
}

/** What an account that was kept by an earlier version lacks. */
function newer(): Pick<Account, "futureGrants" | "userGrants" | "networkPolicy"> {
  return { futureGrants: [], userGrants: [], networkPolicy: null };
}

/** Writes the account beside its file first: a process that dies meanwhile leaves the old one whole. */
export function saveAccount(file: string, account: Account): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const events of [account.journal, account.logins]) events.splice(0, Math.max(0, events.length - KEPT_EVENTS));
  writeFileSync(`${file}.new`, JSON.stringify({ format: FORMAT, account }, flatten), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function flatten(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value] };
  return value instanceof Set ? { $set: [...value] } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("$map" in value) return new Map(value.$map as [unknown, unknown][]);
  return "$set" in value ? new Set(value.$set as unknown[]) : value;
}
