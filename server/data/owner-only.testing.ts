/** Who may read a folder, for tests. */

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What `modesBelow` says when everything is for its owner only. */
export const OWNER_ONLY = ["600", "700"];

/** The modes of a folder and all in it, each once; links count as what they are: no files of ours. */
export function modesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() || entry.isDirectory());
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  return [...new Set(paths.map((path) => (lstatSync(path).mode & 0o777).toString(8)))].sort();
}
