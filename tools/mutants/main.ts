/**
 * Mutation testing: samples small faults of the backend's decisions, puts them into a copy of the repository and
 * asks the tests that execute their places. A fault no test notices is a guarantee nobody states. Never part of
 * `npm test`: it takes an hour. What was found is kept after each test, so a run that was stopped goes on where it
 * was; `--again` asks once more about those that were not caught.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Asking } from "./asking.ts";
import { hunt } from "./hunting.ts";
import { entriesOf, note } from "./log.ts";
import { mutantsOf, type Mutant } from "./mutate.ts";
import { isReadable } from "./switches.ts";
import type { Asked, Verdict } from "./worker.ts";

const SOURCES = [
  "convex/**/rules*.ts",
  "convex/**/rules/**/*.ts",
  "convex/{access,lists,process,pages,core/{approvals,audit,flow,people}}/**/*.ts",
  "convex/core/{articles,cannedReplies,feedback,incidents,ticketMail,tickets}/**/*.ts",
  "convex/{articles,feedback,tickets}/**/mutations.ts",
];
/** Tests and what only puts words to things. */
const LEFT_OUT = /\.(test|testing)\.ts$|[wW]ords|[vV]iews\.ts$|Views\.ts$|_generated/;

interface Result extends Verdict {
  readonly mutant: Mutant;
}

/** What a file is taken to cost of which all tests are asked. */
const WHOLE_FILE_MS = 5_000;

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    again: { type: "boolean", default: false },
  },
});
const out = values.out ?? join(tmpdir(), `mutants-${values.seed}.json`);

/** The same seed takes the same faults, whatever else has changed meanwhile. */
function sampleOf(all: readonly Mutant[], count: number, seed: string): Mutant[] {
  const placeOf = ({ name }: Mutant): string => createHash("sha256").update(`${seed} ${name}`).digest("hex");
  const order = all.map((mutant) => ({ mutant, at: placeOf(mutant) })).sort((a, b) => (a.at < b.at ? -1 : 1));
  const taken: Mutant[] = [];
  for (const { mutant } of order)
    if (taken.length < count && isReadable(readFileSync(mutant.file, "utf8"), mutant)) taken.push(mutant);
  return taken;
}

const placeOf = ({ file, line, what }: Mutant): string => `${file}:${line} ${what}`;

const folders: string[] = [];
/** A copy of what is committed, with the packages of this one. */
function copyOf(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), "mutants-")), "tree");
  execFileSync("git", ["worktree", "add", "--detach", "--quiet", folder, commit]);
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  folders.push(folder);
  return folder;
}

/** What the hunt says about each fault, or the tests that have to be asked in a process of their own. */
function verdictsOf(log: string, sample: readonly Mutant[]): (Verdict | readonly Asked[])[] {
  const entries = entriesOf(log);
  return sample.map((_, fault) => {
    const own = entries.filter((entry) => "fault" in entry && entry.fault === fault);
    const caught = own.find((entry) => entry.is === "caught");
    const ms = own.reduce((sum, entry) => sum + (entry.is === "passed" ? entry.ms : 0), 0);
    if (caught) return { state: "caught", by: [caught.by], ms };
    const open = own.filter((entry) => entry.is === "open");
    if (open.length > 0) return askedOf(open, sample[fault]?.file.split("/")[1]);
    const passed = new Set(own.flatMap((entry) => (entry.is === "passed" ? [entry.file] : [])));
    return { state: passed.size > 0 ? "survived" : "untested", by: [...passed], ms };
  });
}

/** By file: those of the fault's own slice, then the cheapest first. */
function askedOf(
  open: readonly { readonly file: string; readonly test: string; readonly ms: number }[],
  slice: string | undefined,
): Asked[] {
  const isOther = ({ file }: Asked): number => Number(file.split("/")[1] !== slice);
  const files = [...new Set(open.map(({ file }) => file))].map((file) => {
    const tests = open.filter((entry) => entry.file === file);
    const isWhole = tests.some(({ test }) => test === "");
    return {
      file,
      ids: isWhole ? [] : tests.map(({ test }) => test),
      ms: tests.reduce((sum, { ms }) => sum + ms, isWhole ? WHOLE_FILE_MS : 0),
    };
  });
  return files.sort((a, b) => isOther(a) - isOther(b) || a.ms - b.ms);
}

