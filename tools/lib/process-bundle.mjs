// @ts-check
// The programs that the commands start, each as one file: bundled by the engine's bundler and kept in .cache/process.
import path from "node:path";
import { step } from "./progress.mjs";
import { root } from "./runtime.mjs";

/** Packages change with the lockfile alone; the others say what the names of imports mean. */
const SETTINGS = ["package-lock.json", "package.json", "packages/engine/package.json"];

/**
 * The file to run instead of `entry`, bundled now unless a bundle of the same content is there.
 * @param {string} entry relative to the repository
 * @param {string} name of the program, in the file's name
 * @returns {Promise<string>} relative to the repository
 */
export async function processBundle(entry, name) {
  // By the package's name, which is there once the commands have installed it.
  const { bundleProgram, keptProgram } = await import("@data-portal/engine/program");
  const program = { root, entry, name, settings: SETTINGS };
  const file = keptProgram(program) ?? (await step("Bundling the server", () => bundleProgram(program)));
  return path.relative(root, file);
}
