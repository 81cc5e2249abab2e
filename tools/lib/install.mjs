// @ts-check
// Installs the packages of the lockfile when they are not in place. A stamp holds the hash of the
// lockfile that was installed last; without a stamp (somebody ran npm themselves) npm's own record of
// what lies in node_modules is compared, so that a good installation is never thrown away.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runOrFail } from "./process.mjs";
import { step } from "./progress.mjs";
import { hasPinnedNode, pinnedNode, root } from "./runtime.mjs";

const modules = path.join(root, "node_modules");
const stamp = path.join(modules, ".cache", "installed-lock");

/** Makes node_modules match the lockfile; quick when it does already. */
export async function ensureInstalled() {
  const wanted = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  const isCurrent = hasPinnedNode() && (readStamp() ?? (installedAsLocked() ? wanted : null)) === wanted;
  if (!isCurrent) await step("Installing packages", npmCi);
  if (!hasPinnedNode())
    throw new Error(
      `The packages are installed, but ${path.relative(root, pinnedNode)} is missing. Run: npm rebuild node`,
    );
  if (readStamp() === wanted) return;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
}

/** True when npm's record of node_modules names every package of the lockfile in its version. */
function installedAsLocked() {
  const record = path.join(modules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const locked = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.keys(locked).every((place) => {
    const here = installed[place];
    return (
      place === "" || (here === undefined ? locked[place].optional === true : here.version === locked[place].version)
    );
  });
}

/**
 * npm runs on the Node that started it, not on the pinned one: `npm ci` removes the pinned one first.
 * Install scripts are on because the pinned Node is unpacked by one; package.json approves exactly two.
 */
function npmCi() {
  const args = ["ci", "--include=dev", "--ignore-scripts=false", "--loglevel=error", "--no-progress"];
  const npm = process.env.npm_execpath;
  const outerNode = process.env.npm_node_execpath ?? process.execPath;
  if (npm !== undefined && npm.endsWith(".js") && existsSync(outerNode)) return runOrFail(outerNode, [npm, ...args]);
  return runOrFail(process.platform === "win32" ? "npm.cmd" : "npm", args);
}
