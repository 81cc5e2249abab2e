/** The repository's own files, as the checks over the repository see them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./runtime.mjs";

/** One tracked file; `path` is relative to the repository, with forward slashes. */
export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

const notOurs = new Set(["node_modules", "dist", "data", ".git", ".tanstack", ".cache", "coverage", "output"]);
const isText =
  /\.([cm]?[jt]sx?|json|md|css|html|svg|sh|txt|webmanifest)$|^\.(npmrc|gitignore|env\.example|oxlintrc\.json)$|^run$/;

/** Every text file under the folders given, or of the whole repository. */
export function filesIn(...folders: string[]): RepositoryFile[] {
  return (folders.length === 0 ? [""] : folders).flatMap((folder) => walk(folder));
}

/** The text of one file, or null when there is none. */
export function textOf(relative: string): string | null {
  const file = path.join(root, relative);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** The names of the folders directly inside one. */
export function foldersIn(relative: string): string[] {
  const place = path.join(root, relative);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** True for files that hold tests or exist only for them. */
export function isTestFile({ path: file }: RepositoryFile): boolean {
  return /\.test\.tsx?$|^e2e\/|^packages\/engine\/test\//.test(file);
}

function walk(folder: string): RepositoryFile[] {
  const place = path.join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry): RepositoryFile[] => {
    const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : walk(relative);
    return entry.isFile() && isText.test(entry.name)
      ? [{ path: relative, text: readFileSync(path.join(root, relative), "utf8") }]
      : [];
  });
}
