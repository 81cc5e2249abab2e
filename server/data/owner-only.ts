/**
 * Passwords' hashes, session cookies and the audit trail are for the account the portal runs as and for nobody else,
 * whatever the folder was when it was handed over.
 */

import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../lib/message-of.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Takes from others what lies in these folders, and what this process writes from now on. `warn` is told what cannot be
 * taken.
 */
export function keepForOwner(folders: readonly string[], warn: (message: string) => void): void {
  process.umask(0o077);
  for (const folder of folders) {
    try {
      if (existsSync(folder)) restrict(folder);
    } catch (error) {
      // A volume of another owner: it works, and only who runs the machine can change it.
      warn(`${folder} could not be kept for this account alone: ${messageOf(error)}`);
    }
  }
}

/** The folder first: nobody else finds what is in it while the rest is done. Links are not followed. */
function restrict(folder: string): void {
  setMode(folder, FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrict(path);
    else if (entry.isFile()) setMode(path, FILE_MODE);
  }
}

function setMode(path: string, mode: number): void {
  // Another process of the portal may have removed it meanwhile: a log of SQLite, an upload.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.mode & 0o777) !== mode) chmodSync(path, mode);
}
