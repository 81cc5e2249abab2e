/** A worker that is asked about faults, and replaced when one of them never ends. */

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Mutant } from "./mutate.ts";
import type { Asked, Question, Verdict } from "./worker.ts";

/** After this a worker is in an endless loop: it stops asking by itself long before. */
const MAX_SILENCE_MS = 240_000;

/** One copy and the process that works in it. */
export class Asking {
  readonly #folder: string;
  #worker: ChildProcess;

  private constructor(folder: string, worker: ChildProcess) {
    this.#folder = folder;
    this.#worker = worker;
  }

  /** Starts a worker in a copy. */
  static async open(folder: string): Promise<Asking> {
    return new Asking(folder, await started(folder));
  }

  /** What becomes of a fault. A standstill counts only where the same tests end without the fault. */
  async verdict(mutant: Mutant, asked: readonly Asked[]): Promise<Verdict> {
    if (asked.length === 0) return { state: "untested", by: [], ms: 0 };
    const answer = await this.#ask({ mutant, asked });
    if (answer) return answer;
    const without = await this.#ask({ mutant, asked, isWithout: true });
    const state = without?.state === "survived" ? "caught" : "survived";
    return { state, by: ["the fault never ends"], ms: MAX_SILENCE_MS };
  }

  /** Ends the worker with everything it started. */
  close(): void {
    if (this.#worker.exitCode === null && this.#worker.pid !== undefined) process.kill(-this.#worker.pid, "SIGKILL");
  }

  /** Null where the worker came to a standstill; then there is a new one. */
  async #ask(question: Question): Promise<Verdict | null> {
    const worker = this.#worker;
    const timeout = AbortSignal.timeout(MAX_SILENCE_MS);
    worker.send(question);
    try {
      const ended = once(worker, "exit", { signal: timeout }).then(() => {
        throw new Error("a worker ended early");
      });
      ended.catch(() => undefined);
      const [verdict] = (await Promise.race([once(worker, "message", { signal: timeout }), ended])) as [Verdict];
      return verdict;
    } catch (error) {
      if (!timeout.aborted) throw error;
      this.close();
      execFileSync("git", ["checkout", "--quiet", "."], { cwd: this.#folder });
      this.#worker = await started(this.#folder);
      return null;
    }
  }
}

/** In a group of its own, so that a fork of it that never ends can be ended, too. */
async function started(folder: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [join(folder, "tools/mutants/worker.ts")], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  process.once("exit", () => {
    if (worker.exitCode === null && worker.pid !== undefined)
      try {
        process.kill(-worker.pid, "SIGKILL");
      } catch {
        /* It is gone. */
      }
  });
  await once(worker, "message");
  return worker;
}
