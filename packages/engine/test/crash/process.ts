/** The killed process as its parent sees it. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const SERVER = new URL("./server.ts", import.meta.url).pathname;

export interface ServerProcess {
  /** Lets it open the data folder. */
  go(): void;
  /** Resolves at the line `name ...`, to what follows the name. Rejects when the process ends first. */
  reached(name: "standby" | "opening" | "ready"): Promise<string>;
  /** What the engine reported as its own trouble. */
  readonly trouble: readonly string[];
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts a process that waits for `go`. */
export function startServer(fixture: string, dataDir: string, actionLog: string): ServerProcess {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", SERVER, fixture, dataDir, actionLog],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const lines: string[] = [];
  const trouble: string[] = [];
  const waiting = new Set<() => void>();
  let complaint = "";
  let hasEnded = false;
  const wake = (): void => waiting.forEach((look) => look());
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      hasEnded = true;
      resolve();
      wake();
    });
  });
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("trouble ")) trouble.push(line);
    lines.push(line);
    wake();
  });
  return {
    trouble,
    go: () => void child.stdin.write("go\n"),
    reached: (name) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const line = lines.find((one) => one === name || one.startsWith(`${name} `));
          if (line === undefined && !hasEnded) return;
          waiting.delete(look);
          if (line === undefined)
            reject(new Error(`The server ended before it was ${name}: ${lines.join("; ")} ${complaint}`));
          else resolve(line.slice(name.length + 1));
        };
        waiting.add(look);
        look();
      }),
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
