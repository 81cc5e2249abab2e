// @ts-check
// Child processes of the commands. Their output is kept and shown only when they fail; when the
// command itself is told to stop, whatever it started stops with it.
import { spawn } from "node:child_process";
import { root } from "./runtime.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {Partial<Record<string, number>>} */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * The exit code a shell would report.
 * @param {number | null} code
 * @param {string | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signalNumbers[signal ?? ""] ?? 0);
}

/** A child process that ended badly; `output` is everything it printed. */
export class CommandFailed extends Error {
  /**
   * @param {string} command
   * @param {number} code
   * @param {string} output
   */
  constructor(command, code, output) {
    super(`${command} ended with code ${code}`);
    this.name = "CommandFailed";
    this.code = code;
    this.output = output;
  }
}

/**
 * Runs a program to its end and resolves to what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, echo?: boolean }} [options] `echo` prints the output as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { env = {}, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    /** @type {Buffer[]} */
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        chunks.push(chunk);
        if (echo) process.stdout.write(chunk);
      });
    }
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code: exitCode(code, signal), output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}

/**
 * Like run, but rejects with CommandFailed when the program does not end with 0.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined> }} [options]
 */
export async function runOrFail(program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new CommandFailed([program, ...args].join(" "), code, output);
  return output;
}

/** Makes Ctrl-C and SIGTERM end the command together with the programs it runs. */
export function stopChildrenWithUs() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      for (const child of running) child.kill(signal);
      process.exit(exitCode(null, signal));
    });
  }
}

/**
 * Prints a failed command's output and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function explainAndExit(error) {
  if (error instanceof CommandFailed) process.stderr.write(`\n${error.output.trimEnd()}\n\n  ${error.message}\n\n`);
  else process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
