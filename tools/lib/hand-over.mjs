// @ts-check
// Replaces the running command by a script on the pinned Node: same terminal, same exit code, and
// Ctrl-C reaches the script exactly once.
import { spawn } from "node:child_process";
import { exitCode, explainAndExit } from "./process.mjs";
import { pinnedNode, root } from "./runtime.mjs";

/** Ctrl-C reaches us once from the terminal and once more from npm; both mean the same request. */
const sameRequestWithinMs = 1000;

/**
 * @param {string} script relative to the repository
 * @param {string[]} args
 * @param {Record<string, string>} [env] defaults for variables that are not set
 */
export function handOver(script, args, env = {}) {
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM").removeAllListeners("SIGHUP");
  // Its own process group: the terminal's Ctrl-C then reaches the script only through us.
  const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", script, ...args], {
    cwd: root,
    stdio: "inherit",
    detached: process.platform !== "win32",
    env: { ...env, ...process.env },
  });
  let askedAt = -Infinity;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (Date.now() - askedAt < sameRequestWithinMs) return;
      askedAt = Date.now();
      child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
  child.on("error", explainAndExit);
  child.on("exit", (code, signal) => process.exit(exitCode(code, signal)));
}
