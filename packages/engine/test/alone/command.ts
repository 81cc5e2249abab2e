/** The command that serves as a child process, and `npx convex` beside it. */

import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { ENGINE, serveProgram } from "../serve-program.ts";
import { eventually } from "../support.ts";

/** What the command runs. */
export const MAIN = await serveProgram();
const CLI = path.join(createRequire(import.meta.url).resolve("convex/package.json"), "../bin/main.js");

/** A process that ended. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** A running command. */
export interface Command {
  /** Everything it printed. */
  text(): string;
  readonly ended: Promise<Ended>;
  stop(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<Ended>;
}

/** A server that said where it is. */
export interface ServingCommand extends Command {
  readonly url: string;
  readonly siteUrl: string;
  readonly adminKey: string;
}

/** Starts the command with these arguments. */
export function runEngine(...args: string[]): Command {
  return watched(
    spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--", MAIN, ...args], {
      env: { ...process.env, INIT_CWD: ENGINE, ...besideData(args) },
    }),
  );
}

/** A killed server leaves its bundles behind: they go with the project. */
function besideData(args: readonly string[]): { TMPDIR?: string } {
  const data = args[args.indexOf("--data") + 1];
  return args.includes("--data") && data !== undefined ? { TMPDIR: path.dirname(data) } : {};
}

/** Starts serving and waits until it says where. */
export async function serve(...args: string[]): Promise<ServingCommand> {
  const command = runEngine("serve", "--port", "0", ...args);
  const ready = await Promise.race([
    command.ended,
    eventually(() => /^Admin key  (.*)\n/m.test(command.text()), "the server"),
  ]);
  if (typeof ready === "object") throw new Error(`The server ended with ${ready.code}: ${ready.text}`);
  const said = (label: string): string => new RegExp(`^${label} +(.*)$`, "m").exec(command.text())?.[1] ?? "";
  return { ...command, url: said("URL"), siteUrl: said("Site URL"), adminKey: said("Admin key") };
}

/** Runs `npx convex` in a project against a server. */
export async function convexCli(
  cwd: string,
  { url, adminKey }: { url: string; adminKey: string },
  ...args: string[]
): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"],
    HOME: cwd,
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    NO_COLOR: "1",
    CI: "1",
  };
  return await watched(spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })).ended;
}

/** What a failed test leaves running ends with the tests. */
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

function watched(child: ChildProcess): Command {
  running.add(child);
  child.once("close", () => running.delete(child));
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, text })));
  return {
    text: () => text,
    ended,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
