/**
 * One process of the built portal. It hangs on the process that started it: when that one is gone, however it ended,
 * the portal stops too, so a killed run leaves nothing listening.
 *
 * Whatever was stopped or killed starts again as `npm start` starts it. The first portal of a journey file takes a host
 * that served another file before, where one is idle, and time passes in it: loading the server is most of what a start
 * costs.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../tools/lib/free-port.ts";
import { processBundle } from "../../../tools/lib/process-bundle.mjs";
import { pinnedNode, root } from "../../../tools/lib/runtime.mjs";
import type { Order } from "./host.ts";
import { keepHost, restHost, takeHost } from "./hosts.ts";

/** The password of every demo account in journeys. */
export const demoPassword = "Journeys-2026-ok";

const AHEAD = "./e2e/support/portal/ahead.ts";

/** An empty folder for a portal's data. */
export async function newFolder(): Promise<string> {
  return await mkdtemp(path.join(os.tmpdir(), "portal-journey-"));
}

/** A portal that has not been started yet, on this port or one of its own. */
export async function newProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  port: number | null = null,
): Promise<PortalProcess> {
  port ??= await freePort();
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
  #host: ChildProcess | null = null;
  #aheadMs = 0;

  constructor(env: Readonly<Record<string, string>>, url: string) {
    this.#env = env;
    this.url = url;
  }

  /** Resolves when the portal says that it is ready; rejects with its log when it ends before that. */
  async start(): Promise<void> {
    const env = { PORTAL_JOURNEY_AHEAD_MS: String(this.#aheadMs), ...this.#env };
    const imports = this.#aheadMs === 0 ? [] : [AHEAD];
    await this.#begin(startNode(await processBundle("server/main.ts", "portal"), { env, imports }));
  }

  /** As `start`, in a host that loaded the server for an earlier portal, where one is idle. */
  async startInHost(): Promise<void> {
    this.#host = takeHost() ?? startNode("e2e/support/portal/host.ts", { imports: [AHEAD], hears: true });
    await this.#beginIn(this.#host);
  }

  /** Stops the portal and starts it again this much later, on top of what passed before. */
  async later(ms: number): Promise<void> {
    this.#aheadMs += ms;
    const host = this.#servingHost();
    if (host === null) {
      await this.stop("SIGTERM");
      return await this.start();
    }
    await restHost(host);
    await this.#beginIn(host);
  }

  /** Stops for good what `startInHost` or a later start began. */
  async end(): Promise<void> {
    const host = this.#servingHost();
    if (host === null) return await this.stop("SIGTERM");
    this.#child = null;
    await restHost(host);
    keepHost(host);
  }

  /** The host, while the portal is in one. */
  #servingHost(): ChildProcess | null {
    return this.#child !== null && this.#child === this.#host && this.#child.connected ? this.#child : null;
  }

  async #beginIn(host: ChildProcess): Promise<void> {
    host.send({ begin: this.#env, aheadMs: this.#aheadMs } satisfies Order);
    await this.#begin(host);
  }

  async #begin(child: ChildProcess): Promise<void> {
    this.#child = child;
    const startsAt = this.log.length;
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        this.log += chunk.toString("utf8");
        if (this.log.slice(startsAt).includes(this.url)) resolve();
      };
      child.stdout?.on("data", listen);
      child.stderr?.on("data", listen);
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

/** How a process is started; `hears` gives it a channel for orders. */
interface NodeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly imports?: readonly string[];
  readonly hears?: boolean;
}

/** A process of the pinned Node that ends with this one. */
function startNode(file: string, { env = {}, imports = [], hears = false }: NodeOptions): ChildProcess {
  const loaded = ["./e2e/support/portal/leash.ts", ...imports].flatMap((one) => ["--import", one]);
  return spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", ...loaded, file], {
    cwd: root,
    env: { ...machine(), NODE_ENV: "production", ...env },
    stdio: hears ? ["pipe", "pipe", "pipe", "ipc"] : ["pipe", "pipe", "pipe"],
  });
}

/** The environment of the machine, without what the test runner adds to it. */
function machine(): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "SystemRoot", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
