/** The files of the built page, by what they hold. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../../tools/lib/runtime.mjs";

/** A pattern for the address of the chunk that holds a route's page, or of another source file's chunk. */
export function chunkOf(source: string): string {
  const manifest = JSON.parse(readFileSync(path.join(root, "dist/client-manifest.json"), "utf8")) as Record<
    string,
    { file: string }
  >; // written by Vite
  const key = Object.keys(manifest).find(
    (name) => name.startsWith(`src/routes/${source}.tsx?`) || name === `src/${source}`,
  );
  const file = manifest[key ?? ""]?.file;
  if (file === undefined) throw new Error(`The build has no chunk for ${source}`);
  return `**/${file}`;
}
