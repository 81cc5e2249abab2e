/**
 * One process of the built portal, started as `npm start` starts it. It hangs on the process that started it: when
 * that one is gone, however it ended, the portal stops too, so a killed run leaves nothing listening.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../tools/lib/free-port.ts";
import { pinnedNode, root } from "../../../tools/lib/runtime.mjs";

/** The password of every demo account in journeys. */
export const demoPassword = "Journeys-2026-ok";

/** How a portal comes back. */
export interface StartOptions {
  /** How much later it is for the portal by then, on top of what passed before. */
  readonly laterMs?: number;
}

/** An empty folder for a portal's data. */
export async function newFolder(): Promise<string> {
  return await mkdtemp(path.join(os.tmpdir(), "portal-journey-"));
}

/** A portal on a port of its own that has not been started yet. */
export async function newProcess(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<PortalProcess> {
  const port = await freePort();
  return new PortalProcess(
    { PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword, ...env },
    `http://localhost:${port}`,
  );
}

/** A portal's process over all its starts. */
export class PortalProcess {
  log = "";
  readonly url: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #aheadMs = 0;

  constructor(env: Readonly<Record<string, string>>, url: string) {
    this.#env = env;
    this.url = url;
  }

  /** Resolves when the portal says that it is ready; rejects with its log when it ends before that. */
  async start({ laterMs = 0 }: StartOptions = {}): Promise<void> {
    this.#aheadMs += laterMs;
    const imports = [
      "./e2e/support/portal/leash.ts",
      ...(this.#aheadMs === 0 ? [] : ["./e2e/support/portal/ahead.ts"]),
    ].flatMap((file) => ["--import", file]);
    const env = { ...machine(), NODE_ENV: "production", PORTAL_JOURNEY_AHEAD_MS: String(this.#aheadMs), ...this.#env };
    const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", ...imports, "server/main.ts"], {
      cwd: root,
      env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    const startsAt = this.log.length;
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        this.log += chunk.toString("utf8");
        if (this.log.slice(startsAt).includes(this.url)) resolve();
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.once("exit", (code, signal) =>
        reject(new Error(`The portal ended with ${code ?? signal} before it was ready:\n${this.log.slice(startsAt)}`)),
      );
      child.once("error", reject);
    });
    const ready = await fetch(`${this.url}/readyz`);
    if (!ready.ok) throw new Error(`The portal says it is not ready: ${ready.status} ${await ready.text()}`);
  }

  async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

/** The environment of the machine, without what the test runner adds to it. */
function machine(): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "SystemRoot", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
