// @ts-check
// Replaces the running command by a script on the pinned Node: same terminal, same exit code, and
// Ctrl-C reaches the script exactly once.
import { spawn } from "node:child_process";
import path from "node:path";
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
 * Node keeps what it compiled, and TypeScript without its types, for the next start: that saves a third of what a start
 * costs the processor. In our own folder, where nobody else can put code.
 */
const COMPILE_CACHE = path.join(root, ".cache/node");

/** A script that ends with this code asks for a new process: it met an error that may have damaged its state. */
const restartExitCode = 75;
/** An abort (V8 out of memory, an assertion of Node) and faults of memory; nobody sends these to stop a program. */
const crashes = new Set(["SIGABRT", "SIGBUS", "SIGSEGV"]);
/** Who needs a new process more often than this cannot be helped by one. */
const maxRestarts = 5;
const restartsWithinMs = 60_000;

/**
 * @param {string} script relative to the repository
 * @param {string[]} args
 * @param {Record<string, string>} [env] defaults for variables that are not set
 * @param {{ restarts?: boolean }} [options] `restarts` gives a script that crashed, or asked for it, a new process
 */
export function handOver(script, args, env = {}, { restarts = false } = {}) {
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM").removeAllListeners("SIGHUP");
  /** @type {number[]} */
  const restartedAt = [];
  let askedAt = -Infinity;
  /**
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  const isToRestart = (code, signal) => {
    if (!restarts || askedAt !== -Infinity || (code !== restartExitCode && !crashes.has(signal ?? ""))) return false;
    while (restartedAt.length > 0 && Date.now() - /** @type {number} */ (restartedAt[0]) > restartsWithinMs)
      restartedAt.shift();
    if (restartedAt.push(Date.now()) <= maxRestarts) return true;
    process.stderr.write(
      `\n  The process ended ${maxRestarts + 1} times within a minute and is not started again.\n\n`,
    );
    return false;
  };
  const begin = () => {
    const begun = startScript(script, args, env);
    begun.on("error", explainAndExit);
    begun.on("exit", (code, signal) => {
      if (!isToRestart(code, signal)) process.exit(exitCode(code, signal));
      process.stderr.write(`\n  The process ended with ${signal ?? `code ${code}`} and is started again.\n\n`);
      child = begin();
    });
    return begun;
  };
  let child = begin();
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
}

/**
 * Its own process group: the terminal's Ctrl-C then reaches the script only through us.
 * Behind "--", or Node would take an --env-file among the script's arguments for its own.
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function startScript(script, args, env) {
  return spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", SMALL_NURSERY, "--", script, ...args], {
    cwd: root,
    stdio: "inherit",
    detached: process.platform !== "win32",
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env, ...process.env },
  });
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
