/** `npm run engine -- serve` over the portal's functions as a process of its own: a deployment elsewhere. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../tools/lib/free-port.ts";
import { pinnedNode, root } from "../../../tools/lib/runtime.mjs";

/** The key of every deployment in journeys. */
export const deployKey = "engine|journeys";

/** A deployment that is started, killed and started again on the same data and port. */
export class Deployment {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** A place for one; nothing runs yet. */
  static async prepare(): Promise<Deployment> {
    return new Deployment(await freePort(), await mkdtemp(path.join(os.tmpdir(), "deployment-journey-")));
  }

  /** Resolves when it says where it is. */
  async start(): Promise<void> {
    const args = [
      "packages/engine/serve/main.ts",
      "serve",
      "--functions",
      "convex",
      "--data",
      path.join(this.#folder, "data"),
      "--port",
      String(this.#port),
      "--admin-key",
      deployKey,
    ];
    // A killed one leaves its bundles behind: they go with the folder.
    const env = { PATH: process.env["PATH"], HOME: this.#folder, TMPDIR: this.#folder };
    const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let log = "";
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        log += chunk.toString("utf8");
        if (log.includes("Admin key")) resolve();
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.once("exit", (code) =>
        reject(new Error(`The deployment ended with code ${code} before it was ready:\n${log}`)),
      );
      child.once("error", reject);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Forgets every variable that was set, as if it were restored without them. It must not run. */
  forgetVariables(): void {
    rmSync(path.join(this.#folder, "data/env.json"));
  }

  /** Ends it for good. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
