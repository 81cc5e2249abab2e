/**
 * Backups: whole copies of the data folder, in folders named by the time they began (decision 0007).
 * A folder has its name only when it was opened and found whole; `.part` marks one that is being
 * made, or was when the process died.
 */

import { existsSync, readdirSync, statSync } from "node:fs";
import { copyFile, cp, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkFolder, claimFolder, copyDatabase, type BackupReport } from "@data-portal/engine";
import { messageOf } from "../lib/message-of.ts";

/** A backup that is whole. */
export interface Backup {
  readonly path: string;
  /** When it began, in milliseconds. */
  readonly atMs: number;
}

/** What a backup is made of. */
export interface BackupSource {
  readonly dataDir: string;
  /** Copies the running engine's folder and checks the copy; null without an embedded engine. */
  readonly engine: { backup(folder: string): Promise<BackupReport> } | null;
}

const PREFIX = "backup-";
const PART = ".part";
const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)$/;
const ENGINE = "engine";

function nameOf(atMs: number): string {
  return `${PREFIX}${new Date(atMs).toISOString().replaceAll(":", "-")}`;
}

/** The whole backups in a folder, oldest first. */
export function listBackups(dir: string): Backup[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .flatMap((name) => {
      const [, hour, minute, second] = NAME.exec(name) ?? [];
      return hour === undefined ? [] : [{ path: join(dir, name), atMs: Date.parse(`${hour}:${minute}:${second}`) }];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/** Where to, how many stay, and when that is; `remove` takes an older one away. */
interface MakeBackupOptions {
  readonly dir: string;
  readonly keep: number;
  readonly nowMs: number;
  readonly remove?: (folder: string) => Promise<void>;
}

const removeFolder = async (folder: string): Promise<void> => await rm(folder, { recursive: true });

/** A backup that was made, and what kept older ones from being removed, if anything did. */
export interface MadeBackup extends Backup {
  readonly pruneError?: unknown;
}

/**
 * Makes a backup, checks it, and lets the oldest go until `keep` are left. Throws where none could be made, without
 * touching the older ones.
 */
export async function makeBackup(
  source: BackupSource,
  { dir, keep, nowMs, remove = removeFolder }: MakeBackupOptions,
): Promise<MadeBackup> {
  const path = join(dir, nameOf(nowMs));
  const part = `${path}${PART}`;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dir)) if (name.startsWith(PREFIX) && name.endsWith(PART)) await rm(join(dir, name), { recursive: true });
  try {
    await mkdir(part, { mode: 0o700 });
    if (source.engine !== null) await source.engine.backup(join(part, ENGINE));
    await copyBeside(source.dataDir, part);
    checkBeside(part);
    await rename(part, path);
    await syncFolder(dir);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  // After a clock was set back the newest does not sort last; it stays whatever the others are called.
  const others = listBackups(dir).filter((backup) => backup.path !== path);
  try {
    for (const old of others.slice(0, Math.max(others.length - keep + 1, 0))) await remove(old.path);
  } catch (pruneError) {
    return { path, atMs: nowMs, pruneError };
  }
  return { path, atMs: nowMs };
}

/**
 * Everything beside the engine: databases as one state each, other files as they are. Folders inside are not the
 * portal's state.
 */
async function copyBeside(dataDir: string, to: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || /-(wal|shm|journal)$|\.lock$/.test(entry.name)) continue;
    const [from, target] = [join(dataDir, entry.name), join(to, entry.name)];
    await (entry.name.endsWith(".db") ? copyDatabase(from, target) : copyFile(from, target));
  }
}

function checkBeside(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".db"))) {
    const database = new DatabaseSync(join(folder, name), { readOnly: true });
    try {
      const [first] = database.prepare("PRAGMA integrity_check(1)").all() as { integrity_check: string }[];
      if (first?.integrity_check !== "ok") throw new Error(`The copy of ${name} is damaged: ${first?.integrity_check ?? "no answer"}`);
    } finally {
      database.close();
    }
  }
}

/** Opens a backup and reads all of it; throws naming what is wrong. */
export async function checkBackup(folder: string): Promise<BackupReport | null> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`There is no backup folder ${folder}.`);
  if (folder.endsWith(PART)) throw new Error(`${folder} is a backup that was never finished. Choose another one.`);
  checkBeside(folder);
  const engine = join(folder, ENGINE);
  if (!existsSync(engine) && !existsSync(join(folder, "auth.db"))) throw new Error(`${folder} is not a backup: it holds neither ${ENGINE}/ nor auth.db.`);
  return existsSync(engine) ? await checkFolder(engine) : null;
}

/**
 * Puts a backup in the place of the data folder; what was there is kept beside it. Returns where, or null when there
 * was nothing.
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  nowMs: number,
  move: (from: string, to: string) => Promise<void> = rename,
): Promise<{ report: BackupReport | null; keptAs: string | null }> {
  const report = await checkBackup(folder);
  const target = resolve(dataDir);
  const part = `${target}.restoring`;
  // Held until the folders have changed places: a portal that starts meanwhile is turned away.
  const release = claimAll(target);
  try {
    await rm(part, { recursive: true, force: true });
    await cp(folder, part, { recursive: true });
    const keptAs = existsSync(target) ? `${target}.before-${nameOf(nowMs).slice(PREFIX.length)}` : null;
    if (keptAs !== null) await move(target, keptAs);
    await move(part, target).catch((error: unknown) => putBack({ keptAs, target, move, why: messageOf(error) }));
    return { report, keptAs };
  } finally {
    release();
    await rm(part, { recursive: true, force: true });
  }
}

/**
 * A restore that was cut short between its two renames left no data folder: a portal that starts there would begin anew.
 * Throws naming the folder that holds the data, as long as there is nothing in the place of the data folder.
 */
export function refuseHalfRestored(dataDir: string): void {
  const target = resolve(dataDir);
  if (existsSync(target) && readdirSync(target).length > 0) return;
  const beside = existsSync(dirname(target)) ? readdirSync(dirname(target)) : [];
  const name = basename(target);
  const left = beside.filter((one) => one === `${name}.restoring` || one.startsWith(`${name}.before-`)).sort();
  const newest = left.findLast((one) => one.startsWith(`${name}.before-`)) ?? left.at(-1);
  if (newest === undefined) return;
  throw new Error(
    `${target} is empty, and beside it is ${newest}: a restore was cut short. Rename ${join(dirname(target), newest)} to ${target}, then start the portal, or restore again. To begin with an empty portal, move ${left.join(" and ")} elsewhere first.`,
  );
}

/** Claims a data folder as both kinds of portal do: one with the engine in it, and one with a deployment elsewhere. */
function claimAll(target: string): () => void {
  const held: (() => void)[] = [];
  const release = (): void => held.forEach((one) => one());
  try {
    for (const path of [target, join(target, ENGINE)]) if (existsSync(path)) held.push(claimFolder(path));
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

interface Unmoved {
  readonly keptAs: string | null;
  readonly target: string;
  readonly move: (from: string, to: string) => Promise<void>;
  readonly why: string;
}

/** The backup did not take its place: what was there comes back, or its owner reads where it is. Always throws. */
async function putBack({ keptAs, target, move, why }: Unmoved): Promise<never> {
  if (keptAs !== null)
    await move(keptAs, target).catch((error: unknown) => {
      throw new Error(
        `The backup was not restored (${why}), and what was in ${target} could not be put back (${messageOf(error)}). It is whole, in ${keptAs}. Rename that folder to ${target} before the portal starts.`,
        { cause: error },
      );
    });
  throw new Error(`The backup was not restored (${why}). ${target} is as it was.`);
}


async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
