/** Loads the backend functions as the build left them. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { BackendModules } from "./port.ts";

const manifestShape = z.object({ modules: z.record(z.string(), z.string()) });

/** The modules a bundle's manifest lists. Node never forgets a module: changed code needs another folder. */
export async function loadBackendModules(folder: string): Promise<BackendModules> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new Error(
      `The backend functions are not built: ${join(folder, "manifest.json")} is missing. Run: npm run build`,
    );
  });
  const { modules } = manifestShape.parse(JSON.parse(text));
  return Object.fromEntries(
    Object.entries(modules).map(([name, file]) => [
      name,
      () => import(pathToFileURL(join(folder, file)).href) as Promise<Record<string, unknown>>,
    ]),
  );
}
