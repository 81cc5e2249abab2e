/** One of the two portals a page bench compares: this working tree, or another commit built beside it. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../tools/lib/free-port.ts";
import { pinnedNode, root } from "../../tools/lib/runtime.mjs";
import { demoPassword } from "../support/portal/portal-process.ts";

/** A running portal with the demo world in it. */
export class Side {
  readonly name: string;
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #remove: () => void;

  private constructor(name: string, url: string, child: ChildProcess, remove: () => void) {
    this.name = name;
    this.url = url;
    this.#child = child;
    this.#remove = remove;
  }

  /** Builds and starts a commit, or the working tree when there is none; rejects when it does not become ready. */
  static async start(commit: string | null): Promise<Side> {
    const folder = commit === null ? root : checkedOut(commit);
    execFileSync(pinnedNode, ["tools/build.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "portal-bench-"));
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword };
    const child = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", "server/main.ts"], {
      cwd: folder,
      env: { ...env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const remove = (): void => {
      rmSync(dataDir, { recursive: true, force: true });
      if (commit !== null) execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    };
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => void (chunk.toString("utf8").includes(url) && resolve()));
      child.once("exit", (code) => reject(new Error(`The portal of ${commit ?? "the working tree"} ended: ${code}`)));
    });
    const ready = await fetch(`${url}/readyz`);
    if (!ready.ok) throw new Error(`The portal of ${commit ?? "the working tree"} is not ready: ${ready.status}`);
    return new Side(commit === null ? "now" : commit, url, child, remove);
  }

  /** Stops it and takes away what it left behind. */
  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
    this.#remove();
  }
}

/** A commit in a folder of its own, with the packages of this one where it wants the same. */
function checkedOut(commit: string): string {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "portal-bench-")), "tree");
  execFileSync("git", ["worktree", "add", "--detach", folder, commit], { cwd: root, stdio: "ignore" });
  const lock = (of: string): string => readFileSync(path.join(of, "package-lock.json"), "utf8");
  const modules = path.join(root, "node_modules");
  // Where other packages are wanted, the build installs them.
  if (existsSync(modules) && lock(folder) === lock(root)) symlinkSync(modules, path.join(folder, "node_modules"));
  return folder;
}
