/** Commands between the bench and the processes it starts: calls with one argument, answered once. */

import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";

type Handlers = Readonly<Record<string, (args: any) => unknown>>;

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

const STOP_MS = 5_000;
/** Filling a folder with a million documents is the longest command. */
const ANSWER_MS = 300_000;

/** In a started process: answers the bench's calls until the bench goes away. */
export function answerCommands(handlers: Handlers): void {
  const answer = async ({ id, name, args }: { id: number; name: string; args: unknown }): Promise<void> => {
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`no command ${name}`);
      process.send?.({ id, value: await handler(args) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on("message", (message: Parameters<typeof answer>[0]) => void answer(message));
  process.on("disconnect", () => process.exit(0));
  process.send?.({ id: 0 });
}

/** A process of the bench. */
export class Child {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #exited: Promise<void>;
  #lastId = 0;

  private constructor(script: string, args: readonly string[], nodeArgs: readonly string[]) {
    this.#process = fork(join(import.meta.dirname, script), [...args], {
      // As the portal is started: a small nursery holds less memory at the same throughput.
      execArgv: ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--expose-gc", ...nodeArgs],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#process.on("message", (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#exited = new Promise((resolve) => {
      this.#process.on("exit", () => {
        for (const settle of this.#waiting.values()) settle({ id: 0, error: `${script} ended` });
        resolve();
      });
    });
  }

  /** Starts a script of this folder; resolves when it takes commands. */
  static async start(script: string, args: readonly string[] = [], nodeArgs: readonly string[] = []): Promise<Child> {
    const child = new Child(script, args, nodeArgs);
    await child.#answer(0);
    return child;
  }

  /** Calls one of its commands. */
  async call<T>(name: string, args: unknown = {}): Promise<T> {
    const id = ++this.#lastId;
    const answer = this.#answer(id);
    this.#process.send({ id, name, args });
    return (await answer) as T;
  }

  /** Ends the process and waits until it is gone. */
  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), STOP_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #answer(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
      this.#waiting.set(id, ({ value, error }) => {
        clearTimeout(timer);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
    });
  }
}

/** Milliseconds on a clock all processes of the machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What a process used so far and holds now. */
export interface Usage {
  readonly cpuMs: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** The usage of this process, optionally after a collection. */
export function usageOf({ collect }: { readonly collect: boolean }): Usage {
  if (collect) for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { cpuMs: (user + system) / 1000, residentBytes: rss, heapBytes: heapUsed + external };
}
