/** Loads the built backend functions: dist/convex as the build left it, or rebuilt while developing. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { BackendModules } from "./port.ts";

const manifestShape = z.object({ modules: z.record(z.string(), z.string()) });

/**
 * The modules of a bundle. Node never forgets a module it imported, so every reload while developing asks
 * for a new address by its version.
 */
export async function loadBackendModules(folder: string, version = 0): Promise<BackendModules> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new Error(`The backend functions are not built: ${join(folder, "manifest.json")} is missing. Run: npm run build`);
  });
  const { modules } = manifestShape.parse(JSON.parse(text));
  return Object.fromEntries(
    Object.entries(modules).map(([name, file]) => {
      const address = `${pathToFileURL(join(folder, file)).href}${version === 0 ? "" : `?v=${version}`}`;
      return [name, () => import(address) as Promise<Record<string, unknown>>];
    }),
  );
}