function report(results: readonly Result[]): void {
  const caught = results.filter(({ state }) => state === "caught").length;
  const seconds = results.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  for (const { mutant, state, by } of results.filter((result) => result.state !== "caught"))
    process.stdout.write(`${state}: ${placeOf(mutant)}${by.length > 0 ? ` (asked ${by.length} test files)` : ""}\n`);
  process.stdout.write(
    `${caught} of ${results.length} caught (${((caught / Math.max(1, results.length)) * 100).toFixed(1)} %), ${(seconds / Math.max(1, results.length)).toFixed(1)} s each. All of it: ${out}\n`,
  );
}

async function main(): Promise<void> {
  const files = [...new Set(SOURCES.flatMap((pattern) => globSync(pattern)))]
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  const sample = sampleOf(all, Number(values.sample), values.seed);
  const kept = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as Result[]) : [];
  const known = new Map(kept.map((result) => [result.mutant.name, result]));
  const isSettled = ({ name }: Mutant): boolean =>
    known.has(name) && !(values.again && known.get(name)?.state !== "caught");
  const left = sample.filter((mutant) => !isSettled(mutant)).length;
  process.stdout.write(
    `${all.length} faults in ${files.length} files; ${sample.length} taken with seed ${values.seed}, ${left} to go.\n`,
  );
  const done = (result: Result): void => {
    known.set(result.mutant.name, result);
    writeFileSync(out, JSON.stringify([...known.values()], null, 1));
    process.stdout.write(
      `${result.state.padEnd(8)} ${(result.ms / 1_000).toFixed(1).padStart(6)} s  ${placeOf(result.mutant)}\n`,
    );
  };
  try {
    if (left > 0) await ask(sample, isSettled, done);
  } finally {
    for (const folder of folders) {
      execFileSync("git", ["worktree", "remove", "--force", folder]);
      rmSync(join(folder, ".."), { recursive: true, force: true });
    }
  }
  report(sample.flatMap(({ name }) => known.get(name) ?? []));
}

async function ask(
  sample: readonly Mutant[],
  isSettled: (mutant: Mutant) => boolean,
  done: (result: Result) => void,
): Promise<void> {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  // Numbers in the log are places in the sample, so it belongs to one commit and one sample.
  const names = createHash("sha256")
    .update(sample.map(({ name }) => name).join("\n"))
    .digest("hex")
    .slice(0, 8);
  const log = join(tmpdir(), `mutants-${values.seed}-${commit.slice(0, 8)}-${names}.jsonl`);
  const settled = new Set([...sample.entries()].filter(([, mutant]) => isSettled(mutant)).map(([fault]) => fault));
  for (const fault of settled) note(log, { is: "settled", fault });
  await hunt(copyOf(commit), sample, log, (fault, by) => {
    const mutant = sample[fault];
    if (mutant && !settled.has(fault)) done({ mutant, state: "caught", by: [by], ms: 0 });
  });
  const open: [Mutant, readonly Asked[]][] = [];
  for (const [fault, verdict] of verdictsOf(log, sample).entries()) {
    const mutant = sample[fault];
    if (!mutant || settled.has(fault)) continue;
    if (!("state" in verdict)) open.push([mutant, verdict]);
    else if (verdict.state !== "caught") done({ mutant, ...verdict });
  }
  if (open.length === 0) return;
  const asking = await Asking.open(copyOf(commit));
  try {
    for (const [mutant, asked] of open) done({ mutant, ...(await asking.verdict(mutant, asked)) });
  } finally {
    asking.close();
  }
}

await main();
