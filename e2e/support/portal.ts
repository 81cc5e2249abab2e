/**
 * The built portal as a separate process, started as `npm start` starts it: own port, own empty data
 * folder, demo world filled, known password. A journey may stop it, kill it and start it again on the
 * same data, as an operator or a power cut would.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../tools/lib/free-port.ts";
import { pinnedNode, root } from "../../tools/lib/runtime.mjs";

/** The password of every demo account in journeys. */
export const demoPassword = "Journeys-2026-ok";

/** A running portal. */
export interface Portal {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  /** Everything the process printed so far, over all restarts. */
  readonly log: () => string;
  /** Stops it as Ctrl-C does, and starts it again on the same port and data. */
  restart(options?: StartOptions): Promise<void>;
  /** Ends it at once, without a chance to tidy up. Start it again with `start`. */
  kill(): Promise<void>;
  start(options?: StartOptions): Promise<void>;
  /** Stops it for good and removes its data. */
  close(): Promise<void>;
}

/** How a portal comes back. */
export interface StartOptions {
  /** How much later it is for the portal by then, on top of what passed before. */
  readonly laterMs?: number;
}

/** What may differ from the demo portal. */
export interface PortalOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a portal and resolves when it is ready. */
export async function startPortal({ env = {} }: PortalOptions = {}): Promise<Portal> {
  const dataDir = await newFolder();
  const isDemo = env["PORTAL_DEMO"] !== "0";
  if (isDemo) await cp(await filledFolder(), dataDir, { recursive: true });
  const host = await newProcess(dataDir, env);
  await host.start();
  return {
    url: host.url,
    dataDir,
    log: () => host.log,
    restart: async (options) => {
      await host.stop("SIGTERM");
      await host.start(options);
    },
    kill: () => host.stop("SIGKILL"),
    start: (options) => host.start(options),
    close: async () => {
      await host.stop("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function newFolder(): Promise<string> {
  return await mkdtemp(path.join(os.tmpdir(), "portal-journey-"));
}

async function newProcess(dataDir: string, env: Readonly<Record<string, string>>): Promise<PortalProcess> {
  const port = await freePort();
  return new PortalProcess({ PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword, ...env }, `http://localhost:${port}`);
}

let filled: Promise<string> | undefined;

/** A data folder with the demo world in it, filled once per run: every file of journeys starts on a copy. */
function filledFolder(): Promise<string> {
  filled ??= fillFolder();
  return filled;
}

async function fillFolder(): Promise<string> {
  const dataDir = await newFolder();
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const host = await newProcess(dataDir, {});
  await host.start();
  await host.stop("SIGTERM");
  return dataDir;
}

class PortalProcess {
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
    const clock = this.#aheadMs === 0 ? [] : ["--import", "./e2e/support/ahead.ts"];
    const env = { ...machine(), NODE_ENV: "production", PORTAL_JOURNEY_AHEAD_MS: String(this.#aheadMs), ...this.#env };
    const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", ...clock, "server/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const startsAt = this.log.length;
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        this.log += chunk.toString("utf8");
        if (this.log.slice(startsAt).includes(this.url)) resolve();
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.once("exit", (code) => reject(new Error(`The portal ended with code ${code} before it was ready:\n${this.log.slice(startsAt)}`)));
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
  const kept = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "SystemRoot"];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}
