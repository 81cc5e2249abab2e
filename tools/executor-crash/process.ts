/** The killed process as its parent sees it. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const CHILD = new URL("./child.ts", import.meta.url).pathname;

/** What the child answers about its tasks. */
export interface Looked {
  readonly request: string | null;
  readonly tasks: readonly {
    readonly status: string;
    readonly outcome?: string;
    readonly attempt: number;
    readonly error?: string;
    readonly isProven: boolean | null;
    readonly hasLateResult: boolean;
  }[];
}

/** One life of the portal's backend. */
export interface Life {
  submit(type: string, input: Record<string, unknown>): Promise<void>;
  look(): Promise<Looked>;
  /** Lets time pass on its clock. */
  pass(ms: number): Promise<void>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts a life; resolves when it answers. */
export async function beginLife(options: {
  readonly bundle: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly aheadMs: number;
}): Promise<Life> {
  const { bundle, dataDir, env, aheadMs } = options;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD, bundle, dataDir], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env, AHEAD_MS: String(aheadMs) },
  });
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  const ready = Promise.withResolvers<void>();
  let complaint = "";
  let count = 0;
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  void ended.then(() => {
    const error = new Error(`The process has ended. ${complaint}`);
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
  });
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  createInterface(child.stdout).on("line", (line) => {
    const said = JSON.parse(line) as { id?: number; answer?: unknown; error?: string; ready?: true; trouble?: string };
    if (said.ready) ready.resolve();
    if (said.trouble !== undefined) complaint += `${line}\n`;
    const waiter = said.id === undefined ? undefined : waiting.get(said.id);
    if (waiter === undefined || said.id === undefined) return;
    waiting.delete(said.id);
    if (said.error === undefined) waiter.resolve(said.answer);
    else waiter.reject(new Error(said.error));
  });
  const ask = (command: object): Promise<unknown> => {
    const id = ++count;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    });
  };
  await ready.promise;
  return {
    submit: async (type, input) => void (await ask({ do: "submit", args: { type, input } })),
    look: async () => (await ask({ do: "look" })) as Looked,
    pass: async (ms) => void (await ask({ do: "pass", ms })),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
