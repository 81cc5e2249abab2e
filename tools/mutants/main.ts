/**
 * Mutation testing: samples small faults of the backend's decisions, puts each into a copy of the repository and
 * asks the tests that may notice. A fault no test notices is a guarantee nobody states. Never part of `npm test`:
 * it takes hours. What was found is kept after each fault, so a run that was stopped goes on where it was.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutantsOf, type Mutant } from "./mutate.ts";
import type { Verdict } from "./worker.ts";

const SOURCES = ["convex/**/rules*.ts", "convex/**/rules/**/*.ts", "convex/{approvals,workflow,audit,people}/**/*.ts"];
/** Tests and what only puts words to things. */
const LEFT_OUT = /\.(test|testing)\.ts$|[wW]ords|[vV]iews\.ts$|Views\.ts$|_generated/;
/** Each holds a copy of the repository and a Vitest. */
const MAX_WORKERS = 2;

interface Result extends Verdict {
  readonly mutant: Mutant;
}

const { values } = parseArgs({ options: { sample: { type: "string", default: "100" }, seed: { type: "string", default: "1" }, out: { type: "string" }, workers: { type: "string", default: "2" } } });
const out = values.out ?? join(tmpdir(), `mutants-${values.seed}.json`);

/** Numbers from a seed (mulberry32): the same seed takes the same faults. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampleOf(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = randomOf(seed);
  const order = all.map((mutant) => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  return order.slice(0, count).map(({ mutant }) => mutant);
}

const nameOf = ({ file, start, replacement }: Mutant): string => `${file}:${start}:${replacement}`;
const placeOf = ({ file, line, what }: Mutant): string => `${file}:${line} ${what}`;

/** A copy of what is committed, with the packages of this one. */
function copyOf(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), "mutants-")), "tree");
  execFileSync("git", ["worktree", "add", "--detach", "--quiet", folder, commit]);
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

async function work(queue: Mutant[], folder: string, done: (result: Result) => void): Promise<void> {
  const worker = fork(join(import.meta.dirname, "worker.ts"), { cwd: folder, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(worker, "exit").then(() => { throw new Error("a worker ended early"); });
  ended.catch(() => undefined);
  try {
    await Promise.race([once(worker, "message"), ended]);
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      worker.send(mutant);
      const [verdict] = (await Promise.race([once(worker, "message"), ended])) as [Verdict];
      done({ mutant, ...verdict });
    }
  } finally {
    worker.disconnect();
  }
}

function report(results: readonly Result[]): void {
  const caught = results.filter(({ state }) => state === "caught").length;
  const seconds = results.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  for (const { mutant, state, by } of results.filter((result) => result.state !== "caught")) process.stdout.write(`${state}: ${placeOf(mutant)}${by.length > 0 ? ` (asked ${by.length} test files)` : ""}\n`);
  process.stdout.write(`${caught} of ${results.length} caught (${((caught / Math.max(1, results.length)) * 100).toFixed(1)} %), ${(seconds / Math.max(1, results.length)).toFixed(1)} s each. All of it: ${out}\n`);
}

async function main(): Promise<void> {
  const files = [...new Set(SOURCES.flatMap((pattern) => globSync(pattern)))].filter((file) => !LEFT_OUT.test(file)).sort();
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  const sample = sampleOf(all, Number(values.sample), Number(values.seed));
  const kept = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as Result[]) : [];
  const known = new Map(kept.map((result) => [nameOf(result.mutant), result]));
  const queue = sample.filter((mutant) => !known.has(nameOf(mutant)));
  process.stdout.write(`${all.length} faults in ${files.length} files; ${sample.length} taken with seed ${values.seed}, ${queue.length} to go.\n`);
  const done = (result: Result): void => {
    known.set(nameOf(result.mutant), result);
    writeFileSync(out, JSON.stringify([...known.values()], null, 1));
    process.stdout.write(`${result.state.padEnd(8)} ${(result.ms / 1_000).toFixed(1).padStart(6)} s  ${placeOf(result.mutant)}\n`);
  };
  const folders = queue.length === 0 ? [] : Array.from({ length: Math.min(MAX_WORKERS, Math.max(1, Number(values.workers))) }, () => copyOf("HEAD"));
  try {
    await Promise.all(folders.map((folder) => work(queue, folder, done)));
  } finally {
    for (const folder of folders) {
      execFileSync("git", ["worktree", "remove", "--force", folder]);
      rmSync(join(folder, ".."), { recursive: true, force: true });
    }
  }
  report(sample.flatMap((mutant) => known.get(nameOf(mutant)) ?? []));
}

await main();
