/** The thread that searches vectors, as the writer's thread sees it: started when it is needed, asked, and ended. */

import { Worker } from "node:worker_threads";
import type { Numbered, VectorReply, VectorRequest } from "./messages.ts";

interface Waiting {
  readonly resolve: (reply: VectorReply) => void;
  readonly reject: (reason: Error) => void;
}

/** See the file comment. */
export class VectorThread {
  readonly #path: string;
  readonly #lost: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #turn = 0;
  #isClosed = false;

  /** `lost` is called when the thread is gone with all it held. */
  constructor(path: string, lost: () => void) {
    this.#path = path;
    this.#lost = lost;
  }

  /** Requests are served in the order of these calls. */
  ask(body: VectorRequest): Promise<VectorReply> {
    if (this.#isClosed) return Promise.reject(new Error("The database is closed."));
    const worker = (this.#worker ??= this.#start());
    const turn = ++this.#turn;
    return new Promise((resolve, reject) => {
      this.#waiting.set(turn, { resolve, reject });
      // Held only while somebody waits: an idle thread must not keep the process.
      worker.ref();
      worker.postMessage({ turn, body } satisfies Numbered<VectorRequest>);
    });
  }

  /** An index that will not be asked for again as it is. */
  forget(index: number): void {
    this.#worker?.postMessage({ turn: 0, body: { kind: "forget", index } });
  }

  close(): void {
    this.#isClosed = true;
    void this.#worker?.terminate();
    this.#fail(new Error("The database is closed."));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { path: this.#path } });
    worker.on("message", ({ turn, body }: Numbered<VectorReply>) => {
      const waiting = this.#waiting.get(turn);
      this.#waiting.delete(turn);
      if (this.#waiting.size === 0) worker.unref();
      waiting?.resolve(body);
    });
    // It catches what a request throws, so this is the end of the thread; the next search starts another.
    const lost = (reason: Error): void => {
      if (this.#worker === worker) this.#fail(reason);
    };
    worker.on("error", (error) => lost(error as Error));
    worker.on("exit", () => lost(new Error("The thread that searches vectors has ended.")));
    return worker;
  }

  #fail(reason: Error): void {
    this.#worker = null;
    this.#lost();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}
