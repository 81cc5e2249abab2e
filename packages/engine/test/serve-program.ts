/** `serve` as one file, as its command runs it: started from its sources it takes a second of processor more. */

import path from "node:path";
import { bundleProgram, keptProgram } from "../bundler/program.mjs";

/** The folder of this package. */
export const ENGINE = path.resolve(import.meta.dirname, "..");

/** The file to run, bundled when a source has changed. */
export async function serveProgram(): Promise<string> {
  const program = { root: ENGINE, entry: "serve/main.ts", name: "serve", settings: ["package.json"] };
  return keptProgram(program) ?? (await bundleProgram(program));
}
