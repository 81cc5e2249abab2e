// @ts-check
// Which Node runs what. The commands of package.json must start on any Node from 20.19 on, because
// the first one runs before anything is installed; everything else runs on the Node that the lockfile
// brings (the `node` package), so the machine's own Node never decides how the portal behaves.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const oldestNode = [20, 19];
const oldestNpmMajor = 9;

/** The Node that came with the installed packages. */
export const pinnedNode = path.join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** True once the packages, and with them the pinned Node, are in place. */
export function hasPinnedNode() {
  return existsSync(pinnedNode);
}

/**
 * What is wrong with the Node or npm that started us, in words for the person at the keyboard; null when they will do.
 * @param {string} nodeVersion for example "20.19.0"
 * @param {string} userAgent npm's own description of itself, empty when started without npm
 */
export function whyNotThisRuntime(nodeVersion, userAgent) {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = oldestNode;
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    return `Node ${nodeVersion} is too old. Install Node ${oldestNode.join(".")} or newer (https://nodejs.org) and run the command again.`;
  }
  const npmMajor = Number(/npm\/(\d+)/.exec(userAgent)?.[1] ?? oldestNpmMajor);
  if (npmMajor < oldestNpmMajor) {
    return `npm ${npmMajor} is too old to read this lockfile. Update it with: npm install --global npm@11`;
  }
  return null;
}

/** Ends the process with a clear message when Node or npm is too old. */
export function requireRuntime() {
  const problem = whyNotThisRuntime(process.versions.node, process.env.npm_config_user_agent ?? "");
  if (problem === null) return;
  process.stderr.write(`\n  ${problem}\n\n`);
  process.exit(1);
}
