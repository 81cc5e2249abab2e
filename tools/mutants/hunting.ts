/**
 * The first and cheap half: every fault of a sample in one copy behind a switch, every test run with those it executes.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, note } from "./log.ts";
import type { Mutant } from "./mutate.ts";
import { Switches } from "./switches.ts";

/** Tests end by themselves long before: whoever writes nothing for so long is in an endless loop. */
const MAX_SILENCE_MS = 240_000;
const LOOK_EVERY_MS = 5_000;

/** Walks through all test files, also past faults that never end; what came of it stands in the log. */
export async function hunt(
  folder: string,
  sample: readonly Mutant[],
  log: string,
  caught: (fault: number, by: string) => void,
): Promise<void> {
  const fixed = putIn(folder, sample);
  const env = {
    ...process.env,
    MUTANTS_LOG: log,
    MUTANTS_COUNT: String(sample.length),
    MUTANTS_FIXED: [...fixed].join(","),
  };
  const told = new Set<number>();
  const tell = (): void => {
    for (const entry of entriesOf(log)) {
      if (entry.is !== "caught" || told.has(entry.fault)) continue;
      told.add(entry.fault);
      caught(entry.fault, entry.by);
    }
  };
  while (!(await walked(folder, env, { log, tell })));
}

/**
 * Whether all files were walked through; where a fault never ended, it is caught, and the next walk goes on from its
 * file.
 */
async function walked(
  folder: string,
  env: NodeJS.ProcessEnv,
  { log, tell }: { readonly log: string; readonly tell: () => void },
): Promise<boolean> {
  const walk = spawn(process.execPath, [join(folder, "tools/mutants/walk.ts")], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = (): void => {
    if (walk.exitCode === null && walk.pid !== undefined) process.kill(-walk.pid, "SIGKILL");
  };
  process.once("exit", end);
  const ended = once(walk, "exit");
  const began = Date.now();
  const watch = setInterval(() => {
    tell();
    if (Date.now() - Math.max(began, lastWritten(log)) > MAX_SILENCE_MS) end();
  }, LOOK_EVERY_MS);
  const [code, signal] = (await ended) as [number | null, string | null];
  clearInterval(watch);
  tell();
  process.removeListener("exit", end);
  if (code === 0) return true;
  const last = entriesOf(log).at(-1);
  // The test had passed without the fault a moment before.
  if (signal !== "SIGKILL" || last?.is !== "trying") throw new Error(`the walk ended with ${code ?? signal}`);
  note(log, { is: "caught", fault: last.fault, by: `${last.file}: it never ends` });
  return false;
}

function lastWritten(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function putIn(folder: string, sample: readonly Mutant[]): ReadonlySet<number> {
  const files = globSync("convex/**/*.ts", { cwd: folder });
  const sources = files.filter((file) => !/\.(test|testing|d)\.ts$|_generated/.test(file));
  const switches = new Switches(
    new Map(sources.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
    sample,
  );
  for (const [file, text] of switches.texts()) writeFileSync(join(folder, file), text);
  const first = `import ${JSON.stringify(join(folder, "tools/mutants/hunt.ts"))}; `;
  for (const file of [
    ...files.filter((name) => name.endsWith(".test.ts")),
    ...globSync("src/**/*.test.{ts,tsx}", { cwd: folder }),
  ]) {
    writeFileSync(join(folder, file), first + readFileSync(join(folder, file), "utf8"));
  }
  return switches.fixed;
}
