/** Module loaders for a functions folder on disk, as the host process makes them. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ModuleLoaders } from "../functions/modules/registry.ts";

/** Loaders of every module below `folder`; `_generated`, tests and declarations are left out. */
export function folderModules(folder: string): ModuleLoaders {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  const modules = files.filter(
    (file) => /\.[jt]s$/.test(file) && !/(^_generated\/|\.d\.ts$|\.(test|spec)\.)/.test(file),
  );
  return Object.fromEntries(
    modules.map((file) => [
      file.replace(/\.[jt]s$/, ""),
      () => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href) as Promise<Record<string, unknown>>,
    ]),
  );
}
