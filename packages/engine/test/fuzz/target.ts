/** The process under attack as the attacker sees it. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Figures {
  readonly connections: number;
  readonly subscriptions: number;
  readonly heapBytes: number;
}

export interface Target {
  readonly url: string;
  /** Errors the engine logged: its own trouble, which no message may cause. */
  readonly trouble: readonly string[];
  /** Null while it lives. */
  readonly obituary: string | null;
  /** Resolves when it ends, by itself or closed. */
  readonly ended: Promise<void>;
  figures(): Promise<Figures>;
  close(): Promise<void>;
}

/** Starts one over the functions of a folder. */
export async function startTarget(functions = join(import.meta.dirname, "../fixture")): Promise<Target> {
  const args = [
    "--expose-gc",
    "--disable-warning=ExperimentalWarning",
    join(import.meta.dirname, "server.ts"),
    functions,
  ];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const trouble: string[] = [];
  const asking: ((figures: Figures) => void)[] = [];
  let complaint = "";
  let obituary: string | null = null;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  child.stdin.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code) => {
      obituary = `ended with ${code}: ${complaint}`;
      resolve();
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("ready ")) resolve(line.slice(6));
      else if (line.startsWith("trouble ")) trouble.push(line);
      else if (line.startsWith("figures ")) asking.shift()?.(JSON.parse(line.slice(8)) as Figures);
    });
    void ended.then(() => reject(new Error(complaint)));
  });
  const figures = (): Promise<Figures> =>
    new Promise((resolve, reject) => {
      asking.push(resolve);
      void ended.then(() => reject(new Error(complaint)));
      child.stdin.write("figures\n");
    });
  return {
    url,
    trouble,
    get obituary() {
      return obituary;
    },
    figures,
    ended,
    close() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
