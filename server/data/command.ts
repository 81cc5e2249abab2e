/** The commands that take data out of the data folder and bring it in. */

import { once } from "node:events";
import { createWriteStream, existsSync, statSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { exportFolder, importIntoFolder, type ImportMode } from "@data-portal/engine";
import type { BackupSettings } from "../settings/env.ts";
import { restoreBackup } from "./backup.ts";
import { keepForOwner } from "./owner-only.ts";
import { parseKnownLink, verifyAudit, type AuditChain } from "./verify-audit.ts";
import { messageOf } from "../lib/message-of.ts";

/** Where the commands work. */
export interface DataCommandContext {
  readonly dataDir: string;
  readonly backup: BackupSettings | null;
  print(line: string): void;
  /** A path as the caller meant it. */
  pathOf(name: string): string;
  /** The backend's own way along the audit trail's chain. */
  loadAuditChain(): Promise<AuditChain>;
}

/** The command line makes no sense; the message says what would. */
export class UsageError extends Error {}

const USAGE = `Usage:
  npm run data -- export FILE
  npm run data -- import FILE [--append | --replace | --replace-all]
  npm run data -- restore BACKUP_FOLDER
  npm run data -- verify-audit [BACKUP_FOLDER | EXPORT.zip] [--expect SEQUENCE:HASH]`;

const MODES: Readonly<Record<string, ImportMode>> = { "--append": "append", "--replace": "replace", "--replace-all": "replaceAll" };

/** Runs one command; throws what is to be shown to the person who typed it. */
export async function runDataCommand(args: readonly string[], context: DataCommandContext): Promise<void> {
  if (args[0] === "verify-audit") return await verifyAuditTrail(args.slice(1), context);
  const [command, name, ...options] = args;
  if (name === undefined || name.startsWith("--")) throw new UsageError(USAGE);
  switch (command) {
    case "export":
      if (options.length > 0) throw new UsageError(USAGE);
      return await exportTo(context.pathOf(name), context);
    case "import": {
      const mode = modeOf(options);
      return await forOwner(context, () => importFrom(context.pathOf(name), mode, context));
    }
    case "restore":
      if (options.length > 0) throw new UsageError(USAGE);
      return await forOwner(context, () => restoreFrom(context.pathOf(name), context));
    default:
      throw new UsageError(USAGE);
  }
}

/** Work that fills the data folder: nobody else reads it before, meanwhile or afterwards. */
async function forOwner({ dataDir, print }: DataCommandContext, work: () => Promise<void>): Promise<void> {
  keepForOwner([dataDir], print);
  await work();
  // A backup brings the modes it was kept with.
  keepForOwner([dataDir], print);
}

function modeOf(options: readonly string[]): ImportMode {
  const [option] = options;
  if (option === undefined) return "requireEmpty";
  const mode = Object.hasOwn(MODES, option) ? MODES[option] : undefined;
  if (mode === undefined || options.length > 1) throw new UsageError(USAGE);
  return mode;
}

/** Also while the portal runs: it looks at one committed state. */
async function verifyAuditTrail(args: readonly string[], { dataDir, print, pathOf, loadAuditChain }: DataCommandContext): Promise<void> {
  const at = args.indexOf("--expect");
  const known = at < 0 ? null : parseKnownLink(args[at + 1] ?? "");
  const [folder, ...more] = at < 0 ? args : args.toSpliced(at, 2);
  if ((at >= 0 && known === null) || more.length > 0 || folder?.startsWith("--")) throw new UsageError(USAGE);
  const chain = await loadAuditChain();
  const path = folder === undefined ? dataDir : pathOf(folder);
  const isExport = existsSync(path) && statSync(path).isFile();
  const { isWhole, lines } = isExport ? await verifyExport(path, (imported) => verifyAudit(imported, chain, known)) : verifyAudit(engineFolder(path), chain, known);
  for (const line of lines) print(line);
  if (!isWhole) throw new Error("The audit trail does not hold.");
}

/** An export is imported beside everything else, looked at, and thrown away. */
async function verifyExport<T>(file: string, look: (engine: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "portal-verify-"));
  try {
    await importIntoFolder(engineFolder(folder), file);
    return look(engineFolder(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function engineFolder(dataDir: string): string {
  return join(dataDir, "engine");
}

/** A file that exists is not overwritten, and one cut short never has the name of a whole one. */
async function exportTo(file: string, { dataDir, print }: DataCommandContext): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name, or delete it.`);
  const part = `${file}.part`;
  const out = createWriteStream(part, { mode: 0o600, flush: true });
  try {
    await exportFolder(engineFolder(dataDir), out);
    await rename(part, file);
  } catch (error) {
    // Opening the file may come after the failure: removed before, it would be there after all.
    out.destroy();
    if (!out.closed) await once(out, "close");
    await rm(part, { force: true });
    throw error;
  }
  print(`Exported to ${file}`);
}

async function importFrom(file: string, mode: ImportMode, { dataDir, print }: DataCommandContext): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { written, deleted } = await importIntoFolder(engineFolder(dataDir), file, { mode }).catch((error: unknown) => {
    if (error instanceof Error && /already in use/.test(error.message)) throw new Error(`The portal is running on ${dataDir}. Stop it, then import. Nothing was changed.`, { cause: error });
    throw new Error(`Nothing was imported and nothing was changed.\n${messageOf(error)}`, { cause: error });
  });
  for (const [table, count] of Object.entries(written)) print(`  ${table}: ${count} documents`);
  print(`Imported ${file}${deleted > 0 ? `; ${deleted} documents were replaced` : ""}. Start the portal to use it.`);
}

/** A backup by its path, or by its name in BACKUP_DIR. */
async function restoreFrom(path: string, { dataDir, backup, print }: DataCommandContext): Promise<void> {
  const named = backup === null ? path : join(backup.dir, basename(path));
  const folder = !existsSync(path) && existsSync(named) ? named : path;
  const { report, keptAs } = await restoreBackup(folder, dataDir, Date.now()).catch((error: unknown) => {
    if (error instanceof Error && /already in use/.test(error.message)) throw new Error(`The portal is running on ${dataDir}. Stop it, then restore. Nothing was changed.`, { cause: error });
    throw error;
  });
  if (report !== null) print(`  ${report.documents} documents in ${report.tables} tables, ${report.files} stored files`);
  print(`Restored ${folder} to ${dataDir}.${keptAs === null ? "" : ` What was there is now ${keptAs}; delete it when it is not needed.`}`);
}
