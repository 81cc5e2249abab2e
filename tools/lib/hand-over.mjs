// @ts-check
// Replaces the running command by a script on the pinned Node: same terminal, same exit code, and
// Ctrl-C reaches the script exactly once.
import { spawn } from "node:child_process";
import { exitCode, explainAndExit } from "./process.mjs";
import { pinnedNode, root } from "./runtime.mjs";

/** Ctrl-C reaches us once from the terminal and once more from npm; both mean the same request. */
const sameRequestWithinMs = 1000;
const lookForParentEveryMs = 500;

/**
 * V8 gives new objects up to 96 MB on a large machine; at 48 a server that was busy holds 270 MB where it held 430, at
 * the same throughput (`npm run bench`).
 */
const SMALL_NURSERY = "--max-semi-space-size=16";

/**
 * @param {string} script relative to the repository
 * @param {string[]} args
 * @param {Record<string, string>} [env] defaults for variables that are not set
 */
export function handOver(script, args, env = {}) {
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM").removeAllListeners("SIGHUP");
  // Its own process group: the terminal's Ctrl-C then reaches the script only through us.
  // Behind "--", or Node would take an --env-file among the script's arguments for its own.
  const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", SMALL_NURSERY, "--", script, ...args], {
    cwd: root,
    stdio: "inherit",
    detached: process.platform !== "win32",
    env: { ...env, ...process.env },
  });
  let askedAt = -Infinity;
  /** @param {"SIGINT" | "SIGTERM"} signal */
  const stop = (signal) => {
    if (Date.now() - askedAt < sameRequestWithinMs) return;
    askedAt = Date.now();
    child.kill(signal);
  };
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGHUP", () => stop("SIGTERM"));
  stopWhenAbandoned(() => stop("SIGTERM"));
  child.on("error", explainAndExit);
  child.on("exit", (code, signal) => process.exit(exitCode(code, signal)));
}

/**
 * npm runs us below a shell. Told to stop, it ends the shell, which does not pass the signal on: all that
 * we see is that our parent is gone. Started by hand we may outlive the parent.
 * @param {() => void} stop
 */
function stopWhenAbandoned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, lookForParentEveryMs);
}
