/**
 * What is kept beside the data: the admin key, and the variables set while serving. A variable set that
 * way wins over the file of --env-file, also one that was removed.
 */

import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import { messageOf } from "../src/lib/message-of.ts";
import { UsageError } from "./options.ts";

const OWNER_ONLY = 0o600;
const KEY_BYTES = 32;
const changesShape = z.record(z.string(), z.string().nullable());

/** Changes of variables: null removes. */
export type EnvChanges = Readonly<Record<string, string | null>>;

/** The admin key of this data folder, made the first time. */
export function keptAdminKey(folder: string): string {
  const file = path.join(folder, "admin-key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // Exclusive: of two servers starting at once one makes it and the other reads it.
    writeFileSync(file, `engine|${randomBytes(KEY_BYTES).toString("hex")}\n`, { flag: "wx", mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const key = readFileSync(file, "utf8").trim();
  if (key === "") throw new UsageError(`${file} is empty. Remove it, and the next start makes a new key.`);
  return key;
}

/** The variables of the functions. */
export class Variables {
  readonly #file: string;
  readonly #given: Readonly<Record<string, string>>;
  #changes: EnvChanges;

  constructor(folder: string, envFile: string | null) {
    this.#file = path.join(folder, "env.json");
    this.#given = envFile === null ? {} : readEnvFile(envFile);
    this.#changes = readChanges(this.#file);
  }

  /** All of them, sorted by name. */
  all(): Record<string, string> {
    const merged: Readonly<Record<string, string | null>> = { ...this.#given, ...this.#changes };
    const present = Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null);
    return Object.fromEntries(present.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Keeps changes for the next start: whole or not at all. */
  keep(changes: EnvChanges): void {
    const next = { ...this.#changes, ...changes };
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(next, null, 2)}\n`, { mode: OWNER_ONLY, flush: true });
    renameSync(`${this.#file}.new`, this.#file);
    this.#changes = next;
  }
}

function readEnvFile(file: string): Record<string, string> {
  try {
    const variables = parseEnv(readFileSync(file, "utf8"));
    const reserved = Object.keys(variables).find((name) => name.startsWith("CONVEX_"));
    if (reserved !== undefined) throw new Error(`${reserved} is reserved`);
    return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? ""]));
  } catch (error) {
    throw new UsageError(`--env-file ${file} cannot be read: ${messageOf(error)}`);
  }
}

function readChanges(file: string): EnvChanges {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  try {
    return changesShape.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file} does not hold variables by name. Correct it, or remove it to begin without any.`);
  }
}
